import { useQuery } from '@tanstack/react-query'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { ELSEWHERE, MESSAGES } from './messages.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './queries.ts'
import { SessionsCard } from './sessions-card.tsx'

/** The user's sessions, with a button to end all others. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const confirm = useConfirm()
  const others = data?.filter(({ is_current: isCurrent }) => !isCurrent).length ?? 0
  const ask = async () => {
    if (await confirm(ELSEWHERE)) endOthers.mutate()
  }
  return (
    <section className="sheet side-panel" aria-labelledby="sessions-title">
      <header>
        <h2 id="sessions-title">Where you are signed in</h2>
        {others > 0 && (
          <Button size="small" danger loading={endOthers.isPending} onClick={() => void ask()}>
            {ELSEWHERE.title}
          </Button>
        )}
      </header>
      {data ? (
        <>
          <SessionsCard
            sessions={data}
            current="this one"
            ending={end.isPending ? end.variables : null}
            onEnd={({ id }) => end.mutate(id)}
          />
          {others === 0 && <p className="meta">{MESSAGES.nowhereElse}</p>}
        </>
      ) : error ? (
        <Failed title={MESSAGES.sessionsFailed} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </section>
  )
}
