import { type SQL, sql } from 'drizzle-orm'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { createNamedRows, type NamedRows } from '../../../db/json/named-rows.ts'
import { jsonRow } from '../../../db/json/shape.ts'
import { tags } from '../../../db/schema/keywords.ts'
import { sites } from '../../../db/schema/sites.ts'

/** The small tables whose rows a keyword names. */
export type KeywordNames = Readonly<Record<'tags' | 'sites', NamedRows>>

const TAGS = sql`select ${tags.id} as id, ${jsonRow<KeywordRow['tags'][number]>({
  tag_id: sql`${tags.id}`,
  tag: sql`${tags.tag}`,
})}::text as json from ${tags} order by ${tags.tag}`

const SITES = sql`select ${sites.id} as id, ${jsonRow<KeywordRow['sites'][number]>({
  site_id: sql`${sites.id}`,
  display_name: sql`${sites.displayName}`,
  logo_url: sql`${sites.logoUrl}`,
})}::text as json from ${sites} order by ${sites.displayName}`

export function createKeywordNames(deps: { db: Db; clock: () => Date }): KeywordNames {
  const read = (rows: SQL) => async () => (await deps.db.execute<{ id: number; json: string }>(rows)).rows
  return {
    tags: createNamedRows({ ...deps, from: [tags], read: read(TAGS) }),
    sites: createNamedRows({ ...deps, from: [sites], read: read(SITES) }),
  }
}
