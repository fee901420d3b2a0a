import { and, asc, count, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { ANSWER_SECONDS, IN_FLIGHT } from '#shared/features/operate/event-hooks/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { eventSends, eventTries } from '../../../db/schema/event-hooks.ts'
import { type HookRecord, lockHook } from './store.ts'

export type Send = typeof eventSends.$inferSelect
export type NewTry = typeof eventTries.$inferInsert

/** The job that shows a send as failed for good. */
export const REPORT_GIVEN_UP = 'event-hooks.report-given-up'

/** A server that holds a send for longer has died. */
const LEASE_MS = (ANSWER_SECONDS + 10) * 1000
/** Events of one message to Slack or Teams. */
export const MOST_COLLECTED = 500

const IS_OPEN = inArray(eventSends.state, ['waiting', 'retrying'])

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)

export interface SendClaim {
  hook: HookRecord
  sends: Send[]
}

/**
 * Takes what may be sent to a hook now: one event, or all of them for a collected message. Null if there is nothing, or
 * enough is under way on any server.
 */
export async function claimSends(tx: Db, hookId: number, now: Date): Promise<SendClaim | null> {
  const hook = await lockHook(tx, hookId)
  if (hook?.state !== 'active' || (hook.nextAt !== null && hook.nextAt > now)) return null
  const isCollected = hook.format !== 'standard'
  const [underWay] = await tx
    .select({ count: count() })
    .from(eventSends)
    .where(and(eq(eventSends.hookId, hookId), IS_OPEN, gt(eventSends.leasedUntil, now)))
  // A receiver that fails is tried with one event.
  if ((underWay?.count ?? 0) >= (isCollected || hook.failures > 0 ? 1 : IN_FLIGHT)) return null
  const due = tx
    .select({ id: eventSends.id })
    .from(eventSends)
    .where(
      and(
        eq(eventSends.hookId, hookId),
        IS_OPEN,
        or(isNull(eventSends.dueAt), lte(eventSends.dueAt, now)),
        or(isNull(eventSends.leasedUntil), lte(eventSends.leasedUntil, now)),
      ),
    )
    .orderBy(asc(eventSends.number))
    .limit(isCollected ? MOST_COLLECTED : 1)
  const sends = await tx
    .update(eventSends)
    .set({ leasedUntil: leaseEnd(now) })
    .where(inArray(eventSends.id, due))
    .returning()
  return sends.length === 0 ? null : { hook, sends: sends.sort((one, other) => one.number - other.number) }
}

/**
 * When there may be something to send to an active hook again; null if nothing waits. While enough is under way, that is
 * the end of a lease: its holder goes on sooner by itself.
 */
export async function findNextMoment(db: Db, hookId: number, now: Date): Promise<Date | null> {
  const isLeased = sql`s.leased_until > ${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select greatest(h.next_at, min(coalesce(greatest(s.due_at, s.leased_until), s.created_at)),
      case when count(*) filter (where ${isLeased})
        >= case when h.format <> 'standard' or h.failures > 0 then 1 else ${IN_FLIGHT}::int end
      then min(s.leased_until) filter (where ${isLeased}) end) as at
    from event_hooks h join event_sends s using (hook_id)
    where h.hook_id = ${hookId}::int and h.state = 'active' and s.state in ('waiting', 'retrying')
    group by h.hook_id`)
  const at = rows[0]?.at ?? null
  return at === null ? null : new Date(at)
}

export async function insertTest(
  db: Db,
  {
    hookId,
    label,
    now,
    ...actor
  }: Pick<Send, 'hookId' | 'label' | 'actorKind' | 'actorName'> & { now: Date },
): Promise<Send> {
  const [send] = await db
    .insert(eventSends)
    .values({ hookId, type: 'test', label, ...actor, leasedUntil: leaseEnd(now) })
    .returning()
  if (!send) throw new TypeError('Nothing was inserted.')
  return send
}

export async function insertTries(db: Db, tries: readonly NewTry[]): Promise<void> {
  await db.insert(eventTries).values([...tries])
}

type Progress = Partial<Pick<Send, 'state' | 'tries' | 'dueAt' | 'leasedUntil' | 'isReported'>>

/** Ends a claim; false if its lease ran out and the send is no longer this server's. */
export async function endClaim(db: Db, { id, leasedUntil }: Send, values: Progress): Promise<boolean> {
  const isHeld =
    leasedUntil === null ? isNull(eventSends.leasedUntil) : eq(eventSends.leasedUntil, leasedUntil)
  const rows = await db
    .update(eventSends)
    .set({ ...values, leasedUntil: null })
    .where(and(eq(eventSends.id, id), isHeld))
    .returning({ id: eventSends.id })
  return rows.length > 0
}

