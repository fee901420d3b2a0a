import { type ReactNode, useEffect, useState } from 'react'
import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import { AuthenticationError, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { session } from '#web/api/session.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { loadAddresses } from './addresses.ts'
import { screenAt } from './guard.ts'
import { LayoutSkeleton } from './layout/layout-skeleton.tsx'
import { loadSignedInLayout } from './layout/root-layout.tsx'
import { BUILT_SCREENS } from './screens.tsx'

/** Fetches the signed-in user from the server; permissions in the browser's storage are never trusted. */
async function readProfile(signal: AbortSignal): Promise<void> {
  const user = await call(authEndpoints.profile, {}, { signal })
  if (user === null) throw serviceUnavailable()
  session.refresh(user)
}

/** Preloads the code that is most likely needed next; a component that needs it reports an error itself. */
function loadCode() {
  const name = screenAt(window.location.pathname)
  loadSignedInLayout().catch(() => {})
  if (name !== undefined) BUILT_SCREENS[name]?.component.preload?.()?.catch(() => {})
}

type Progress = 'asking' | 'known' | Error

/** Delays the first screen until the user is known. */
export function AppStart({ children }: { children: ReactNode }) {
  const [progress, setProgress] = useState<Progress>(() => (session.token() === null ? 'known' : 'asking'))

  useEffect(() => {
    if (progress !== 'asking') return
    const stop = new AbortController()
    loadCode()
    Promise.all([readProfile(stop.signal), loadAddresses()])
      .then(() => setProgress('known'))
      .catch((error: Error) => {
        if (stop.signal.aborted) return
        // An expired token has already ended the session, so the answer is known too.
        setProgress(error instanceof AuthenticationError ? 'known' : error)
      })
    return () => stop.abort()
  }, [progress])

  if (progress === 'known') return children
  if (progress === 'asking') return <LayoutSkeleton />
  return (
    <main className="signed-out column justify-center gap-20">
      <div className="card">
        <Failed
          title="Can’t reach Copydesk"
          message={progress.message}
          onRetry={() => setProgress('asking')}
        />
      </div>
    </main>
  )
}
