import { useQuery } from '@tanstack/react-query'
import { countedIn } from '#shared/format/count.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { FAILURES, NO_HISTORY } from './messages.ts'
import { attemptsQuery } from './queries.ts'

/** The user's previous statements; clicking one puts it into the editor. */
export function HistoryList({ onTake }: { onTake: (statement: string) => void }) {
  const { data, error, refetch } = useQuery(attemptsQuery)
  if (error) return <Failed title={FAILURES.history} message={error.message} onRetry={() => void refetch()} />
  if (data?.length === 0) return <p className="meta">{NO_HISTORY}</p>
  return (
    <ul className="console-history">
      {data?.map(({ attempt_id: id, statement, purpose, asked_at: moment, rows, error: fault }) => (
        <li key={id}>
          <button type="button" title={statement} onClick={() => onTake(statement)}>
            <code>{statement}</code>
          </button>
          <span className={fault === null ? 'meta' : 'meta console-fault'}>
            <RelativeTime moment={moment} />
            {fault !== null
              ? `, ${purpose === 'file' ? 'no file' : 'failed'}: ${fault}`
              : rows !== null && `, ${countedIn(rows, 'row')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
