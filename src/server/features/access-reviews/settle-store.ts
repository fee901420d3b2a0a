import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'

interface Closed {
  operation: string
  since: Date
  /** Left out: of anybody. */
  email?: string
}

interface FoundOpen {
  operation: string
  since: Date
  email: string
}

/** An account is known by its name at the system and, where it does not go by one of its own, by its address. */
const SAME: SQL = sql`(lower(a.account) = lower(s.account)
  or (a.email = s.email and not exists (
    select from access_review_systems y
    where y.review_id = a.review_id and y.operation = a.operation and y.is_by_name)))`

/**
 * In the review that goes on, an account that was revoked or found closed since is so there too, with who did that and
 * how, whether or not somebody had kept it before.
 */
export async function settleClosed(tx: Db, { operation, since, email }: Closed): Promise<void> {
  await tx.execute(sql`
    update access_review_accounts a
    set decision = 'revoked', decided_by = s.user_id, decided_at = s.at,
      outcome = case
        when s.run_id is not null then 'Offboarding run ' || s.run_id || ': ' || s.detail
        else 'User Access: ' || s.detail end
    from access_steps s, access_reviews r
    where r.review_id = a.review_id and r.ended_at is null and a.operation = ${operation}
      and s.operation = a.operation and s.step in ('revoked', 'inactive') and s.at >= ${since.toISOString()}::timestamptz
      ${email === undefined ? sql`` : sql`and s.email = ${email}`} and ${SAME}
      and (a.decision is null or (a.decision = 'keep' and a.decided_at <= s.at))`)
}

/** What was revoked, or said to be closed, and is found open since, is to be decided again. */
export async function reopenFound(tx: Db, { operation, since, email }: FoundOpen): Promise<void> {
  await tx.execute(sql`
    update access_review_accounts a
    set decision = null, decided_by = null, decided_at = null,
      outcome = case
        when s.run_id is not null then 'Offboarding run ' || s.run_id || ': found open again.'
        else 'User Access: found open again.' end
    from access_steps s, access_reviews r
    where r.review_id = a.review_id and r.ended_at is null and a.operation = ${operation}
      and s.operation = a.operation and s.step = 'active' and s.at >= ${since.toISOString()}::timestamptz
      and s.email = ${email} and ${SAME} and a.decision in ('revoked', 'closed') and a.decided_at <= s.at`)
}

/** What of somebody was kept before their offboarding was begun, is to be decided again: they have left since. */
export async function reopenKept(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`
    update access_review_accounts a
    set decision = null, decided_by = null, decided_at = null,
      outcome = 'It was kept before offboarding run ' || o.run_id || ' was begun.'
    from access_reviews r, offboarding_runs o
    where r.review_id = a.review_id and r.ended_at is null and a.email = ${email} and o.email = a.email
      and a.decision = 'keep' and a.decided_at < o.began_at`)
}
