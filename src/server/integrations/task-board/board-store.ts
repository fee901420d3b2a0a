import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { boardComments, boardSections, boardSubscriptions, boardTasks } from '../../db/schema/board.ts'
import { asLiteral } from '../../db/sql/like-pattern.ts'

export type SectionRecord = typeof boardSections.$inferSelect
export type TaskRecord = typeof boardTasks.$inferSelect
export type CommentRecord = typeof boardComments.$inferSelect
export type BoardSubscriptionRow = typeof boardSubscriptions.$inferSelect
export interface PlacedTask {
  task: TaskRecord
  section: SectionRecord
}

export async function listSections(db: Db, boardGid: string): Promise<SectionRecord[]> {
  return db
    .select()
    .from(boardSections)
    .where(eq(boardSections.boardGid, boardGid))
    .orderBy(asc(boardSections.position), asc(boardSections.gid))
}

export async function insertSections(db: Db, sections: readonly SectionRecord[]): Promise<void> {
  if (sections.length > 0)
    await db
      .insert(boardSections)
      .values([...sections])
      .onConflictDoNothing()
}

const placed = (db: Db) =>
  db
    .select({ task: boardTasks, section: boardSections })
    .from(boardTasks)
    .innerJoin(boardSections, eq(boardSections.gid, boardTasks.sectionGid))

export async function findTask(db: Db, gid: string): Promise<PlacedTask | undefined> {
  const [found] = await placed(db).where(eq(boardTasks.gid, gid))
  return found
}

/** With more names, one pass over the board is faster than a search for each. */
const MOST_PATTERNS = 100
const matchesOneOf = (names: readonly string[]) =>
  sql`${boardTasks.name} ilike any (${sql.param(names.map(asLiteral))}::text[])`
const isOneOfNames = (names: readonly string[]) =>
  sql`lower(${boardTasks.name}) = any (array(select lower(n) from unnest(${sql.param([...names])}::text[]) n))`

/** The tasks of a board with these numbers or names. */
export async function findTasks(
  db: Db,
  boardGid: string,
  { gids, names }: { gids: readonly string[]; names: readonly string[] },
): Promise<PlacedTask[]> {
  const named = names.length > MOST_PATTERNS ? isOneOfNames(names) : matchesOneOf(names)
  return placed(db)
    .where(and(eq(boardTasks.boardGid, boardGid), or(inArray(boardTasks.gid, [...gids]), named)))
    .orderBy(asc(boardTasks.createdAt), asc(boardTasks.gid))
}

/** Locks a task until the transaction ends. */
export async function lockTask(tx: Db, gid: string): Promise<void> {
  await tx.select({ gid: boardTasks.gid }).from(boardTasks).where(eq(boardTasks.gid, gid)).for('update')
}

export async function findTaskByKey(db: Db, boardGid: string, key: string): Promise<PlacedTask | undefined> {
  const [found] = await placed(db).where(and(eq(boardTasks.boardGid, boardGid), eq(boardTasks.key, key)))
  return found
}

/** The newest tasks of each of these sections. */
export async function listTasks(db: Db, sectionGids: readonly string[], most: number): Promise<TaskRecord[]> {
  const lists = await Promise.all(
    sectionGids.map((gid) =>
      db
        .select()
        .from(boardTasks)
        .where(eq(boardTasks.sectionGid, gid))
        .orderBy(desc(boardTasks.modifiedAt), desc(boardTasks.gid))
        .limit(most),
    ),
  )
  return lists.flat()
}

export async function countTasks(db: Db, sectionGids: readonly string[]): Promise<Map<string, number>> {
  if (sectionGids.length === 0) return new Map()
  const rows = await db
    .select({ gid: boardTasks.sectionGid, count: sql<number>`count(*)::int` })
    .from(boardTasks)
    .where(inArray(boardTasks.sectionGid, [...sectionGids]))
    .groupBy(boardTasks.sectionGid)
  return new Map(rows.map(({ gid, count }) => [gid, count]))
}

/** Names that hold the text: those that begin with it first, then those with a word that does, the newest first. */
export async function searchTasks(
  db: Db,
  text: string,
  most: number,
): Promise<{ gid: string; name: string }[]> {
  const pattern = asLiteral(text)
  return db
    .select({ gid: boardTasks.gid, name: boardTasks.name })
    .from(boardTasks)
    .where(sql`${boardTasks.name} ilike ${`%${pattern}%`}`)
    .orderBy(
      sql`${boardTasks.name} ilike ${`${pattern}%`} desc`,
      sql`${boardTasks.name} ilike ${`% ${pattern}%`} desc`,
      desc(boardTasks.modifiedAt),
      desc(boardTasks.gid),
    )
    .limit(most)
}

/** False if the board already has a task with this key. */
export async function insertTask(db: Db, task: TaskRecord): Promise<boolean> {
  const rows = await db
    .insert(boardTasks)
    .values(task)
    .onConflictDoNothing({ target: [boardTasks.boardGid, boardTasks.key] })
    .returning({ gid: boardTasks.gid })
  return rows.length > 0
}

export type TaskValues = Partial<
  Pick<TaskRecord, 'name' | 'notes' | 'priority' | 'isCompleted' | 'sectionGid' | 'boardGid'>
> & { modifiedAt: Date }

export async function updateTask(db: Db, gid: string, values: TaskValues): Promise<void> {
  await db.update(boardTasks).set(values).where(eq(boardTasks.gid, gid))
}

/** False if the task already has a comment with this key. */
export async function insertComment(
  db: Db,
  comment: { taskGid: string; key: string | null; text: string; createdAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(boardComments)
    .values(comment)
    .onConflictDoNothing({ target: [boardComments.taskGid, boardComments.key] })
    .returning({ id: boardComments.id })
  return rows.length > 0
}

/** The newest comments on a task, in the order in which they were written. */
export async function listComments(db: Db, taskGid: string, most: number): Promise<CommentRecord[]> {
  const newest = await db
    .select()
    .from(boardComments)
    .where(eq(boardComments.taskGid, taskGid))
    .orderBy(desc(boardComments.id))
    .limit(most)
  return newest.reverse()
}

export async function countComments(db: Db, taskGid: string): Promise<number> {
  return db.$count(boardComments, eq(boardComments.taskGid, taskGid))
}

export async function insertSubscription(db: Db, subscription: BoardSubscriptionRow): Promise<void> {
  await db.insert(boardSubscriptions).values(subscription)
}

export async function findSubscription(db: Db, gid: string): Promise<BoardSubscriptionRow | undefined> {
  const [found] = await db.select().from(boardSubscriptions).where(eq(boardSubscriptions.gid, gid))
  return found
}

export async function listSubscriptions(db: Db, boardGid: string): Promise<BoardSubscriptionRow[]> {
  return db
    .select()
    .from(boardSubscriptions)
    .where(and(eq(boardSubscriptions.boardGid, boardGid), eq(boardSubscriptions.isActive, true)))
}

export async function removeSubscription(db: Db, gid: string): Promise<void> {
  await db.delete(boardSubscriptions).where(eq(boardSubscriptions.gid, gid))
}
