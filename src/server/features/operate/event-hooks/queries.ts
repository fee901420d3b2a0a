import { type SQL, sql } from 'drizzle-orm'
import { grantsOf, ROLE_IDS } from '#shared/access/roles.ts'
import type {
  EventType,
  HookFormat,
  SendFilter,
  SendState,
} from '#shared/features/operate/event-hooks/rules.ts'
import { HOOK_HOURS } from '#shared/features/operate/event-hooks/rules.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import { fullNameFrom } from '../../../db/sql/full-name.ts'
import { hookFailingSince } from '../../../db/sql/hook-failing-since.ts'

interface Person {
  id: number
  name: string
}

/** A hook with what its list shows. Moments are as the database writes them. */
export interface HookRow extends Record<string, unknown> {
  id: number
  name: string
  format: HookFormat
  address: string
  host: string
  types: EventType[]
  sites: { site_id: number; display_name: string }[] | null
  timing: 'at_once' | 'daily'
  state: 'active' | 'paused' | 'gone'
  stopped_at: string | null
  paused_by: Person | null
  failing_since: string | null
  last: {
    at: string
    status: number | null
    error: string | null
    ms: number
    arrived: boolean
    next_try_at: string | null
  } | null
  hours: { events: number; failed: number }[]
  old_secret_ends_at: string | null
  created_at: string
  created_by: Person | null
  version: number
}

const personOf = (id: SQL) =>
  sql`(select json_build_object('id', u.id, 'name', ${fullNameFrom(sql`u`)}) from users u where u.id = ${id})`

const HOURS = sql`(
  select json_agg(json_build_object('events', coalesce(c.events, 0), 'failed', coalesce(c.failed, 0)) order by g.ago desc)
  from generate_series(0, ${HOOK_HOURS}::int - 1) g(ago)
  left join (
    select floor(extract(epoch from now() - s.created_at) / 3600)::int as ago, count(*)::int as events,
      count(*) filter (where s.state in ('retrying', 'given_up'))::int as failed
    from event_sends s
    where s.hook_id = h.hook_id and s.type <> 'test'
      and s.created_at > now() - ${HOOK_HOURS}::int * interval '1 hour'
    group by 1) c using (ago))`

const LAST = sql`(
  select json_build_object('at', t.created_at, 'status', t.status, 'error', t.error, 'ms', t.ms,
    'arrived', t.has_arrived, 'next_try_at', case when s.state = 'retrying' then s.due_at end)
  from event_tries t join event_sends s using (send_id)
  where t.hook_id = h.hook_id order by t.try_id desc limit 1)`

/** All hooks by name, or one. */
export async function listHooks(db: Db, id: number | null = null): Promise<HookRow[]> {
  const { rows } = await db.execute<HookRow>(sql`
    select h.hook_id as id, h.name, h.format, h.address, h.host, h.types, h.timing, h.state, h.stopped_at,
      ${personOf(sql`h.stopped_by`)} as paused_by, ${hookFailingSince(sql`h`)} as failing_since, h.old_secret_ends_at,
      h.created_at, ${personOf(sql`h.created_by`)} as created_by, h.version, ${HOURS} as hours, ${LAST} as last,
      case when h.site_ids is not null then (
        select coalesce(json_agg(json_build_object('site_id', site_id, 'display_name', display_name)
          order by display_name), '[]')
        from sites where site_id = any(h.site_ids)) end as sites
    from event_hooks h where h.deleted_at is null and (${id}::int is null or h.hook_id = ${id}::int) order by lower(h.name), h.hook_id`)
  return rows
}

export interface HookNumbers extends Record<string, unknown> {
  sent: number
  failed: number
  waiting: number
  oldest_waiting_at: string | null
  median_ms: number | null
  slowest_ms: number | null
}

const IS_OPEN = sql`s.state in ('waiting', 'retrying')`

/** Numbers of the last 24 hours without tests, and what waits. */
export async function readNumbers(db: Db, id: number): Promise<HookNumbers> {
  const { rows } = await db.execute<HookNumbers>(sql`
    select n.*, w.*, t.* from (
      select count(*) filter (where s.state = 'sent')::int as sent,
        count(*) filter (where s.state in ('retrying', 'given_up'))::int as failed
      from event_sends s where s.hook_id = ${id}::int and s.type <> 'test'
        and s.created_at > now() - interval '1 day') n,
    (select count(*)::int as waiting, min(s.created_at) as oldest_waiting_at
      from event_sends s where s.hook_id = ${id}::int and ${IS_OPEN}) w,
    (select round(percentile_cont(0.5) within group (order by ms))::int as median_ms, max(ms) as slowest_ms
      from event_tries where hook_id = ${id}::int and has_arrived and created_at > now() - interval '1 day') t`)
  const [numbers] = rows
  if (!numbers) throw new TypeError('No row.')
  return numbers
}

