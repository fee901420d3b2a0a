import { and, gt, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { signInRules } from '../../../db/schema/sign-in-rules.ts'
import { sessions } from '../../../db/schema/users.ts'

export interface LifeSpan {
  now: Date
  /** Sessions without use since then have ended; the rules may ask for less. */
  idleSince: Date
}

/** Null if the rules leave it to the server. Read in the same query, so a new rule applies to the next look-up. */
const ruleOf = (column: AnyPgColumn) => sql`(select ${column} from ${signInRules})`

/** When a session ends, however much it is used: rules that were shortened end running sessions too. */
export const endsAt = sql<Date>`least(${sessions.expiresAt},
  ${sessions.createdAt} + ${ruleOf(signInRules.sessionHours)} * interval '1 hour')`.mapWith(
  sessions.expiresAt,
)

/** In use after the moment at which idle sessions have ended. `greatest` ignores null. */
const isInUse = ({ now, idleSince }: LifeSpan) =>
  sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt}) > greatest(${idleSince}::timestamptz,
    ${now}::timestamptz - ${ruleOf(signInRules.sessionIdleMinutes)} * interval '1 minute')`

/** Neither revoked nor expired, and in use. */
export const isAlive = (span: LifeSpan) =>
  and(isNull(sessions.revokedAt), gt(endsAt, span.now), isInUse(span))