const oneOf = (hookId: number, id: string) => and(eq(eventSends.hookId, hookId), eq(eventSends.id, id))

/** The send if it failed for good and nothing has shown that yet; marks it as shown. */
export async function takeUnreported(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(eventSends)
    .set({ isReported: true })
    .where(and(eq(eventSends.id, id), eq(eventSends.state, 'given_up'), eq(eventSends.isReported, false)))
    .returning({ id: eventSends.id })
  return rows.length > 0
}

/** Whether somebody retried this failed job, which gives it one last try. */
export async function isAskedFor(db: Db, jobId: string | undefined): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from jobs.job where id = ${jobId ?? null}::uuid and retry_count >= retry_limit`,
  )
  return rows.length > 0
}

/** The same sends with their numbers of tries now: somebody may have asked to send them again. */
export async function withTries(tx: Db, claimed: readonly Send[]): Promise<Send[]> {
  const rows = await tx
    .select({ id: eventSends.id, tries: eventSends.tries })
    .from(eventSends)
    .where(
      inArray(
        eventSends.id,
        claimed.map(({ id }) => id),
      ),
    )
  const tries = new Map(rows.map((row) => [row.id, row.tries]))
  return claimed.map((send) => ({ ...send, tries: tries.get(send.id) ?? send.tries }))
}

/** Notes that these arrived, also if another server has taken them over meanwhile. */
export async function markSent(tx: Db, sent: readonly Send[]): Promise<void> {
  await tx
    .update(eventSends)
    .set({ state: 'sent', dueAt: null, leasedUntil: null })
    .where(
      inArray(
        eventSends.id,
        sent.map(({ id }) => id),
      ),
    )
}

/** Makes these sends of a hook wait for an immediate try, with all tries before them; returns their ids. */
async function requeue(db: Db, where: SQL | undefined): Promise<string[]> {
  const rows = await db
    .update(eventSends)
    .set({ state: 'waiting', tries: 0, dueAt: null, isReported: false })
    .where(where)
    .returning({ id: eventSends.id })
  const ids = rows.map(({ id }) => id)
  // An event that is sent again is no failed job any more.
  if (ids.length > 0)
    await db.execute(sql`
      delete from jobs.job where name = ${REPORT_GIVEN_UP}::text and state = 'failed'
        and data->>'sendId' = any(${sql.param(ids)}::text[])`)
  return ids
}

/** A decision that can still be undone waits with a moment and no tries: it isn’t sent ahead of it. */
export const requeueSend = (db: Db, hookId: number, id: string) =>
  requeue(
    db,
    and(
      oneOf(hookId, id),
      sql`not (${eventSends.state} = 'waiting' and ${eventSends.tries} = 0 and ${eventSends.dueAt} is not null)`,
    ),
  )

/** The same for all that failed in these moments. */
export const requeueFailed = (
  db: Db,
  hookId: number,
  { since, until }: { since: Date | null; until: Date | null },
) =>
  requeue(
    db,
    and(
      eq(eventSends.hookId, hookId),
      inArray(eventSends.state, ['retrying', 'given_up']),
      sql`${eventSends.type} <> 'test'`,
      since === null ? undefined : sql`${eventSends.createdAt} >= ${since.toISOString()}::timestamptz`,
      until === null ? undefined : sql`${eventSends.createdAt} < ${until.toISOString()}::timestamptz`,
    ),
  )

/** Waiting sends whose hook nobody works on, as after a crash or a restore: their hooks. */
export async function listWaitingHooks(db: Db, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ hook_id: number }>(sql`
    select hook_id from event_hooks h where state = 'active'
      and (next_at is null or next_at <= ${now.toISOString()}::timestamptz)
      and exists (select from event_sends s where s.hook_id = h.hook_id and s.state in ('waiting', 'retrying')
        and (s.due_at is null or s.due_at <= ${now.toISOString()}::timestamptz)
        and (s.leased_until is null or s.leased_until <= ${now.toISOString()}::timestamptz))`)
  return rows.map(({ hook_id: hookId }) => hookId)
}

/** A send that failed for good, with its hook and the last answer. */
export async function findGivenUp(db: Db, id: string) {
  const { rows } = await db.execute<{
    hookId: number
    hook: string
    status: number | null
    error: string | null
  }>(sql`
    select s.hook_id as "hookId", h.name as hook, t.status, t.error
    from event_sends s join event_hooks h using (hook_id)
    left join lateral (select * from event_tries l where l.send_id = s.send_id order by try_id desc limit 1) t on true
    where s.send_id = ${id}::uuid and s.state = 'given_up' and h.deleted_at is null`)
  return rows[0]
}
