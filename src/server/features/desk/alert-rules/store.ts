import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/connect.ts'
import { alertAnswers, alertFirings, alertPeople, alertRules } from '../../../db/schema/alert-rules.ts'

/** Retention of firings: the longest cool-down, and a year for back-tests. */

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

/** Returns the rule, locked until the transaction ends. */
export async function lockRule(db: Db, id: number): Promise<RuleRow | undefined> {
  const [row] = await db.select().from(alertRules).where(eq(alertRules.id, id)).for('update')
  return row
}

/** Returns a user's rules that are not deleted, locked until the transaction ends. */
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

/** Deletes the firings, because after a change of kind the subject ids mean something else. */
export async function forgetSubjects(db: Db, ruleId: number): Promise<void> {
  await db.delete(alertFirings).where(eq(alertFirings.ruleId, ruleId))
  await db.delete(alertAnswers).where(eq(alertAnswers.ruleId, ruleId))
}

/** Ids of a rule's individual recipients, including those who may no longer see its subjects. */
export async function listPeople(db: Db, ruleId: number): Promise<number[]> {
  const rows = await db
    .select({ id: alertPeople.userId })
    .from(alertPeople)
    .where(eq(alertPeople.ruleId, ruleId))
    .orderBy(alertPeople.userId)
  return rows.map(({ id }) => id)
}

export async function replacePeople(db: Db, ruleId: number, people: readonly number[]): Promise<void> {
  await db.delete(alertPeople).where(eq(alertPeople.ruleId, ruleId))
  const rows = [...new Set(people)].map((userId) => ({ ruleId, userId }))
  if (rows.length > 0) await db.insert(alertPeople).values(rows)
}

/** Returns whether this was a change. */
export async function follow(db: Db, ruleId: number, userId: number, isFollowed: boolean): Promise<boolean> {
  const { rowCount } = isFollowed
    ? await db.insert(alertPeople).values({ ruleId, userId }).onConflictDoNothing()
    : await db.delete(alertPeople).where(and(eq(alertPeople.ruleId, ruleId), eq(alertPeople.userId, userId)))
  return (rowCount ?? 0) > 0
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

/** Rules to evaluate: active, not deleted, not evaluated on this day yet. Takes no locks. */
export async function listDue(db: Db, today: string): Promise<RuleRow[]> {
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
}

export interface Evaluation {
  id: number
  version: number
  namedNow: number
  told90: number
  /** Subjects that it reports on this day. */
  subjects: readonly number[]
}

/**
 * Marks rules as evaluated on a day, and locks them until the transaction ends. Returns whether all of them
 * are unchanged since they were read; if not, the caller must roll back.
 */
export async function markEvaluated(db: Db, day: string, all: readonly Evaluation[]): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update alert_rules r set evaluated_on = ${day}::date, named_now = e.named, told_90 = e.told
    from unnest(${sql.param(all.map(({ id }) => id))}::integer[], ${sql.param(all.map(({ version }) => version))}::integer[],
      ${sql.param(all.map(({ namedNow }) => namedNow))}::integer[], ${sql.param(all.map(({ told90 }) => told90))}::integer[]
      ) e (id, version, named, told)
    where r.rule_id = e.id and r.version = e.version and r.is_on and r.deleted_at is null
      and r.evaluated_on is distinct from ${day}::date`)
  if (rowCount !== all.length) return false
  const firings = all.flatMap(({ id, subjects }) => subjects.map((subject) => ({ id, subject })))
  await db.execute(sql`
    insert into alert_tellings (rule_id, subject_id, day)
    select t.rule, t.subject, ${day}::date from unnest(${sql.param(firings.map(({ id }) => id))}::integer[],
      ${sql.param(firings.map(({ subject }) => subject))}::integer[]) t (rule, subject) on conflict do nothing`)
  return true
}

/** Number of rules in total and of this owner. No other user can add a rule until the transaction ends. */
export async function countRules(tx: Db, ownerId: number): Promise<{ all: number; own: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.addAlertRule})`)
  const { rows } = await tx.execute<{ all: number; own: number }>(sql`
    select count(*)::int as "all", (count(*) filter (where owner_id = ${ownerId}::int))::int as own
    from alert_rules where deleted_at is null`)
  return rows[0] ?? { all: 0, own: 0 }
}

/** The last day on which a rule fired for each of these subjects. */
export async function lastTold(db: Db, ruleId: number, subjects: readonly number[]) {
  if (subjects.length === 0) return new Map<number, string>()
  const rows = await db
    .select({ id: alertFirings.subjectId, day: sql<string>`max(${alertFirings.day})::text` })
    .from(alertFirings)
    .where(and(eq(alertFirings.ruleId, ruleId), inArray(alertFirings.subjectId, [...subjects])))
    .groupBy(alertFirings.subjectId)
  return new Map(rows.map(({ id, day }) => [id, day]))
}

/** Firings of a rule, newest first. */
export async function pageOfFirings(
  db: Db,
  ruleId: number,
  { size, page }: { size: number; page: number },
): Promise<{ total: number; firings: { id: number; day: string }[] }> {
  const ofRule = eq(alertFirings.ruleId, ruleId)
  const [total, firings] = await Promise.all([
    db.$count(alertFirings, ofRule),
    db
      .select({ id: alertFirings.subjectId, day: alertFirings.day })
      .from(alertFirings)
      .where(ofRule)
      .orderBy(desc(alertFirings.day), alertFirings.subjectId)
      .limit(size)
      .offset((page - 1) * size),
  ])
  return { total, firings }
}

/** Whether the facts were already counted on this day. */
export async function isCounted(db: Db, { today, timeZone }: { today: string; timeZone: string }) {
  const { rows } = await db.execute<{ isCounted: boolean }>(sql`
    select count(*) > 0 and bool_and((counted_at at time zone ${timeZone})::date >= ${today}::date) as "isCounted"
    from alert_reaches`)
  return rows[0]?.isCounted ?? false
}
