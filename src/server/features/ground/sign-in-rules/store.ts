import { eq, sql } from 'drizzle-orm'
import { type SignInRules, USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/connect.ts'
import { factorReminders, signInRules } from '../../../db/schema/sign-in-rules.ts'

type Row = typeof signInRules.$inferSelect

export interface StoredRules {
  rules: SignInRules
  /** 0 before the first save. */
  version: number
  changedAt: Date | null
  changedBy: number | null
}

const UNSAVED: StoredRules = { rules: USUAL_RULES, version: 0, changedAt: null, changedBy: null }

/** A row without a version was made for a lock only. */
function storedOf(row: Row | undefined): StoredRules {
  if (row === undefined || row.version === 0) return UNSAVED
  const rules = {
    second_factor: row.secondFactor,
    second_factor_from: row.secondFactorFrom,
    passwords: row.passwords,
    session_hours: row.sessionHours,
    session_idle_minutes: row.sessionIdleMinutes,
    sessions_at_once: row.sessionsAtOnce,
    people_make_tokens: row.peopleMakeTokens,
    token_days: row.tokenDays,
    tokens_each: row.tokensEach,
    assistants: row.assistants,
    assistant_hosts: row.assistantHosts,
  }
  return { rules, version: row.version, changedAt: row.changedAt, changedBy: row.changedBy }
}

export async function findRules(db: Db): Promise<StoredRules> {
  const [row] = await db.select().from(signInRules)
  return storedOf(row)
}

/** The same, which nobody changes until the transaction ends. Before any user is locked. */
export async function holdRules(tx: Db): Promise<StoredRules> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.signInRules})`)
  return findRules(tx)
}

/** The same, locked until the transaction ends. `isNew`: the row was made for that and holds no saved rules yet. */
export async function lockRules(tx: Db, now: Date): Promise<StoredRules & { isNew: boolean }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.signInRules})`)
  const made = await tx
    .insert(signInRules)
    .values({ changedAt: now })
    .onConflictDoNothing()
    .returning({ id: signInRules.id })
  const [row] = await tx.select().from(signInRules).for('update')
  return { ...storedOf(row), isNew: made.length > 0 }
}

/** Removes the row that this transaction has made only for the lock. */
export async function removeRow(tx: Db): Promise<void> {
  await tx.delete(signInRules)
}

export async function writeRules(
  tx: Db,
  rules: SignInRules,
  { version, userId, now }: { version: number; userId: number | null; now: Date },
): Promise<void> {
  await tx
    .update(signInRules)
    .set({
      secondFactor: rules.second_factor,
      secondFactorFrom: rules.second_factor_from,
      passwords: rules.passwords,
      sessionHours: rules.session_hours,
      sessionIdleMinutes: rules.session_idle_minutes,
      sessionsAtOnce: rules.sessions_at_once,
      peopleMakeTokens: rules.people_make_tokens,
      tokenDays: rules.token_days,
      tokensEach: rules.tokens_each,
      assistants: rules.assistants,
      assistantHosts: rules.assistant_hosts,
      version,
      changedAt: now,
      changedBy: userId,
    })
    .where(eq(signInRules.id, 1))
}

/** Records a reminder for each user; returns the users who had none for this occasion and day. */
export async function insertReminders(
  tx: Db,
  userIds: readonly number[],
  { day, occasion, now }: { day: string; occasion: 'saved' | 'soon' | 'today'; now: Date },
): Promise<number[]> {
  if (userIds.length === 0) return []
  const inserted = await tx
    .insert(factorReminders)
    .values(userIds.map((userId) => ({ userId, day, occasion, createdAt: now })))
    .onConflictDoNothing()
    .returning({ userId: factorReminders.userId })
  return inserted.map(({ userId }) => userId)
}