/** An event of a hook, with its last try. */
export interface SendRow extends Record<string, unknown> {
  id: string
  type: EventType
  label: string
  site: string | null
  state: SendState
  tries: number
  status: number | null
  error: string | null
  ms: number | null
  created_at: string
  tried_at: string | null
  next_try_at: string | null
}

const STATES: Readonly<Record<SendFilter, readonly SendState[]>> = {
  sent: ['sent'],
  waiting: ['waiting'],
  failed: ['retrying', 'given_up'],
  given_up: ['given_up'],
}

export interface SendFilters {
  state?: SendFilter | undefined
  type?: readonly EventType[] | undefined
  /** Moments; the second is not included. */
  since: Date | null
  until: Date | null
}

function whereOf(hookId: number, { state, type, since, until }: SendFilters): SQL {
  const conditions = [
    sql`s.hook_id = ${hookId}::int`,
    ...(state ? [sql`s.state = any(${sql.param([...STATES[state]])}::text[])`] : []),
    ...(type?.length ? [sql`s.type = any(${sql.param([...type])}::text[])`] : []),
    ...(since ? [sql`s.created_at >= ${since.toISOString()}::timestamptz`] : []),
    ...(until ? [sql`s.created_at < ${until.toISOString()}::timestamptz`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

const SEND = sql`
  select s.send_id as id, s.type, s.label, i.display_name as site, s.state, t.status, t.error, t.ms, s.created_at,
    t.created_at as tried_at, case when s.state = 'retrying' then s.due_at end as next_try_at,
    (select count(*)::int from event_tries c where c.send_id = s.send_id) as tries
  from event_sends s left join sites i on i.site_id = s.site_id
  left join lateral (
    select * from event_tries l where l.send_id = s.send_id order by l.try_id desc limit 1) t on true`

export async function listSends(
  db: Db,
  hookId: number,
  { page, ...filters }: SendFilters & { page: number },
): Promise<{ rows: SendRow[]; totalCount: number }> {
  const where = whereOf(hookId, filters)
  const [{ rows }, { rows: counts }] = [
    await db.execute<SendRow>(sql`${SEND} where ${where} order by s.created_at desc, s.number desc
      limit ${PAGE_SIZE}::int offset ${(page - 1) * PAGE_SIZE}::bigint`),
    await db.execute<{ count: number }>(sql`select count(*)::int as count from event_sends s where ${where}`),
  ]
  return { rows, totalCount: counts[0]?.count ?? 0 }
}

export async function findSend(db: Db, hookId: number, id: string): Promise<SendRow | undefined> {
  const { rows } = await db.execute<SendRow>(
    sql`${SEND} where s.hook_id = ${hookId}::int and s.send_id = ${id}::uuid`,
  )
  return rows[0]
}

export interface TryRow extends Record<string, unknown> {
  at: string
  status: number | null
  error: string | null
  ms: number
  arrived: boolean
  is_rotating: boolean
  request: { headers: { name: string; value: string }[]; body: string }
  headers: { name: string; value: string }[] | null
  body: string | null
  is_cut: boolean
  wait_seconds: number | null
}

/** The tries of a send, the first one first. */
export async function listTries(db: Db, sendId: string): Promise<TryRow[]> {
  const { rows } = await db.execute<TryRow>(sql`
    select created_at as at, status, error, ms, has_arrived as arrived, is_rotating, request, headers, body, is_cut,
      wait_seconds
    from event_tries where send_id = ${sendId}::uuid order by try_id`)
  return rows
}

export async function readSiteNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select site_id as id, display_name as name from sites where site_id = any(${sql.param([...ids])}::int[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The users to notify that a hook was stopped: its maker, and engineers. */
export async function listKeepers(db: Db, hookId: number): Promise<number[]> {
  const roles = ROLE_IDS.filter((role) => grantsOf(role).includes('ManageWebhooks'))
  const { rows } = await db.execute<{ id: number }>(sql`
    select u.id from users u where u.active and u.kind = 'person' and (
      u.role_id = any(${sql.param(roles)}::text[])
      or u.id = (select created_by from event_hooks where hook_id = ${hookId}::int)) order by u.id`)
  return rows.map(({ id }) => id)
}

/** The first and the last moment of days of the organisation; `until` is not included. */
export async function momentsOf(
  db: Db,
  { since, until, timeZone }: { since: string | undefined; until: string | undefined; timeZone: string },
): Promise<{ since: Date | null; until: Date | null }> {
  if (since === undefined && until === undefined) return { since: null, until: null }
  const { rows } = await db.execute<{ since: string | null; until: string | null }>(sql`
    select ${since ?? null}::date::timestamp at time zone ${timeZone}::text as since,
      (${until ?? null}::date + 1)::timestamp at time zone ${timeZone}::text as until`)
  const momentOf = (moment: string | null | undefined) => (moment ? new Date(moment) : null)
  return { since: momentOf(rows[0]?.since), until: momentOf(rows[0]?.until) }
}
