import { pipeline } from 'node:stream/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import { MANY_ROWS, SETTLE_KEYWORDS } from '../../../db/bulk-transaction.ts'
import type { Details } from './details-reader.ts'
import type { PlannedKeyword } from './keyword-reader.ts'

const NOTHING = '\\N'
const escaped = (text: string) => text.replaceAll('\\', '\\\\')

/** Tidy tags as an array inside a line of COPY. */
function tagsField(tags: readonly string[]): string {
  if (tags.length === 0) return NOTHING
  return escaped(`{${tags.map((tag) => `"${tag.replace(/["\\]/g, '\\$&')}"`).join()}}`)
}

const detailsFields = ({ tags, sites, isTracked }: Details) =>
  `${tagsField(tags)}\t{${sites.map(({ id }) => id).sort((one, other) => one - other)}}\t${isTracked}`
const NO_DETAILS = [NOTHING, NOTHING, NOTHING].join('\t')

/** A tidy keyword as a line of COPY; its identity only if it differs. */
function copyLine({ keyword, details }: PlannedKeyword): string {
  const identity = keywordIdentity(keyword)
  const others = details === null ? NO_DETAILS : detailsFields(details)
  return `${escaped(keyword)}\t${identity === keyword ? NOTHING : escaped(identity)}\t${others}\n`
}

/** Creates the staging table, which is dropped at the end of the transaction. */
export async function openStaging(client: PoolClient): Promise<void> {
  await client.query(
    `create temporary table uploaded_keywords
     (keyword text not null, identity text, tags text[], site_ids integer[], is_tracked boolean) on commit drop`,
  )
}

export const stageKeywords = (client: PoolClient, keywords: readonly PlannedKeyword[]): Promise<void> =>
  pipeline(
    [Buffer.from(keywords.map(copyLine).join(''))],
    client.query(from('copy uploaded_keywords from stdin')),
  )

// In the order of the index, which is quicker, and in which no two writers wait for each other.
const INSERT_PLAIN = `
  with added as (
  insert into keywords (keyword, identity, tracked_since, created_at)
  select keyword, coalesce(identity, keyword), $1, $1 from uploaded_keywords
  order by coalesce(identity, keyword) collate "C", ctid
  on conflict (identity) do nothing returning keyword_id)
  insert into added_keywords select keyword_id from added`

/** Creates the missing tags of new keywords, each distinct list once. */
const MAKE_TAGS = [
  `create temporary table uploaded_tags on commit drop as
   select distinct u.tags from (
     select distinct on (coalesce(identity, keyword) collate "C") coalesce(identity, keyword) as identity, tags
     from uploaded_keywords order by coalesce(identity, keyword) collate "C", ctid) u
   where u.tags is not null and not exists (select from keywords k where k.identity = u.identity)`,
  `insert into tags (tag) select distinct tag collate "C" from uploaded_tags, unnest(tags) tag order by 1
   on conflict (tag) do nothing`,
  `create temporary table uploaded_tag_ids on commit drop as
   select l.tags, array_agg(t.tag_id order by t.tag_id) as tag_ids
   from uploaded_tags l, unnest(l.tags) tag join tags t using (tag) group by l.tags`,
]

const INSERT_DETAILED = `
  with added as (
  insert into keywords (keyword, identity, is_tracked, tracked_since, tag_ids, site_ids, created_at)
  select keyword, coalesce(identity, keyword), is_tracked, case when is_tracked then $1::timestamptz end,
    coalesce(tag_ids, '{}'), site_ids, $1::timestamptz
  from uploaded_keywords u left join uploaded_tag_ids using (tags)
  order by coalesce(identity, keyword) collate "C", u.ctid
  on conflict (identity) do nothing returning keyword_id)
  insert into added_keywords select keyword_id from added`

const MAKE_ROOM = 'create temporary table added_keywords (keyword_id integer not null) on commit drop'
/** The keywords that have been added, until the transaction ends. */
export const ADDED: SQL = sql`select keyword_id from added_keywords`

/** Adds new keywords from the staging table; of duplicates, the first. Returns how many. */
export async function insertStaged(
  client: PoolClient,
  { hasDetails }: { hasDetails: boolean },
  now: Date,
): Promise<number> {
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.uploadKeywords])
  if (hasDetails) for (const step of MAKE_TAGS) await client.query(step)
  await client.query(MAKE_ROOM)
  const { rowCount } = await client.query(hasDetails ? INSERT_DETAILED : INSERT_PLAIN, [now.toISOString()])
  const added = rowCount ?? 0
  if (added >= MANY_ROWS) for (const step of SETTLE_KEYWORDS) await client.query(step)
  return added
}

/** The keywords that are here by their identities. */
export async function findWords(
  client: PoolClient,
  identities: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ identity: string; keyword: string }>(
    'select identity, keyword from keywords where identity = any($1::text[])',
    [identities],
  )
  return new Map(rows.map(({ identity, keyword }) => [identity, keyword]))
}

/** How many of the staged keywords are new. */
export async function countNew(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from (
       select distinct coalesce(identity, keyword) as identity from uploaded_keywords) u
     where not exists (select from keywords k where k.identity = u.identity)`,
  )
  return rows[0]?.count ?? 0
}
