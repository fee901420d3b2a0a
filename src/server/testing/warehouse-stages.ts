import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { createTestDatabase } from '../db/testing.ts'
import { writePosts } from '../features/posts/content-tracker/post-store.ts'
import { recomputePosts } from '../features/posts/content-tracker/store.ts'
import { importEarnings } from '../features/posts/content-tracker/verbs/import-earnings.ts'
import { importPosts } from '../features/posts/content-tracker/verbs/import-posts.ts'
import type { WarehouseImports } from '../features/posts/warehouse/feature.ts'
import { followWarehouse } from '../features/posts/warehouse/verbs/follow-warehouse.ts'
import { importAvailability } from '../features/products/products/verbs/import-availability.ts'
import { buildSite } from './builders.ts'
import { clickHouseSourceStage, type SourceStage, snowflakeSourceStage } from './source-stages.ts'

export const TODAY = '2026-11-22'
export const NOW = new Date(`${TODAY}T12:00:00Z`)

/** A post, and what it earned by Monday, in US dollars. */
export interface StagedPost {
  site: string
  postId: string
  title: string
  publishedOn?: string
  permalink?: string
  focusKeyword?: string
  products?: {
    asin: string
    name: string
    award: string
    stock?: 'IN_STOCK' | 'OUT_OF_STOCK' | 'INVALID_ASIN'
  }[]
  weeks?: Readonly<Record<string, number>>
  productWeeks?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export interface PostsStage extends Pick<Database, 'db' | 'pool'> {
  /** Writes these posts, with the sites that they need. */
  fill(posts: readonly StagedPost[]): Promise<void>
  close(): Promise<void>
}

/** The lines of a report that says all this. */
async function* reportOf(posts: readonly StagedPost[]) {
  let line = 1
  for (const { site, postId: post_id, weeks = {}, productWeeks = {} } of posts) {
    for (const [week, earnings] of Object.entries(weeks))
      yield { line: line++, cells: { site, post_id, week, earnings } }
    for (const [asin, ofWeek] of Object.entries(productWeeks))
      for (const [week, earnings] of Object.entries(ofWeek))
        yield { line: line++, cells: { site, post_id, asin, week, earnings } }
  }
}

export async function filePostsStage(): Promise<PostsStage> {
  const { db, pool, close } = await createTestDatabase()
  const clock = () => NOW
  const siteIds = new Map<string, number>()
  return {
    ...{ db, pool },
    async fill(posts) {
      for (const code of new Set(posts.map(({ site }) => site)))
        if (!siteIds.has(code)) siteIds.set(code, (await buildSite(db, { code })).id)
      const values = posts.map(({ site, postId, title, publishedOn, permalink, focusKeyword, products }) => ({
        siteId: siteIds.get(site) ?? 0,
        postId,
        title,
        published: publishedOn ?? null,
        modified: null,
        address: permalink ?? null,
        focusKeyword: focusKeyword ?? null,
        picture: null,
        trackingId: null,
        products:
          products?.map(({ asin, name, award }) => ({ asin, name, award, image: `/${asin}.jpg` })) ?? null,
      }))
      await writePosts(db, values, 'import')
      for (const { asin, stock } of posts.flatMap(({ products = [] }) => products))
        if (stock) await db.execute(sql`update products set stock = ${stock} where asin = ${asin}`)
      await importEarnings({ pool, clock, timeZone: 'UTC', refuse: () => {} }, reportOf(posts))
      await recomputePosts(db, { today: TODAY, now: NOW })
    },
    close,
  }
}

/** The rows of an outside warehouse. */
const rowsOf = (posts: readonly StagedPost[]) => ({
  posts: posts.map(({ site, postId, title, publishedOn, permalink, focusKeyword, products = [] }) => ({
    site,
    post_id: postId,
    title,
    published: publishedOn === undefined ? null : `${publishedOn}T00:00:00Z`,
    modified: null,
    address: permalink ?? null,
    focus_keyword: focusKeyword ?? null,
    picture: null,
    tracking_id: null,
    products: JSON.stringify(
      products.map(({ asin, name, award }) => ({ asin, name, award, image: `/${asin}.jpg` })),
    ),
  })),
  earnings: posts.flatMap(({ site, postId: post_id, weeks = {}, productWeeks = {} }) =>
    Object.entries({ '': weeks, ...productWeeks }).flatMap(([asin, ofWeek]) =>
      Object.entries(ofWeek).map(([week, earnings]) => ({
        ...{ site, post_id, week, asin },
        earnings: earnings.toFixed(2),
      })),
    ),
  ),
  availability: posts.flatMap(({ products = [] }) =>
    products.flatMap(({ asin, stock }) =>
      stock ? [{ asin, availability: stock, seen: `${TODAY}T08:00:00Z` }] : [],
    ),
  ),
})

/** Posts that are read from an outside warehouse. */
async function warehousePostsStage(begin: () => Promise<SourceStage>): Promise<PostsStage> {
  const outside = await begin()
  const { db, pool, close } = await createTestDatabase()
  const frame = { db, pool, clock: () => NOW, timeZone: 'UTC' }
  return {
    ...{ db, pool },
    async fill(posts) {
      for (const code of new Set(posts.map(({ site }) => site))) await buildSite(db, { code })
      await outside.put(rowsOf(posts))
      const log = {
        warn: (about: object, words: string) => {
          throw new Error(words, { cause: about })
        },
      }
      const imports: WarehouseImports = {
        posts: (rows, told) => importPosts({ ...frame, ...told }, rows),
        earnings: (rows, told) => importEarnings({ ...frame, ...told }, rows),
        availability: (rows, told) => importAvailability({ ...frame, ...told }, rows),
      }
      const deps = { ...frame, enqueueOnce: async () => {}, log, imports, warehouseSource: outside.source }
      await followWarehouse(deps, new AbortController().signal)
    },
    async close() {
      await close()
      await outside.close()
    },
  }
}

export const clickHousePostsStage = () => warehousePostsStage(clickHouseSourceStage)
export const snowflakePostsStage = () => warehousePostsStage(snowflakeSourceStage)
