import { createHash } from 'node:crypto'
import { count, eq, getTableColumns, isNotNull, like, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import {
  articleEvents,
  articleKeywords,
  articleProducts,
  articleReturns,
  articles,
} from '#server/db/schema/articles.ts'
import { boardSections, boardTasks } from '#server/db/schema/board.ts'
import { contentPosts } from '#server/db/schema/content.ts'
import { keywordComments, keywords, savedViews, tags } from '#server/db/schema/keywords.ts'
import { products } from '#server/db/schema/products.ts'
import { keywordDays, publishers, stats } from '#server/db/schema/share-of-voice.ts'
import { sites } from '#server/db/schema/sites.ts'
import { users, visits } from '#server/db/schema/users.ts'
import { workspaceFacts } from '#server/db/schema/workspace.ts'
import { createTestDatabase } from '#server/db/testing.ts'
import { readOutlooks } from '#server/features/keywords/keyword-changes/queries.ts'
import { listMismatches } from '#server/features/posts/gsc-keywords/queries.ts'
import { presentRivalDays } from '#server/features/posts/rivalries/present.ts'
import { listRivalries, readRivalDays } from '#server/features/posts/rivalries/queries.ts'
import { quoteOf } from '#server/integrations/product-catalog/day-trade.ts'
import { createBuiltInPosts } from '#server/integrations/publishing-site/built-in.ts'
import { createBuiltInSearches } from '#server/integrations/search-performance/built-in.ts'
import { readBuiltInPost } from '#server/integrations/story-reader/built-in.ts'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import { STARS_LEAST } from '#shared/features/articles/replacements/rules.ts'
import { FLAGS, flagBit } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { sampleArticles } from './articles.ts'
import { fillSampleWorkspace } from './fill.ts'
import { sampleGoods } from './goods.ts'
import { SAMPLE_PEOPLE } from './people.ts'
import { SEARCHED_POSTS } from './searches.ts'
import { isGone, TRACKED } from './tracked.ts'

const now = new Date('2026-11-20T15:00:00Z')
/** Takes pictures as a workspace's store does, and remembers them. */
function imageStore() {
  const stored = new Map<string, Buffer>()
  const storeImage = async (bytes: Buffer, type: string) => {
    const url = `/images/${createHash('sha256').update(bytes).digest('hex')}.${type.slice(6)}`
    stored.set(url, bytes)
    return url
  }
  return { stored, storeImage }
}

let database: Database
const { stored, storeImage } = imageStore()
const rowsOf = async (table: PgTable) =>
  (await database.db.select({ rows: count() }).from(table))[0]?.rows ?? 0

/** Row counts of each table as another connection sees them during the fill. */
async function readCounts(): Promise<[string, number][]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const counts: [string, number][] = []
  for (const { name } of rows) {
    const counted = await database.pool.query(`select count(*)::int as rows from public."${name}"`)
    counts.push([name, counted.rows[0].rows])
  }
  return counts
}
let seenBefore: [string, number][]
let seenAtTheEnd: [string, number][]
const told: string[] = []

const ESTIMATE = sql`select reltuples::int as sites from pg_class where relname = 'sites' and relkind = 'r'`
/** Sixty pictures and ten thousand rows take their time on a busy machine. */
const PATIENCE = 300_000

beforeAll(async () => {
  database = await createTestDatabase()
  // As autovacuum does during the fill: the statistics say that the tables are empty, and they are not.
  await database.db.execute(sql`analyze`)
  seenBefore = await readCounts()
  await fillSampleWorkspace({
    db: database.db,
    now,
    passwordHash: 'hash',
    storeImage,
    onPart: (part) => told.push(part),
    alongside: async (tx) => {
      await tx.insert(workspaceFacts).values({ name: 'sample', value: true })
      seenAtTheEnd = await readCounts()
    },
  })
}, PATIENCE)
afterAll(() => database.close())

