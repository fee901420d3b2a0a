import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { workspaceFacts } from '../../../db/schema/workspace.ts'

const SAMPLE_PASSWORD = 'samplePassword'
const PUBLIC_URL = 'publicUrl'

/** Answers as soon as the database does; fails when it is away. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

/** A fact about the workspace, in the shape known to its writer; undefined if it was never written. */
export async function findFact(db: Db, name: string): Promise<unknown> {
  const [fact] = await db.select().from(workspaceFacts).where(eq(workspaceFacts.name, name))
  return fact?.value
}

async function findText(db: Db, name: string): Promise<string | null> {
  const value = await findFact(db, name)
  return typeof value === 'string' ? value : null
}

/** The password shared by all users of the sample workspace; null in a real workspace. */
export async function findSamplePassword(db: Db): Promise<string | null> {
  return findText(db, SAMPLE_PASSWORD)
}

export async function insertSamplePassword(db: Db, password: string): Promise<void> {
  await db.insert(workspaceFacts).values({ name: SAMPLE_PASSWORD, value: password })
}

/** Changes a fact; of two changes at once the second one sees the first. */
export async function changeFact<Value>(
  tx: Db,
  { name, none }: { name: string; none: Value },
  change: (value: Value) => Value,
): Promise<void> {
  await tx.insert(workspaceFacts).values({ name, value: none }).onConflictDoNothing()
  const [fact] = await tx.select().from(workspaceFacts).where(eq(workspaceFacts.name, name)).for('update')
  const value = change((fact?.value as Value | undefined) ?? none)
  await tx.update(workspaceFacts).set({ value }).where(eq(workspaceFacts.name, name))
}

/** Where people reach the server, as it said at its last start; null before the first one. */
export async function findPublicUrl(db: Db): Promise<string | null> {
  return findText(db, PUBLIC_URL)
}

export async function setPublicUrl(db: Db, publicUrl: string): Promise<void> {
  const value = { value: publicUrl }
  await db
    .insert(workspaceFacts)
    .values({ name: PUBLIC_URL, ...value })
    .onConflictDoUpdate({ target: workspaceFacts.name, set: value })
}
