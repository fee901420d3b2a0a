import { type SQL, sql } from 'drizzle-orm'
import type { EventType } from '#shared/features/operate/event-hooks/rules.ts'
import type { Db } from '../db/connect.ts'
import { auditEntries } from '../db/schema/audit.ts'
import type { NewAuditEntry } from './audit-store.ts'

/** An event as it is stored. */
export interface NewEvent {
  type: EventType
  subjectId: string | null
  label: string
  /** The article whose site is the event's; null for events of no site. */
  articleId?: number | null
  statusFrom?: string | null
  statusTo?: string | null
  count?: number | null
  email?: string | null
  /** For work that may run twice: no second event of this type and subject. */
  isOnce?: boolean
  /** It waits until it is freed, because the act can still be undone. */
  isHeld?: boolean
  actorKind: string
  actorName: string
}

const siteOf = ({ articleId = null }: NewEvent): SQL =>
  sql`(select site_id from articles where article_id = ${articleId}::int)`

function insertion(event: NewEvent): SQL {
  const { type, subjectId, label, statusFrom = null, statusTo = null, count = null, email = null } = event
  return sql`
    insert into event_sends (hook_id, type, subject_id, label, site_id, status_from, status_to, count, email,
      actor_kind, actor_name, due_at)
    select h.hook_id, ${type}::text, ${subjectId}::text, ${label}::text, s.site_id, ${statusFrom}::text,
      ${statusTo}::text, ${count}::int, ${email}::text, ${event.actorKind}::text, ${event.actorName}::text,
      ${event.isHeld === true ? sql`now() + interval '1 hour'` : sql`null::timestamptz`}
    from event_hooks h cross join lateral (select ${siteOf(event)} as site_id) s
    where h.state = 'active' and ${type}::text = any(h.types)
      and (h.site_ids is null or s.site_id is null or s.site_id = any(h.site_ids))
      ${event.isOnce === true ? sql`and not exists (select from event_sends e where e.hook_id = h.hook_id and e.type = ${type}::text and e.subject_id = ${subjectId}::text)` : sql``}
    -- An event for a hook that is deleted meanwhile is never sent, and is removed with the hook.
    for key share of h
    returning hook_id`
}

const hooksOf = ({ rows }: { rows: { hook_id: number }[] }) => [
  ...new Set(rows.map(({ hook_id: hookId }) => hookId)),
]

/** A send for each hook that listens; returns the hooks. */
export const insertSends = async (db: Db, event: NewEvent): Promise<number[]> =>
  hooksOf(await db.execute<{ hook_id: number }>(insertion(event)))

/** The same with the audit entry, in one statement: without hooks that listen, an event costs no round trip. */
export async function insertEntryAndSends(db: Db, entry: NewAuditEntry, event: NewEvent): Promise<number[]> {
  const entries = db.insert(auditEntries).values(entry).getSQL()
  return hooksOf(await db.execute<{ hook_id: number }>(sql`with entry as (${entries}) ${insertion(event)}`))
}

const heldOf = (articleId: number): SQL => sql`
  type in ('article.approved', 'article.returned', 'article.rejected') and subject_id = ${String(articleId)}::text
  and state in ('waiting', 'retrying') and tries = 0 and due_at is not null`

/** Lets the held events of an article go; returns their hooks. */
export const freeHeld = async (db: Db, articleId: number): Promise<number[]> =>
  hooksOf(
    await db.execute<{ hook_id: number }>(
      sql`update event_sends set due_at = null where ${heldOf(articleId)} returning hook_id`,
    ),
  )

export async function removeHeld(db: Db, articleId: number): Promise<void> {
  await db.execute(sql`delete from event_sends where ${heldOf(articleId)}`)
}
