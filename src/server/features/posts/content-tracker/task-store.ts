import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import type { ChangedTask } from './task-queries.ts'

/** Stores the tasks of posts. */
export async function writeTasks(db: Db, tasks: readonly ChangedTask[]): Promise<void> {
  await db.execute(sql`
    update content_posts p set task_status = t.status, task_priority = t.priority
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as t (id integer, status text, priority text)
    where p.content_post_id = t.id`)
}
