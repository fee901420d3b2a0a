import { type SQL, sql } from 'drizzle-orm'

/**
 * Since when a row of event hooks fails: since its last requests failed, or else since its oldest event that is tried
 * again. Null if neither.
 */
export const hookFailingSince = (hook: SQL): SQL =>
  sql`coalesce(${hook}.failing_since, (
  select min(s.created_at) from event_sends s where s.hook_id = ${hook}.hook_id and s.state = 'retrying'))`
