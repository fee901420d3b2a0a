import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Database } from '../../../db/connect.ts'
import { articlePosts } from '../../../db/schema/article-work.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import {
  NotKept,
  type PlannedOffers,
  type PostMarkup,
  type ShownOffer,
} from '../../../integrations/publishing-site/port.ts'
import { quietParts, siteThat } from '../../../testing/article-parts.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { refreshOffers } from './verbs/refresh-offers.ts'

const START = Date.UTC(2026, 2, 1)
const ASIN = 'B0AAAAAAA1'
const markup = (content: string): PostMarkup => ({ content, products: null, structured: null })
const failure = { system: 'WordPress', operation: 'x', kind: 'unavailable' } as const

let database: Database
let userId: number
let sites: { id: number; code: string }[]
beforeAll(async () => {
  database = await createTestDatabase()
  userId = (await buildUser(database.db)).id
  sites = [await buildSite(database.db, { code: 'oa' }), await buildSite(database.db, { code: 'ob' })]
})
afterAll(() => database.close())

let postId = 0
let now: number
beforeEach(async () => {
  now = START
  await database.pool.query('delete from articles')
  await database.pool.query('update sites set shows_prices = true')
})

type Kept = Partial<typeof articlePosts.$inferInsert>
/** A live post whose prices are this old, at the first or second site. */
async function post(
  hours: number | null,
  { site = 0, ...over }: Kept & { site?: number } = {},
): Promise<number> {
  postId += 1
  const siteId = sites[site]?.id ?? 0
  const { id: articleId } = await buildArticle(database.db, { userId, siteId, status: 'published', postId })
  const offersAt = hours === null ? null : new Date(START - hours * HOUR_MS)
  const known = { articleId, postId, state: 'live' as const, url: null, since: new Date(START), offersAt }
  await database.db.insert(articlePosts).values({ ...known, ...over })
  return postId
}
const keptOf = async (id: number) => {
  const [kept] = await database.db.select().from(articlePosts).where(eq(articlePosts.postId, id))
  return kept
}
const ageOf = async (id: number) => {
  const at = (await keptOf(id))?.offersAt
  return at ? (START - at.getTime()) / HOUR_MS : null
}

/** What sites and the marketplace do in a run. */
interface World {
  isAway?: boolean
  plan?: (id: number) => Partial<PlannedOffers>
  /** Called with the code of the site. */
  onPlan?: (code: string) => void
  onWrite?: (id: number) => void
}
/** Runs once; returns the lookups, the planned posts with their offers, and the writes. */
async function run({ isAway = false, plan = () => ({}), onPlan, onWrite }: World = {}) {
  const lookedUp: string[][] = []
  const planned: [number, ShownOffer | undefined][] = []
  const written: number[] = []
  const quiet = quietParts(database.db, () => new Date(now))
  const publishing = (code: string) =>
    siteThat({
      async planOffers(ids, { find }) {
        onPlan?.(code)
        const offers = await find([ASIN])
        for (const id of ids) planned.push([id, offers.get(ASIN)])
        const change = { before: markup('old'), after: markup('new'), removed: {}, isComplete: true }
        return ids.map((id) => ({ id, ...change, ...plan(id) }))
      },
      async writeMarkup(id) {
        onWrite?.(id)
        written.push(id)
        return 'written'
      },
    })()
  const getItems = async (asins: readonly string[]) => {
    lookedUp.push([...asins])
    if (isAway) throw new IntegrationError('No', failure)
    return { items: [], invalid: [] }
  }
  await refreshOffers({ ...quiet, publishing, catalog: { ...quiet.catalog, getItems } })
  return { lookedUp, planned, written }
}
const idsOf = ({ planned }: Awaited<ReturnType<typeof run>>) => planned.map(([id]) => id)

it('prices are looked up again when they are 20 hours old, unknown, or differ from what the site shows', async () => {
  const [unknown, old] = [await post(null), await post(20.1)]
  await post(19.9)
  await post(30, { state: 'withdrawn' })
  const hidden = await post(1, { showsPrices: false })
  expect(idsOf(await run()).toSorted()).toEqual([unknown, old, hidden].toSorted())
  for (const id of [unknown, old, hidden])
    expect(await keptOf(id)).toMatchObject({ offersAt: new Date(START), showsPrices: true })
  expect(idsOf(await run())).toEqual([])
})

