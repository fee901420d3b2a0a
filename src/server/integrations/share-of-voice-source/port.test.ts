import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { findOwnSide } from '../../features/market/share-of-voice/own-side-queries.ts'
import { sampleGoods } from '../../sample/goods.ts'
import { buildSite } from '../../testing/builders.ts'
import { type RainforestApi, startRainforestApi } from '../../testing/rainforest-api.ts'
import { insertGoods } from '../product-catalog/goods-store.ts'
import { createBuiltInShareOfVoice } from './built-in.ts'
import { createInventedHits } from './invented-hits.ts'
import type { EditorialHit, ShareOfVoiceSource } from './port.ts'
import { createRainforest } from './rainforest.ts'

const DAY = '2026-11-20'
const OURS = 'Hearthside'
const WORDS = Array.from({ length: 40 }, (_, number) => `best coffee grinder under ${number + 20}`)

let database: Database
let api: RainforestApi
beforeAll(async () => {
  database = await createTestDatabase()
  const { id } = await buildSite(database.db, { displayName: OURS })
  await insertGoods(database.db, sampleGoods())
  await database.db
    .insert(keywords)
    .values(WORDS.map((keyword) => ({ keyword, identity: keyword, siteIds: [id] })))
  api = await startRainforestApi()
  const invented = createInventedHits(
    sampleGoods().map((good) => ({ ...good, categories: good.categories, features: good.features })),
  )
  for (const keyword of WORDS) {
    const hits = invented(keyword, DAY, { publishers: [OURS], articles: [] })
    api.show(keyword, hits.map(advisorOf))
  }
})
afterAll(async () => {
  await api.close()
  await database.close()
})

/** What a hit looks like in the vendor's own words. */
const advisorOf = ({ publisher, title, publishedDate, url, items }: EditorialHit) => ({
  title: 'Editorial recommendations',
  profile: { name: publisher, link: 'https://www.amazon.com/gp/profile/x', id: 'X' },
  article: { title, body: '…', link: url, date: publishedDate, total: items.length },
  recommendations: items.map(({ asin, name, award, blurb }, index) => ({
    position: index + 1,
    title: award,
    sub_title: 'Good',
    body: blurb,
    product: { title: name, asin, link: `https://www.amazon.com/dp/${asin}/`, is_prime: true },
  })),
})

const adapters: [name: string, create: () => ShareOfVoiceSource][] = [
  [
    'built-in',
    () =>
      createBuiltInShareOfVoice({
        db: database.db,
        findOwnSide: (identity) => findOwnSide(database.db, identity, 'UTC'),
      }),
  ],
  [
    'Rainforest',
    () =>
      createRainforest({
        account: {
          apiKey: 'key',
          baseUrl: api.url,
          marketplace: 'www.amazon.com',
          perSecond: 5,
          ownPublishers: [OURS],
        },
        betweenRequestsMs: 0,
      }),
  ],
]

describe.each(adapters)('the %s source', (_name, create) => {
  it('lists the holders of any keyword, each publisher once, with an article and its items [SOV-014]', async () => {
    const source = create()
    const answers = await Promise.all(WORDS.map((keyword) => source.editorialFor(keyword, DAY)))
    expect(answers.filter((hits) => hits.length > 0).length).toBeGreaterThan(30)
    for (const hits of answers) {
      expect(new Set(hits.map(({ publisher }) => publisher)).size).toBe(hits.length)
      for (const { title, url, publishedDate, items } of hits) {
        expect(title).toMatch(/Coffee Grinder/)
        expect(url).toMatch(/\/ospublishing\/story\/[0-9a-f-]{36}/)
        expect(publishedDate).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
        expect(items.length).toBeGreaterThan(2)
        for (const { subheader, ...item } of items) {
          if (subheader !== undefined) expect(subheader).toMatch(/./)
          expect(item).toEqual({
            asin: expect.stringMatching(/^B0[A-Z0-9]{8}$/),
            name: expect.stringMatching(/./),
            award: expect.stringMatching(/./),
            blurb: expect.stringMatching(/./),
          })
        }
      }
    }
  })

  it('knows the owner of an article: ours win, all others do not [SOV-012]', async () => {
    const source = create()
    const hits = (await Promise.all(WORDS.map((keyword) => source.editorialFor(keyword, DAY)))).flat()
    for (const { publisher, isWinning } of hits) expect(isWinning).toBe(publisher === OURS)
    expect(hits.some(({ isWinning }) => isWinning)).toBe(true)
    expect(hits.some(({ isWinning }) => !isWinning)).toBe(true)
  })

  it('gives the same answer again', async () => {
    for (const keyword of WORDS.slice(0, 5)) {
      expect(await create().editorialFor(keyword, DAY)).toEqual(await create().editorialFor(keyword, DAY))
    }
  })

  it('answers unknown keywords, with any characters', async () => {
    for (const keyword of ['zzz', '100% café & "more" + 日本語 #1?', "o'clock'; drop table stats", ' ']) {
      expect(Array.isArray(await create().editorialFor(keyword, DAY))).toBe(true)
    }
  })

  it('works', async () => {
    expect(await create().check()).toMatchObject({ ok: true })
  })
})
