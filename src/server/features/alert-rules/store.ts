import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { alertAnswers, alertPeople, alertRules, alertTellings } from '../../db/schema/alert-rules.ts'

/** The longest time for which a telling counts is a cool-down; a year of them is for whoever looks back. */
const TELLINGS_KEPT_DAYS = 400

export type RuleRow = typeof alertRules.$inferSelect
export type RuleValues = Pick<
  RuleRow,
  'name' | 'kind' | 'against' | 'threshold' | 'least' | 'siteId' | 'coolDownDays' | 'isOn' | 'roles'
>

export async function insertRule(
  db: Db,
  values: RuleValues & { ownerId: number; changedAt: Date },
): Promise<number> {
  const [row] = await db.insert(alertRules).values(values).returning({ id: alertRules.id })
  if (!row) throw new Error('The database did not return the new rule.')
  return row.id
}

/** The rule, held until the transaction ends. */
export async function lockRule(db: Db, id: number): Promise<RuleRow | undefined> {
  const [row] = await db.select().from(alertRules).where(eq(alertRules.id, id)).for('update')
  return row
}

/** The rules of somebody that are not deleted, held until the transaction ends. */
export const lockOwnRules = (db: Db, ownerId: number): Promise<RuleRow[]> =>
  db
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.ownerId, ownerId), isNull(alertRules.deletedAt)))
    .orderBy(alertRules.id)
    .for('update')

export async function updateRule(db: Db, id: number, values: Partial<typeof alertRules.$inferInsert>) {
  await db.update(alertRules).set(values).where(eq(alertRules.id, id))
}

/** Numbers of other subjects mean something else. */
export async function forgetSubjects(db: Db, ruleId: number): Promise<void> {
  await db.delete(alertTellings).where(eq(alertTellings.ruleId, ruleId))
  await db.delete(alertAnswers).where(eq(alertAnswers.ruleId, ruleId))
}

/** Whom a rule tells by name, those who may not hear it any more among them. */
export async function listPeople(db: Db, ruleId: number): Promise<number[]> {
  const rows = await db
    .select({ id: alertPeople.userId })
    .from(alertPeople)
    .where(eq(alertPeople.ruleId, ruleId))
    .orderBy(alertPeople.userId)
  return rows.map(({ id }) => id)
}

/** What was told longer ago than a cool-down or a look back reaches; answers stay, which say what a rule is worth. */
export async function forgetOldTellings(db: Db, today: string): Promise<void> {
  await db.execute(sql`delete from alert_tellings where day < ${today}::date - ${TELLINGS_KEPT_DAYS}::int`)
}

export async function replacePeople(db: Db, ruleId: number, people: readonly number[]): Promise<void> {
  await db.delete(alertPeople).where(eq(alertPeople.ruleId, ruleId))
  const rows = [...new Set(people)].map((userId) => ({ ruleId, userId }))
  if (rows.length > 0) await db.insert(alertPeople).values(rows)
}

export async function follow(db: Db, ruleId: number, userId: number, isFollowed: boolean): Promise<void> {
  if (isFollowed) await db.insert(alertPeople).values({ ruleId, userId }).onConflictDoNothing()
  else await db.delete(alertPeople).where(and(eq(alertPeople.ruleId, ruleId), eq(alertPeople.userId, userId)))
}

interface Answer {
  ruleId: number
  subjectId: number
  userId: number
}

export async function putAnswer(
  db: Db,
  { ruleId, subjectId, userId }: Answer,
  answer: { isRight: boolean; createdAt: Date } | null,
): Promise<void> {
  const { ruleId: rule, subjectId: subject, userId: user } = alertAnswers
  if (answer === null) {
    await db.delete(alertAnswers).where(and(eq(rule, ruleId), eq(subject, subjectId), eq(user, userId)))
    return
  }
  await db
    .insert(alertAnswers)
    .values({ ruleId, subjectId, userId, ...answer })
    .onConflictDoUpdate({ target: [rule, subject, user], set: answer })
}

/** The rules that speak: on, not deleted, and not evaluated on this day yet; held until the transaction ends. */
export async function lockDue(db: Db, today: string): Promise<RuleRow[]> {
  return db
    .select()
    .from(alertRules)
    .where(
      and(
        eq(alertRules.isOn, true),
        isNull(alertRules.deletedAt),
        sql`${alertRules.evaluatedOn} is distinct from ${today}::date`,
      ),
    )
    .orderBy(alertRules.id)
    .for('update')
}

/** The last day on which a rule told of each of these subjects. */
export async function lastTold(db: Db, ruleId: number, subjects: readonly number[]) {
  if (subjects.length === 0) return new Map<number, string>()
  const rows = await db
    .select({ id: alertTellings.subjectId, day: sql<string>`max(${alertTellings.day})::text` })
    .from(alertTellings)
    .where(and(eq(alertTellings.ruleId, ruleId), inArray(alertTellings.subjectId, [...subjects])))
    .groupBy(alertTellings.subjectId)
  return new Map(rows.map(({ id, day }) => [id, day]))
}

export async function insertTellings(
  db: Db,
  ruleId: number,
  { day, subjects }: { day: string; subjects: readonly number[] },
): Promise<void> {
  await db.execute(sql`
    insert into alert_tellings (rule_id, subject_id, day)
    select ${ruleId}::int, unnest(${sql.param([...subjects])}::integer[]), ${day}::date on conflict do nothing`)
}

/** Whether the facts were counted on this day already. */
export async function isCounted(db: Db, { today, timeZone }: { today: string; timeZone: string }) {
  const { rows } = await db.execute<{ isCounted: boolean }>(sql`
    select count(*) > 0 and bool_and((counted_at at time zone ${timeZone})::date >= ${today}::date) as "isCounted"
    from alert_reaches`)
  return rows[0]?.isCounted ?? false
}