test('until the fill ends, other connections see no row of the sample', async () => {
  expect(seenAtTheEnd).toEqual(seenBefore)
  const written = new Map(await readCounts())
  for (const name of ['sites', 'users', 'keywords', 'tags', 'articles', 'visits', 'workspace_facts'])
    expect([name, (written.get(name) ?? 0) > 0]).toEqual([name, true])
})

test('the progress of the fill names the next step', () => {
  expect(told.join()).toMatch(/^pictures,people.+,who won.+,what.+earned,searches,stock,.+the trail$/)
})

test('the sample fills an empty database with its workspace, all related rows and fresh statistics', async () => {
  expect([await rowsOf(sites), await rowsOf(users)]).toEqual([9, 15])
  expect((await database.db.execute(ESTIMATE)).rows).toEqual([{ sites: 9 }])
  expect([await rowsOf(keywords), (await rowsOf(tags)) > 50]).toEqual([2000, true])
  const [row] = await database.db
    .select({
      tags: sql<number>`sum(cardinality(${keywords.tagIds}))::int`,
      sites: sql<number>`sum(cardinality(${keywords.siteIds}))::int`,
    })
    .from(keywords)
  expect(row?.tags).toBeGreaterThan(4000)
  expect(row?.sites).toBeGreaterThan(2000)
  expect(await rowsOf(articles)).toBe(60)
  expect(await rowsOf(visits)).toBeGreaterThan(5000)
  expect(await rowsOf(workspaceFacts)).toBe(1)
  expect(await rowsOf(stats)).toBeGreaterThan(100_000)
  expect(await rowsOf(keywordDays)).toBeGreaterThan(1200)
  expect(await rowsOf(publishers)).toBeGreaterThan(18)
})

test('the sites’ published posts earn something, and each flag has posts to begin with', async () => {
  const { rows } = await database.pool.query<{ flags: number; posts: number; unknown: number }>(
    'select flags, count(*)::int as posts, count(*) filter (where earnings_30d is null)::int as unknown from content_posts group by 1',
  )
  const flagged = (flag: (typeof FLAGS)[number]) =>
    rows.filter(({ flags }) => (flags & flagBit(flag)) !== 0).reduce((sum, { posts }) => sum + posts, 0)
  const all = rows.reduce((sum, { posts }) => sum + posts, 0)
  expect(all).toBe(TRACKED.length + SEARCHED_POSTS.length + 12)
  for (const flag of FLAGS)
    expect([flag, flagged(flag) > 0, flagged(flag) < all / 2]).toEqual([flag, true, true])
  expect(rows.some(({ flags }) => flags === 0)).toBe(true)
  expect(rows.every(({ unknown }) => unknown === 0)).toBe(true)
  expect(await rowsOf(products)).toBeGreaterThan(200)
})

test('people find the posts by searching, a few dozen of them by something else than their keyword, and others each day', async () => {
  const { rows } = await database.pool.query('select 1 from search_best where period = 90')
  expect(rows.length).toBeGreaterThan(100)
  const question = { period: 90, page: 1, perPage: 25, sort: 'CLICKS', sortOrder: 'desc' } as const
  const { total, rows: first } = await listMismatches(database.db, question)
  expect(total).toBeGreaterThan(30)
  expect(total).toBeLessThan(rows.length / 2)
  expect(first).toHaveLength(25)
  const rivals = await listRivalries(database.db, {
    ...question,
    reach: 'across',
    standing: 'open',
    sort: 'LOST',
  })
  expect(rivals.total).toBeGreaterThan(4)
  // They do take turns, and each is clicked.
  const taken = await readRivalDays(database.db, { query: rivals.rows[0]?.query ?? '', period: 90 })
  expect(presentRivalDays(taken, 90)?.turns).toBeGreaterThan(0)
  const searches = createBuiltInSearches({ db: database.db, clock: () => now, timeZone: 'UTC' })
  const on = async (day: string) => {
    const found = []
    for await (const part of searches.readDay('dt', day)) found.push(...part)
    return found
  }
  const next = plusDays(searches.lastDay(), 1)
  expect((await on(next)).length).toBeGreaterThan(20)
  expect(await on(next)).toEqual(await on(next))
  expect(await on(plusDays(next, 1))).not.toEqual(await on(next))
  expect(await searches.covers('zz')).toBe(false)
})

