import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

export interface JobCounts extends Record<string, unknown> {
  name: string
  waiting: number
  active: number
  failed: number
  /** For how long the first of those that could start has waited, in seconds. */
  oldest: number
}

/** Jobs by name; those of the queue itself are left out. */
export async function countJobs(db: Db): Promise<readonly JobCounts[]> {
  const { rows } = await db.execute<JobCounts>(sql`
    select name,
      count(*) filter (where state < 'active')::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as oldest
    from jobs.job where (state <= 'active' or state = 'failed') and name not like '\\_\\_%' group by name`)
  return rows
}

/** Today's calls by vendor account, and until when accounts are paused, in seconds since 1970. */
export async function readVendorAccounts(db: Db, today: string) {
  const [calls, pauses] = await Promise.all([
    db.execute<{ system: string; calls: number }>(
      sql`select system, calls from vendor_calls where day = ${today}`,
    ),
    db.execute<{ system: string; until: number }>(sql`
      select split_part(account, ' at ', 1) as system, max(extract(epoch from until))::float8 as until
      from vendor_pauses where until > 'epoch' group by 1`),
  ])
  return { calls: calls.rows, pauses: pauses.rows }
}

export interface DataAges extends Record<string, unknown> {
  /** Sessions that were neither ended nor have expired; those without use for long are among them. */
  sessions: number
  /** Seconds since the end of the newest day of share of voice; null without one. */
  shareOfVoice: number | null
  /** Seconds since the last stock scan ended; null before the first. */
  stock: number | null
  /** Age of the oldest event that waits for an active hook that sends at once; 0 if none does, null without such hooks. */
  oldestEvent: number | null
}

export async function readAges(db: Db, timeZone: string): Promise<DataAges | undefined> {
  const { rows } = await db.execute<DataAges>(sql`
    select
      (select count(*)::int from sessions where revoked_at is null and expires_at > now()) as sessions,
      (select extract(epoch from now() - ((max(day) + 1)::timestamp at time zone ${timeZone}::text))::float8 from publisher_days)
        as "shareOfVoice",
      (select extract(epoch from now() - max(ended_at))::float8 from stock_scans) as stock,
      (select coalesce(max(extract(epoch from now() - (
          select min(s.created_at) from event_sends s
          where s.hook_id = h.hook_id and s.state in ('waiting', 'retrying')))), 0)::float8
        from event_hooks h where h.state = 'active' and h.timing = 'at_once' having count(*) > 0) as "oldestEvent"`)
  return rows[0]
}
