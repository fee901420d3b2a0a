import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { workspaceFacts } from '../../db/schema/workspace.ts'

const SAMPLE_PASSWORD = 'samplePassword'

/** Answers as soon as the database does; fails when it is away. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

/** The password that all people of the sample workspace share; null in a workspace of one's own. */
export async function findSamplePassword(db: Db): Promise<string | null> {
  const [fact] = await db.select().from(workspaceFacts).where(eq(workspaceFacts.name, SAMPLE_PASSWORD))
  return typeof fact?.value === 'string' ? fact.value : null
}

export async function insertSamplePassword(db: Db, password: string): Promise<void> {
  await db.insert(workspaceFacts).values({ name: SAMPLE_PASSWORD, value: password })
}
