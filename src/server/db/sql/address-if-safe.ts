import { type SQL, sql } from 'drizzle-orm'

/** The address if a link may lead there, else null: `safeAddress` of shared/features/articles/preview/rules.ts. */
export const addressIfSafe = (address: SQL): SQL<string | null> =>
  sql`case when ${address} ~* '^https?://' or ${address} ~ '^/(?![/\\\\])' then ${address} end`
