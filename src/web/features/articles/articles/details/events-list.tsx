import { useQuery } from '@tanstack/react-query'
import type { Article, ArticleEvent } from '#shared/features/articles/articles/contract.ts'
import type { AuditEntry } from '#shared/features/ground/audit/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useMay } from '#web/api/session.ts'
import { actLabel } from '#web/features/ground/audit/messages.ts'
import { articleAuditQuery } from '#web/features/ground/audit/queries.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { EVENT_LABELS, NONE } from '../messages.ts'

/** Without a user, a connected system caused the event. */
const nameOf = ({ user }: ArticleEvent) => (user ? fullName(user) : 'Copydesk')

function verbOf({ action, self }: ArticleEvent): string {
  if (self && action === 'approved') return 'self-approved'
  return (Object.hasOwn(EVENT_LABELS, action) ? EVENT_LABELS[action] : undefined) ?? action
}

interface Line {
  key: string
  name: string
  verb: string
  moment: string
  words: string | null
}

const eventLine = (event: ArticleEvent, index: number): Line => ({
  // Events have no id and are only ever appended.
  key: `event ${index}`,
  name: nameOf(event),
  verb: verbOf(event),
  moment: event.created_at,
  words: event.comment,
})

const auditLine = ({ id, actor, act, address, created_at: moment }: AuditEntry): Line => ({
  key: `entry ${id}`,
  name: actor.name,
  verb: actLabel(act),
  moment,
  words: address && `From ${address}`,
})

/**
 * The history of an article with users and times, latest first; for users with the permission also its audit
 * log.
 */
export function EventsList({ article }: { article: Pick<Article, 'article_id' | 'events'> }) {
  const maySeeAudit = useMay('ManageUsers')
  const { data: entries = [] } = useQuery({ ...articleAuditQuery(article.article_id), enabled: maySeeAudit })
  const lines = [...article.events.map(eventLine), ...entries.toReversed().map(auditLine)]
  if (lines.length === 0) return <p className="quiet">{NONE}</p>
  // Of events at the same time, the later one in the list is newer.
  const newestFirst = lines.toReversed().sort((one, other) => other.moment.localeCompare(one.moment))
  return (
    <ol className="events">
      {newestFirst.map(({ key, name, verb, moment, words }) => (
        <li key={key}>
          <b className="medium">{name}</b> {verb}{' '}
          <span className="quiet">
            <Moment moment={moment} />
          </span>
          {words && <p className="words quiet">{words}</p>}
        </li>
      ))}
    </ol>
  )
}
