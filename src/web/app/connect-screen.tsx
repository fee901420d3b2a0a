import '#web/features/ground/assistants/assistants.css'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { assistantEndpoints, type ConnectRequest } from '#shared/features/ground/assistants/contract.ts'
import { shownName } from '#shared/features/ground/assistants/rules.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { useUser } from '#web/api/session.ts'
import { MESSAGES } from '#web/features/ground/assistants/messages.ts'
import { isGone, requestQuery } from '#web/features/ground/assistants/queries.ts'
import { RefusedCard } from '#web/features/ground/assistants/refused-card.tsx'
import { ConnectSearch } from '#web/features/ground/assistants/search.ts'
import { SignInScreen } from '#web/features/ground/auth/sign-in-screen.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Mark } from '#web/ui/logo.tsx'
import { loadLibrarySheet } from '#web/ui/theme/load-library-sheet.ts'
import { Footer } from './layout/footer.tsx'
import { PRODUCT_NAME, TAGLINE } from './product.ts'
import { forgetPlace, rememberPlace } from './return-address.ts'

/** Only signed-in users need the component library, for the dialogs. */
const ConsentLayout = lazy(async () => {
  const [{ ConsentLayout: Layout }] = await Promise.all([
    import('./layout/consent-layout.tsx'),
    loadLibrarySheet(),
  ])
  return { default: Layout }
})

const isWellFormed = (uid: string) =>
  assistantEndpoints.readRequest.params?.safeParse({ uid }).success === true

const Card = ({ children }: { children: ReactNode }) => <div className="card connect-box">{children}</div>

function SignInFirst({ name }: { name: string }) {
  return (
    <>
      <p className="connect-lead break-words">
        Sign in to connect <b>{name}</b>.
      </p>
      <div className="card">
        <h1 className="card-title row gap-12">
          <Mark size={32} />
          {PRODUCT_NAME}
        </h1>
        <p className="card-tagline">{TAGLINE}</p>
        <SignInScreen />
      </div>
    </>
  )
}

/** For a visitor who signs in by way of the provider or of a new password, and comes back by another page. */
function useWayBack(user: SignedInUser | null) {
  const href = useLocation({ select: ({ href }) => href })
  const isOut = user === null
  useEffect(() => {
    if (isOut) rememberPlace(href)
    else forgetPlace()
  }, [isOut, href])
}

function Answer({ uid, request }: { uid: string; request: ConnectRequest }) {
  const user = useUser()
  useWayBack(user)
  if (user === null) return <SignInFirst name={shownName(request.name) || request.host} />
  return (
    <Card>
      <Suspense fallback={<Skeleton lines={8} />}>
        <ConsentLayout uid={uid} request={request} user={user} />
      </Suspense>
    </Card>
  )
}

function Request({ uid }: { uid: string }) {
  const { data, error, refetch } = useQuery(requestQuery(uid))
  if (data) return <Answer uid={uid} request={data} />
  return (
    <Card>
      {isGone(error) ? (
        <RefusedCard why="expired" />
      ) : error ? (
        <Failed title={MESSAGES.notRead} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Card>
  )
}

function Refused() {
  const [{ why = 'invalid', host, name }] = useSearchState(ConnectSearch)
  return (
    <Card>
      <RefusedCard why={why} host={host} name={name} />
    </Card>
  )
}

/** An assistant sends its user here to ask for their consent. Outside the desk, and open to signed-out visitors. */
export function ConnectScreen() {
  const { uid = '' }: { uid?: string } = useParams({ strict: false })
  return (
    <div className="signed-out column justify-center gap-20">
      <title>{`${SCREENS.connect.title} · ${PRODUCT_NAME}`}</title>
      <main className="connect-main">{isWellFormed(uid) ? <Request uid={uid} /> : <Refused />}</main>
      <Footer />
    </div>
  )
}
