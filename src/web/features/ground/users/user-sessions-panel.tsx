import { useQuery } from '@tanstack/react-query'
import type { User } from '#shared/features/ground/users/contract.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { SessionsCard } from '#web/features/ground/auth/sessions-card.tsx'
import { resetQuestion } from '#web/features/ground/factors/messages.ts'
import { useResetFactors } from '#web/features/ground/factors/queries.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { MESSAGES, nameOf, signOutQuestion } from './messages.ts'
import { userSessionsQuery, useSignOutUser } from './queries.ts'

/** The sessions of a user; users who may change users can end them, and reset a lost second factor. */
export function UserSessionsPanel({ user }: { user: User }) {
  const me = useUser()
  const mayEnd = useMay('UpdateUser')
  const { data: sessions, error, refetch } = useQuery(userSessionsQuery(user.id))
  const signOut = useSignOutUser(user.id)
  const reset = useResetFactors(user.id)
  const confirm = useConfirm()
  const isOwn = me?.id === user.id
  const others = sessions?.filter(({ is_current: isCurrent }) => !isCurrent).length ?? 0
  const ask = async () => {
    if (await confirm(signOutQuestion(user, isOwn))) signOut.mutate()
  }
  const askToReset = async () => {
    if (await confirm(resetQuestion(nameOf(user)))) reset.mutate()
  }
  return (
    <section className="sheet side-panel" aria-labelledby="user-sessions-title">
      <header>
        <h2 id="user-sessions-title">Signed in</h2>
        {mayEnd && others > 0 && (
          <Button size="small" danger loading={signOut.isPending} onClick={() => void ask()}>
            {isOwn ? 'Sign out elsewhere' : 'Sign out everywhere'}
          </Button>
        )}
      </header>
      {sessions ? (
        sessions.length === 0 ? (
          <p className="quiet">{MESSAGES.nowhere}</p>
        ) : (
          <SessionsCard sessions={sessions} current="this session" />
        )
      ) : error ? (
        <Failed title={MESSAGES.sessionsFailed} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={2} />
      )}
      {mayEnd && !isOwn && (
        <div>
          <Button size="small" danger loading={reset.isPending} onClick={() => void askToReset()}>
            Reset the second factor
          </Button>
        </div>
      )}
    </section>
  )
}