test('the stored sample has comments whose mentions are its people, and views whose tags are its tags', async () => {
  expect(await rowsOf(keywordComments)).toBeGreaterThan(20)
  const { rows } = await database.pool.query(`
    select u.first_name || ' ' || u.last_name as name, m.m[1] as picked
    from keyword_comments c, regexp_matches(c.comment, '@\\[([^]]+)\\]\\(user:(\\d+)\\)', 'g') m(m), users u
    where u.id = m.m[2]::int`)
  expect(rows.length).toBeGreaterThan(6)
  for (const { name, picked } of rows) expect(picked).toBe(name)
  const views = await database.db.select().from(savedViews)
  expect(views).toHaveLength(4)
  for (const { search, screen, isTeam } of views) {
    expect(isTeam).toBe(true)
    const asked = new URLSearchParams(search)
    for (const id of asked.getAll(screen === 'keywords' ? 'tags[]' : 'tag[]')) {
      const [tag] = await database.db
        .select()
        .from(tags)
        .where(eq(tags.id, Number(id)))
      expect(['kitchen', 'pets']).toContain(tag?.tag)
    }
  }
})

test('each stored sample article has the parts that were written for it, in their order', async () => {
  for (const article of sampleArticles(now).slice(-12)) {
    const [row] = await database.db.select().from(articles).where(eq(articles.title, article.title))
    if (row === undefined) throw new Error(`${article.title} is missing`)
    const { id } = row
    const products = await database.db
      .select()
      .from(articleProducts)
      .where(eq(articleProducts.articleId, id))
      .orderBy(articleProducts.position)
    const words = await database.db
      .select({ keyword: keywords.keyword })
      .from(articleKeywords)
      .innerJoin(keywords, eq(keywords.id, articleKeywords.keywordId))
      .where(eq(articleKeywords.articleId, id))
      .orderBy(articleKeywords.position)
    const events = await database.db
      .select()
      .from(articleEvents)
      .where(eq(articleEvents.articleId, id))
      .orderBy(articleEvents.id)
    const returns = await database.db.select().from(articleReturns).where(eq(articleReturns.articleId, id))
    expect(row.status).toBe(article.status)
    expect(products.map(({ name }) => name)).toEqual(article.products.map(({ name }) => name))
    expect(words.map(({ keyword }) => keyword)).toEqual(article.keywords)
    expect(events.map(({ action }) => action)).toEqual(article.events.map(({ action }) => action))
    expect(returns).toHaveLength(article.returns.length)
  }
})

test('every sample article but a draft has its task, on the board of its site and in the section of its status', async () => {
  const rows = await database.db
    .select({ article: articles, task: boardTasks, section: boardSections, site: sites })
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .leftJoin(boardTasks, eq(boardTasks.gid, articles.taskGid))
    .leftJoin(boardSections, eq(boardSections.gid, boardTasks.sectionGid))
  for (const { article, task, section, site } of rows) {
    if (article.status === 'draft') {
      expect(task).toBeNull()
      continue
    }
    expect(task).toMatchObject({ name: article.title, boardGid: site.boardGid, key: `article-${article.id}` })
    expect(task?.gid).toMatch(/^\d{16}$/)
    expect(article.taskUrl).toBe(`/board/task/${task?.gid}`)
    expect(section?.name).toBe(article.taskSection)
    expect(TASK_SECTIONS[article.status as keyof typeof TASK_SECTIONS]).toBe(section?.name)
  }
})