it('the record of a former post is not refreshed', async () => {
  const id = await post(30)
  await database.pool.query('update articles set wordpress_id = $1', [id + 5000])
  expect(idsOf(await run())).toEqual([])
})

it('every post is refreshed once per run, twenty at a time, the longest untried first', async () => {
  const tried = await post(21, { offersTriedAt: new Date(START - HOUR_MS) })
  const all = []
  for (let each = 0; each < 20; each++) all.push(await post(21))
  const { planned, lookedUp, written } = await run()
  expect(planned.map(([id]) => id)).toEqual([...all, tried])
  expect(lookedUp).toHaveLength(2)
  expect(written).toEqual([...all, tried])
})

it('a run ends after seven minutes, and the next one goes on', async () => {
  const [first, second] = [await post(21), await post(21)]
  const isLate = (id: number) => {
    if (id === first) now += 420_000
  }
  expect((await run({ onWrite: isLate })).written).toEqual([first])
  expect(await ageOf(second)).toBe(21)
  now += HOUR_MS
  expect((await run()).written).toEqual([second])
})

it('a site that does not answer is asked once per run and delays no other', async () => {
  for (let each = 0; each < 21; each++) await post(21)
  const other = await post(21, { site: 1 })
  const asked: string[] = []
  const onPlan = (code: string) => {
    asked.push(code)
    if (code === 'oa') throw new IntegrationError('No', failure)
  }
  expect((await run({ onPlan })).written).toEqual([other])
  expect(asked).toEqual(['oa', 'ob'])
})

it('a post that its site stores differently waits until tomorrow; one saved meanwhile is tried again', async () => {
  const [changed, next, saved] = [await post(21), await post(21), await post(21, { site: 1 })]
  const onWrite = (id: number) => {
    if (id === changed) throw new NotKept('No', failure)
    if (id === saved) throw new IntegrationError('No', { ...failure, kind: 'conflict' })
  }
  expect((await run({ onWrite })).written).toEqual([])
  expect([await ageOf(changed), await ageOf(next), await ageOf(saved)]).toEqual([0, 21, 21])
  now += HOUR_MS
  expect((await run()).written).toEqual([next, saved])
})

it('a post is not written if nothing changes or it can’t be, and its prices still count as looked up', async () => {
  const [same, faulty, partial] = [await post(21), await post(21), await post(21)]
  const plan = (id: number): Partial<PlannedOffers> => {
    if (id === same) return { after: markup('old') }
    return id === faulty ? { fault: 'It is in two blocks.' } : { isComplete: false }
  }
  expect((await run({ plan })).written).toEqual([])
  // Where a product is without an answer, the next run asks again.
  expect([await ageOf(same), await ageOf(faulty), await ageOf(partial)]).toEqual([0, 0, 21])
})

it('while the marketplace is down it is asked once, prices almost a day old disappear once, and newer ones stay', async () => {
  const [young, old] = [await post(23.4), await post(23.5)]
  const stripped = await post(null, { removedPictures: { [ASIN]: '<img>' } })
  const elsewhere = await post(24, { site: 1 })
  const removed = { [ASIN]: '<img src="kettle.png">' }
  const { lookedUp, planned, written } = await run({ isAway: true, plan: () => ({ removed }) })
  expect(lookedUp).toHaveLength(1)
  const nothing = { price: null, imageUrl: null }
  expect(planned).toEqual([
    [old, nothing],
    [elsewhere, nothing],
  ])
  expect(written).toEqual([old, elsewhere])
  expect([await ageOf(young), await ageOf(old)]).toEqual([23.4, null])
  expect((await keptOf(old))?.removedPictures).toEqual(removed)
  expect((await keptOf(stripped))?.removedPictures).toEqual({ [ASIN]: '<img>' })
})

it('when a site turns prices off they disappear even while the marketplace is down, and pictures stay', async () => {
  await database.pool.query("update sites set shows_prices = false where code = 'oa'")
  const [unwanted, wanted] = [await post(1), await post(21, { site: 1 })]
  const { planned } = await run({ isAway: true })
  expect(planned).toEqual([[unwanted, { price: null }]])
  expect([await ageOf(unwanted), await ageOf(wanted)]).toEqual([1, 21])
  expect((await keptOf(unwanted))?.showsPrices).toBe(false)
})
