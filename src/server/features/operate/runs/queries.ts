import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { IS_FAILED } from '../failed-jobs/feature.ts'

/** More are not listed. */
const MOST_RUNS = 200
const MOST_ENDS = 14
const MOST_LINES = 30

export interface OpenRunRow extends Record<string, unknown> {
  id: number
  name: string
  state: 'open' | 'stopped'
  reason: string | null
  attempts: number
  startedAt: string
  resumeAt: string | null
  /** State of its job; null if it has none. */
  job: 'created' | 'retry' | 'active' | 'failed' | null
  /** Start of the next try of its job. */
  nextAt: string | null
}

/** Open runs, the oldest first; those that only wait for their time last. */
export async function listOpenRuns(db: Db): Promise<OpenRunRow[]> {
  const { rows } = await db.execute<OpenRunRow>(sql`
    select r.run_id as id, r.name, r.state, r.reason, r.attempts, r.started_at as "startedAt",
      r.resume_at as "resumeAt", j.state::text as job, j.start_after as "nextAt"
    from runs r left join lateral (
      select state, start_after from jobs.job j
      where j.name = r.name and j.data = r.key and j.state in ('created', 'retry', 'active', 'failed')
      order by j.state = 'failed', j.created_on desc limit 1) j on true
    where r.ended_at is null order by r.resume_at > now() and r.reason is null nulls first, r.run_id limit ${MOST_RUNS}::int`)
  return rows
}

export interface EndRow extends Record<string, unknown> {
  name: string
  isOk: boolean
  startedAt: string
  endedAt: string
}

/** The last ends of jobs or runs of these names, the latest first. */
export async function listEnds(db: Db, names: readonly string[]): Promise<EndRow[]> {
  const { rows } = await db.execute<EndRow>(sql`
    select e.* from unnest(${sql.param([...names])}::text[]) n (name), lateral (
      select n.name, j.state = 'completed' as "isOk", j.started_on as "startedAt", j.completed_on as "endedAt"
      from jobs.job j where j.name = n.name and j.state in ('completed', 'failed') and j.completed_on is not null
        and not exists (select 1 from runs r where r.name = n.name)
      order by j.completed_on desc limit ${MOST_ENDS}::int) e
    union all
    select e.* from unnest(${sql.param([...names])}::text[]) n (name), lateral (
      select n.name, r.state = 'ended' as "isOk", r.started_at as "startedAt", r.ended_at as "endedAt"
      from runs r where r.name = n.name and r.ended_at > now() - interval '7 days'
      order by r.ended_at desc limit ${MOST_ENDS}::int) e
    order by "endedAt" desc`)
  return rows
}

export interface WorkRow extends Record<string, unknown> {
  name: string
  failed: number
  /** Jobs without a further try of their own. */
  failedForGood: number
  running: number
  attempts: number
  /** When the oldest of those that failed was created. */
  since: string | null
  message: string | null
  nextAt: string | null
  /** When the last one was created. */
  begunAt: string | null
}

/** Jobs by their names; failed ones of open runs are left out. */
export async function listWork(db: Db): Promise<WorkRow[]> {
  const { rows } = await db.execute<WorkRow>(sql`
    select j.name, count(*) filter (where ${IS_FAILED})::int as failed,
      count(*) filter (where j.state = 'failed')::int as "failedForGood",
      count(*) filter (where j.state = 'active')::int as running,
      coalesce(max(j.retry_count + 1) filter (where ${IS_FAILED}), 0)::int as attempts,
      min(j.created_on) filter (where ${IS_FAILED}) as since,
      (array_agg(coalesce(j.output->>'message', j.output->'value'->>'message') order by j.completed_on desc nulls last)
        filter (where ${IS_FAILED}))[1] as message,
      min(j.start_after) filter (where j.state = 'retry') as "nextAt", max(j.created_on) as "begunAt"
    from jobs.job j
    where not (${IS_FAILED} and exists (select 1 from runs r
      where r.name = j.name and r.key = j.data and r.ended_at is null))
    group by j.name`)
  return rows
}

/** Jobs of the last 24 hours. */
export async function countDay(db: Db): Promise<{ ended: number; failed: number }> {
  const { rows } = await db.execute<{ ended: number; failed: number }>(sql`
    select count(*) filter (where state = 'completed')::int as ended, count(*) filter (where state = 'failed')::int as failed
    from jobs.job where completed_on > now() - interval '1 day' and name not like '\\_\\_%'`)
  return rows[0] ?? { ended: 0, failed: 0 }
}

export interface LineRow extends Record<string, unknown> {
  at: string
  state: string
  tries: number
  seconds: number | null
  message: string | null
}

/** What happened to the jobs of a name, or of one run; the latest first. */
export async function listLines(
  db: Db,
  { name, runId }: { name: string; runId: number | null },
): Promise<LineRow[]> {
  const { rows } = await db.execute<LineRow>(sql`
    select coalesce(j.completed_on, j.started_on) as at, j.state::text as state, j.retry_count + 1 as tries,
      extract(epoch from j.completed_on - j.started_on)::float8 as seconds,
      coalesce(j.output->>'message', j.output->'value'->>'message') as message
    from jobs.job j
    where j.name = ${name} and j.started_on is not null
      and (${runId}::int is null or j.data = (select key from runs where run_id = ${runId}::int))
    order by at desc limit ${MOST_LINES}::int`)
  return rows
}
