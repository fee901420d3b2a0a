import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import { MANY_ROWS, SETTLE_KEYWORDS } from '../../db/bulk-transaction.ts'

// Any number will do, as long as every upload asks for the same one.
const ONE_AT_A_TIME = 7_031_988

/** A tidy keyword as a line of COPY; its identity only where it is another text. */
function copyLine(keyword: string): string {
  const identity = keywordIdentity(keyword)
  const escaped = (text: string) => text.replaceAll('\\', '\\\\')
  return `${escaped(keyword)}\t${identity === keyword ? '\\N' : escaped(identity)}\n`
}

/** Puts keywords beside the others, in a table that the transaction takes along when it ends; answers how many. */
export async function stageKeywords(
  client: PoolClient,
  batches: AsyncIterable<readonly string[]>,
): Promise<number> {
  await client.query(
    'create temporary table uploaded_keywords (keyword text not null, identity text) on commit drop',
  )
  const copy = client.query(from('copy uploaded_keywords from stdin'))
  await pipeline(async function* () {
    for await (const batch of batches) yield Buffer.from(batch.map(copyLine).join(''))
  }, copy)
  return copy.rowCount
}

/** Adds those of the staged keywords that are new; of the same keyword twice, as it stands first. Answers how many. */
export async function insertStaged(client: PoolClient, now: Date): Promise<number> {
  await client.query('select pg_advisory_xact_lock($1)', [ONE_AT_A_TIME])
  // In the order of the index, which is quicker, and in which no two writers wait for each other.
  const { rowCount } = await client.query(
    `insert into keywords (keyword, identity, tracked_since, created_at)
     select keyword, coalesce(identity, keyword), $1, $1 from uploaded_keywords
     order by coalesce(identity, keyword) collate "C", ctid
     on conflict (identity) do nothing`,
    [now.toISOString()],
  )
  const added = rowCount ?? 0
  if (added >= MANY_ROWS) for (const step of SETTLE_KEYWORDS) await client.query(step)
  return added
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
