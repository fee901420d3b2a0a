import { sql } from 'drizzle-orm'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import { fullNameFrom } from '../../../db/sql/full-name.ts'
import { IS_FAILED } from './store.ts'

/** A job that failed, with the row that it is about. */
export interface FailedJobRow extends Record<string, unknown> {
  id: string
  name: string
  state: 'failed' | 'retry'
  tries: number
  message: string | null
  /** Moments as the database writes them. */
  created_at: string
  tried_at: string
  start_after: string
  user: { id: number; name: string } | null
  article: { id: number; title: string; status: string; userId: number } | null
  file: { id: string; name: string } | null
  task: { gid: string; name: string } | null
  change_id: string | null
  day: string | null
}

/** Who or what the payloads of our jobs name; a row that is gone is nothing. */
const ABOUT = sql`
  left join notices n on n.notice_id = (j.data->>'noticeId')::int
  left join users u on u.id = coalesce((j.data->>'userId')::int, n.user_id)
  left join articles a on a.article_id = (j.data->>'articleId')::int
  left join exports e on e.export_id = j.data->>'exportId'
  left join board_tasks t on t.gid = j.data->>'gid'`

const hasName = (names: readonly string[]) => sql`j.name = any(${sql.param([...names])}::text[])`

const jsonOf = (isThere: ReturnType<typeof sql>, object: ReturnType<typeof sql>) =>
  sql`case when ${isThere} then ${object} end`

/** A page of the failed jobs of these names; the last tried first. */
export async function listFailedJobs(
  db: Db,
  names: readonly string[],
  page: number,
): Promise<FailedJobRow[]> {
  const { rows } = await db.execute<FailedJobRow>(sql`
    select j.id, j.name, j.state, j.retry_count + 1 as tries,
      coalesce(j.output->>'message', j.output->'value'->>'message') as message,
      j.created_on as created_at, coalesce(j.completed_on, j.started_on, j.created_on) as tried_at, j.start_after,
      ${jsonOf(sql`u.id is not null`, sql`json_build_object('id', u.id, 'name', ${fullNameFrom(sql`u`)})`)} as "user",
      ${jsonOf(sql`a.article_id is not null`, sql`json_build_object('id', a.article_id, 'title', a.title, 'status', a.status, 'userId', a.user_id)`)} as article,
      ${jsonOf(sql`e.export_id is not null`, sql`json_build_object('id', e.export_id, 'name', e.name)`)} as file,
      ${jsonOf(sql`t.gid is not null`, sql`json_build_object('gid', t.gid, 'name', t.name)`)} as task,
      j.data->>'changeId' as change_id, j.data->>'day' as day
    from jobs.job j ${ABOUT}
    where ${IS_FAILED} and ${hasName(names)}
    order by tried_at desc, j.id limit ${PAGE_SIZE}::int offset ${(page - 1) * PAGE_SIZE}::bigint`)
  return rows
}

export async function countFailedJobs(db: Db, names: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from jobs.job j where ${IS_FAILED} and ${hasName(names)}`,
  )
  return rows[0]?.count ?? 0
}
