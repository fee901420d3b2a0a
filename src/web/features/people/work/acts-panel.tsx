import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#shared/features/ground/audit/contract.ts'
import { ArticleLink } from '#web/features/articles/articles/article-link.tsx'
import { actLabel, tokenNameIn } from '#web/features/ground/audit/messages.ts'
import { TokenLink } from '#web/features/ground/audit/token-link.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { MESSAGES } from './messages.ts'
import { ownActsQuery } from './queries.ts'

/** The number of acts that can be taken in at a glance. */
const SHOWN = 8

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The act without the preposition that its subject would follow. */
const deedWords = (entry: AuditEntry) =>
  capitalised(
    tokenNameIn(entry) === null ? actLabel(entry.act) : actLabel(entry.act).replace(/ (of|for)$/, ''),
  )

interface Deed {
  entry: AuditEntry
  /** How often the act was repeated in a row, this being the last time. */
  count: number
}

const isSame = (one: AuditEntry, other: AuditEntry) =>
  one.act === other.act &&
  one.noun_id === other.noun_id &&
  one.label === other.label &&
  tokenNameIn(one) === tokenNameIn(other) &&
  one.actor.credential?.id === other.actor.credential?.id

/** Groups consecutive repetitions of the same act. */
function deedsOf(entries: readonly AuditEntry[]): Deed[] {
  const deeds: Deed[] = []
  for (const entry of entries) {
    const last = deeds.at(-1)
    if (last && isSame(last.entry, entry)) last.count += 1
    else deeds.push({ entry, count: 1 })
  }
  return deeds
}

/** The subject of an act, unless its label already names it. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { noun, noun_id: id, label } = entry
  const token = tokenNameIn(entry)
  if (token !== null) return <span className="quiet">{token}</span>
  if (noun === 'user' || label === null) return null
  const number = Number(id)
  if (noun === 'article' && Number.isInteger(number)) return <ArticleLink id={number}>{label}</ArticleLink>
  return <span className="quiet">{label}</span>
}

/** The user's latest acts. */
export function ActsPanel() {
  const { data, error, refetch } = useQuery(ownActsQuery)
  return (
    <section className="sheet side-panel" aria-labelledby="acts-title">
      <h2 id="acts-title">Your recent activity</h2>
      {data ? (
        data.length === 0 ? (
          <p className="quiet">{MESSAGES.noActs}</p>
        ) : (
          <ol className="acts">
            {deedsOf(data)
              .slice(0, SHOWN)
              .map(({ entry, count }) => (
                <li key={entry.id}>
                  <p className="break-words">
                    {deedWords(entry)} <Subject entry={entry} />
                    {count > 1 && <span className="quiet"> {count} times</span>}
                  </p>
                  <span className="meta">
                    <RelativeTime moment={entry.created_at} />
                    {entry.actor.credential && (
                      <>
                        {' '}
                        <TokenLink credential={entry.actor.credential} />
                      </>
                    )}
                  </span>
                </li>
              ))}
          </ol>
        )
      ) : error ? (
        <Failed title={MESSAGES.actsFailed} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  )
}
