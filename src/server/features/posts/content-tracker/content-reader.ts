import type { Pool } from 'pg'
import type { ContentFilter, ContentQuery } from '#shared/features/posts/content-tracker/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { createReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import { readInSlices } from '../../../db/read-in-slices.ts'
import { articles } from '../../../db/schema/articles.ts'
import { contentPosts, contentProducts } from '../../../db/schema/content.ts'
import { products } from '../../../db/schema/products.ts'
import { sites } from '../../../db/schema/sites.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'
import * as queries from './queries.ts'

const MAX_AGE_MS = 3000
/** Some 4 kB each at most, where it contains ids, and 20 kB. */
const [MOST_TOTALS, MOST_PAGES] = [500, 200]

/** Reads a page of posts and the total count through a cache of three seconds. */
export function createPageReader(frame: { db: Db; clock: () => Date }) {
  const { db } = frame
  const from = [contentPosts, contentProducts, products, sites]
  const cache = { ...frame, maxAgeMs: MAX_AGE_MS }
  const totals = createReadCache<queries.Matches>({ ...cache, from, most: MOST_TOTALS })
  const pages = createReadCache<queries.TrackedPost[]>({
    ...cache,
    from: [...from, articles],
    most: MOST_PAGES,
  })
  return async (query: ContentQuery): Promise<{ total: number; rows: queries.TrackedPost[] }> => {
    const { page, sort: _sort, sortOrder: _order, ...filter } = query
    const counted = totals.get(JSON.stringify(filter), () => queries.countContent(db, query))
    const [{ total }, rows] = await Promise.all([
      counted,
      rowsWithin(
        (page - 1) * PAGE_SIZE,
        async () => (await counted).total,
        async () => {
          const matches = queries.hasWords(query) ? await counted : null
          return pages.get(JSON.stringify([query, matches]), () => queries.listContent(db, query, matches))
        },
      ),
    ])
    return { total, rows }
  }
}

/** All posts in batches, as fast as the caller consumes them. */
export async function* readAllContent(pool: Pool, filter: ContentFilter) {
  for await (const rows of readInSlices<queries.SelectedPost>(pool, queries.allContentQuery(filter)))
    yield rows.map(queries.trackedPost)
}