test('every picture that the sample names was stored', async () => {
  const heroes = await database.db
    .select({ url: articles.imageUrl })
    .from(articles)
    .where(isNotNull(articles.imageUrl))
  const logos = await database.db.select({ url: sites.logoUrl }).from(sites)
  expect(heroes.length).toBeGreaterThanOrEqual(52)
  expect(stored.size).toBeGreaterThan(60)
  for (const { url } of [...heroes, ...logos]) expect(stored.has(url ?? ''), url ?? '').toBe(true)
})

test('one sample person has no password yet, all others share the one given', async () => {
  const given = await database.db.select().from(users).where(like(users.passwordHash, 'hash'))
  expect(given).toHaveLength(14)
})

test('products that articles recommend have three months of stock and prices from the built-in marketplace, and new products were never scanned', async () => {
  const { rows } = await database.pool.query<{
    asin: string
    stock: string
    day: number
    cents: number | null
  }>(`
    select p.asin, s.stock, floor(extract(epoch from s.created_at) / 86400)::int as day,
      (select cents::int from product_prices c where c.product_id = p.product_id and c.created_at = s.created_at) as cents
    from product_stocks s join products p using (product_id) where s.stock <> 'INVALID_ASIN'`)
  const goods = new Map(sampleGoods().map((good) => [good.asin, good]))
  expect(rows.length).toBeGreaterThan(200)
  for (const { asin, stock, day } of rows) {
    const good = goods.get(asin)
    // Products that stay out of stock were in stock before.
    if (good && isGone(good)) continue
    expect([asin, stock]).toEqual([asin, good && quoteOf(good, day) === null ? 'OUT_OF_STOCK' : 'IN_STOCK'])
  }
  const counts = await database.pool.query('select stock, count(*)::int from products group by 1')
  const of = new Map(counts.rows.map(({ stock, count }) => [stock, count]))
  expect(of.get('INVALID_ASIN')).toBe(1)
  for (const stock of ['NOT_SCANNED', 'IN_STOCK', 'OUT_OF_STOCK'])
    expect(of.get(stock), stock).toBeGreaterThan(2)
  const { rows: scans } = await database.pool.query('select kind, state, scanned, total from stock_scans')
  expect(scans).toEqual([
    { kind: 'daily', state: 'finished', scanned: expect.any(Number), total: expect.any(Number) },
  ])
  expect(scans[0].scanned).toBe([...of.values()].reduce((sum, one) => sum + one, 0) - of.get('NOT_SCANNED'))
})

test('the first user of each role has two unread notices', async () => {
  const first = ROLE_IDS.map((role) => SAMPLE_PEOPLE.find(({ roleId }) => roleId === role)?.username)
  const { rows } = await database.pool.query(
    `select u.role_id as role, count(n.notice_id)::int as unread
     from users u left join notices n on n.user_id = u.id and n.read_at is null
     where u.username = any($1) group by u.id, u.role_id`,
    [first],
  )
  const unread = new Map(rows.map(({ role, unread }) => [role, unread]))
  expect(ROLE_IDS.map((role) => [role, unread.get(role)])).toEqual(ROLE_IDS.map((role) => [role, 2]))
})

test('users seen within the last hours have a session, and actions are in the audit trail in their order', async () => {
  const { rows } = await database.pool.query<{
    person: string
    since: Date | null
    comes: Date | null
    deeds: number
  }>(
    `
    select u.username as person, u.last_sign_in_at as comes, s.created_at as since,
      (select count(*)::int from audit_entries a where a.actor_id = u.id and a.act <> 'session.begun') as deeds
    from users u left join sessions s on s.user_id = u.id and s.expires_at > $1`,
    [now],
  )
  const lately = rows.filter(({ comes }) => comes !== null && now.getTime() - comes.getTime() < 12 * HOUR_MS)
  expect(lately.length).toBeGreaterThan(3)
  for (const { person, since } of rows)
    expect([person, since]).toEqual([person, lately.find((each) => each.person === person)?.comes ?? null])
  const requesters = new Set(
    sampleArticles(now).map(({ by }) => SAMPLE_PEOPLE.find(({ key }) => key === by)?.username),
  )
  for (const { person, deeds } of rows)
    if (requesters.has(person)) expect([person, deeds > 1]).toEqual([person, true])
  const { rows: trail } = await database.pool.query('select created_at from audit_entries order by id')
  expect(trail.length).toBeGreaterThan(300)
  expect(trail).toEqual(trail.toSorted((one, other) => one.created_at - other.created_at))
})

