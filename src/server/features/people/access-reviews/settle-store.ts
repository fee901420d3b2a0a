import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'

interface Closed {
  operation: string
  since: Date
  /** Everybody's accounts if left out. */
  email?: string
}

interface FoundOpen {
  operation: string
  since: Date
  email: string
}

/**
 * An account is identified by its name in the system or, if the system has no account names, by its address.
 */
const SAME: SQL = sql`(lower(a.account) = lower(s.account)
  or (a.email = s.email and not exists (
    select from access_review_systems y
    where y.review_id = a.review_id and y.operation = a.operation and y.is_by_name)))`

/**
 * Marks accounts in the open review as revoked if they were revoked or found closed since, with the user and
 * the outcome, even if a reviewer had kept them.
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

/** Reopens the decision on accounts that were revoked or marked as closed, but were found open since. */
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

/**
 * Reopens the decisions to keep a person's accounts that were made before the offboarding began, because the
 * person has left since.
 */
export async function reopenKept(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`
    update access_review_accounts a
    set decision = null, decided_by = null, decided_at = null,
      outcome = 'It was kept before offboarding run ' || o.run_id || ' started.'
    from access_reviews r, offboarding_runs o
    where r.review_id = a.review_id and r.ended_at is null and a.email = ${email} and o.email = a.email
      and a.decision = 'keep' and a.decided_at < o.began_at`)
}