test('each past change is reflected in some keywords, and can be taken back if it is not too old', async () => {
  const { rows } = await database.pool.query<{ id: number; changed: number; applied_at: Date }>(
    'select change_id as id, changed, applied_at from keyword_changes',
  )
  const outlooks = await readOutlooks(
    database.db,
    rows.map(({ id }) => id),
    'UTC',
  )
  expect(rows).toHaveLength(5)
  for (const { id, changed, applied_at: at } of rows) {
    expect([id, changed > 0, at < now]).toEqual([id, true, true])
    expect([id, outlooks.get(id)]).toEqual([id, expect.objectContaining({ back: changed })])
  }
})

test('of the five out-of-stock products that lose most, three are in our articles and have two replacements', async () => {
  const dearest = await database.pool.query<{ asin: string; statuses: string[] }>(`
    select asin, array(select a.status from article_products join articles a using (article_id) where asin = r.asin) as statuses
    from stock_risks r where stock = 'OUT_OF_STOCK' group by asin order by sum(cents) desc nulls last limit 5`)
  const goods = sampleGoods()
  const shelfOf = (asin: string) => goods.find((good) => good.asin === asin)?.categories.at(-1)
  const day = Math.floor(now.getTime() / DAY_MS)
  const successors = (asin: string) =>
    goods.filter(
      (good) =>
        good.categories.at(-1) === shelfOf(asin) &&
        good.asin !== asin &&
        good.rating >= 10 * STARS_LEAST &&
        quoteOf(good, day) !== null,
    )
  const replaceable = dearest.rows.filter(
    ({ asin, statuses }) => statuses.length > 0 && successors(asin).length >= 2,
  )
  expect(replaceable.length).toBeGreaterThanOrEqual(3)
  const statuses = replaceable.flatMap((product) => product.statuses)
  for (const status of ['published', 'requested', 'returned']) expect(statuses).toContain(status)
})

test('every post of our sites can be read, with its recommendations', async () => {
  const sitesOf = await database.db.select({ id: sites.id, code: sites.code }).from(sites)
  const publishing = (code: string) =>
    createBuiltInPosts(
      {
        db: database.db,
        clock: () => now,
        findSiteId: async () => sitesOf.find((site) => site.code === code)?.id,
      },
      code,
    )
  const goods = { getItems: async () => ({ items: [], invalid: [] }) }
  const posts = await database.db
    .select({ ...getTableColumns(contentPosts), code: sites.code })
    .from(contentPosts)
    .innerJoin(sites, eq(sites.id, contentPosts.siteId))
    .where(eq(contentPosts.source, 'adopted'))
  expect(posts).toHaveLength(TRACKED.length + SEARCHED_POSTS.length)
  for (const { permalink, title, asins, code } of posts) {
    const id = await publishing(code).findPostByUrl(permalink ?? '')
    const story = await readBuiltInPost({ publishing, goods }, { code, id: id ?? 0 })
    expect(story, title).toMatchObject({ title, heroText: expect.stringMatching(/\w{3}/) })
    const told = story.products.map(({ asin }) => asin)
    // The tracker knows no products of a post that only appears in search results, though its page may name some.
    expect(told, title).toEqual(asins.length === 0 ? told : asins)
  }
})
