import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { hasClickHouse } from '../../testing/clickhouse-server.ts'
import {
  builtInSourceStage,
  clickHouseSourceStage,
  type SourceStage,
  snowflakeSourceStage,
} from '../../testing/source-stages.ts'
import type { SourceEarning, SourcePost, SourceQuery, SourceRows, SourceStock } from './port.ts'

/** Every adapter, on a stage of its own with the same rows. */
const adapters: [name: string, create: () => Promise<SourceStage>, isThere: boolean][] = [
  ['built-in', builtInSourceStage, true],
  ['ClickHouse', clickHouseSourceStage, hasClickHouse],
  ['Snowflake', snowflakeSourceStage, true],
]

const post = (site: string, post_id: string, said: Partial<SourcePost> = {}): SourcePost => ({
  site,
  post_id,
  title: `Post ${post_id}`,
  published: null,
  modified: null,
  address: null,
  focus_keyword: null,
  picture: null,
  tracking_id: null,
  products: '[]',
  ...said,
})
const product = (asin: string, name: string) => ({ asin, name, award: 'Best', image: `/${asin}.jpg` })

// In the order of their keys, byte by byte: `10` stands before `7`, a capital before small letters.
const POSTS: SourcePost[] = [
  post('hs', '10', { title: "Kettles\tand 'pots' \\ 100% «für alle» 🫖\nand more" }),
  post('hs', '7', {
    title: 'Robot Vacuums',
    published: '2026-10-01T08:30:00Z',
    modified: '2026-11-01T23:59:59Z',
    address: 'https://hs.example/vacuums',
    focus_keyword: 'robot vacuum',
    picture: 'https://hs.example/v.jpg',
    tracking_id: 'hs-7-20',
    products: JSON.stringify([product('B0AAAAAAA1', 'Glide "Pro"'), product('B0AAAAAAA2', 'Pebble')]),
  }),
  post('hs', 'Z'),
  post('hs', 'a'),
  post('ok', '7'),
]
const earned = (post_id: string, week: string, earnings: string, asin = ''): SourceEarning => ({
  site: 'hs',
  post_id,
  week,
  asin,
  earnings,
})
const EARNINGS: SourceEarning[] = [
  earned('10', '2026-11-09', '1234567.89'),
  earned('7', '2026-11-02', '40.00'),
  earned('7', '2026-11-02', '12.25', 'B0AAAAAAA1'),
  earned('7', '2026-11-02', '0.50', 'B0AAAAAAA2'),
  earned('7', '2026-11-09', '-3.40'),
  { ...earned('7', '2026-11-09', '1.00'), site: 'ok' },
]
const STOCK: SourceStock[] = [
  { asin: 'B0AAAAAAA1', availability: 'OUT_OF_STOCK', seen: '2026-11-20T10:00:00Z' },
  { asin: 'B0AAAAAAA2', availability: 'IN_STOCK', seen: '2026-11-21T10:00:00Z' },
]

const parsed = (row: object) => {
  const { products, ...rest } = row as Partial<SourcePost>
  return { ...rest, ...(typeof products === 'string' ? { products: JSON.parse(products) } : {}) }
}

describe.each(adapters.filter(([, , isThere]) => isThere))('a warehouse to be read: %s', (_, create) => {
  let stage: SourceStage
  beforeAll(async () => {
    stage = await create()
  })
  // Resets the rows changed by the previous test.
  beforeEach(() => stage.put({ posts: POSTS, earnings: EARNINGS, availability: STOCK }))
  afterAll(() => stage?.close())

  const ALL: SourceQuery = { after: null, since: null, most: 100 }

  /** Everything of a part, slice by slice. */
  async function readAll<Part extends SourcePart>(part: Part, query: Partial<SourceQuery> = {}) {
    const slices: SourceRows[Part][][] = []
    let after = query.after ?? null
    for (;;) {
      const { rows, next } = await stage.source.read(part, { ...ALL, ...query, after })
      slices.push(rows)
      if (next === null) return slices
      after = next
    }
  }

  it('returns posts with their known values, in the order of their keys', async () => {
    const { rows, next } = await stage.source.read('posts', ALL)
    expect([rows.map(parsed), next]).toEqual([POSTS.map(parsed), null])
  })

  it('returns the weekly earnings of posts and their products to the cent', async () => {
    expect(await stage.source.read('earnings', ALL)).toEqual({ rows: EARNINGS, next: null })
  })

  it('returns which products were on sale, and when that was seen', async () => {
    expect(await stage.source.read('availability', ALL)).toEqual({ rows: STOCK, next: null })
  })

  it('returns everything once in small slices', async () => {
    for (const most of [1, 2, 3]) {
      expect((await readAll('posts', { most })).flat().map(parsed)).toEqual(POSTS.map(parsed))
      expect((await readAll('availability', { most })).flat()).toEqual(STOCK)
    }
    for (const most of [3, 4, 5]) expect((await readAll('earnings', { most })).flat()).toEqual(EARNINGS)
  })

  it('leaves a post’s week whole', async () => {
    const slices = await readAll('earnings', { most: 3 })
    const weeks = slices.map(
      (rows) => new Set(rows.map(({ site, post_id, week }) => `${site}/${post_id}/${week}`)),
    )
    const all = weeks.flatMap((each) => [...each])
    expect(all).toHaveLength(new Set(all).size)
    expect(all).toHaveLength(4)
  })

  it('returns rows up to a given one', async () => {
    const { rows } = await stage.source.read('posts', { ...ALL, after: ['hs', '10'], upTo: ['hs', 'Z'] })
    expect(rows.map(({ post_id }) => post_id)).toEqual(['7', 'Z'])
    const { rows: weeks } = await stage.source.read('earnings', {
      ...ALL,
      upTo: ['hs', '7', '2026-11-02', 'B0AAAAAAA1'],
    })
    expect(weeks).toEqual(EARNINGS.slice(0, 3))
  })

  it('takes a key literally, with any characters', async () => {
    for (const odd of ["hs' OR '1'='1", 'zz\t\\N', '{after_site:String}', 'ÿ?'])
      expect(
        (await stage.source.read('posts', { ...ALL, after: [odd, "'; DROP TABLE x"] })).rows.length,
      ).toBe(POSTS.filter(({ site }) => Buffer.compare(Buffer.from(site), Buffer.from(odd)) > 0).length)
  })

  it('keeps the last of two writes', async () => {
    await stage.put({ posts: POSTS })
    const newer = { ...earned('10', '2026-11-09', '99.00') }
    await stage.put({ earnings: [newer] })
    expect((await stage.source.read('earnings', ALL)).rows).toEqual([newer, ...EARNINGS.slice(1)])
    expect((await stage.source.read('posts', ALL)).rows).toHaveLength(POSTS.length)
  })

  it('says that it works', async () => {
    expect(await stage.source.check()).toMatchObject({ ok: true })
  })

  it('returns rows written after a moment, and for a week then all of it', async () => {
    const { tellsChanges } = stage.source
    if (stage.date === undefined) {
      expect(Object.values(tellsChanges)).toEqual([false, false, false])
      return
    }
    expect(Object.values(tellsChanges)).toEqual([true, true, true])
    await stage.date(new Date('2026-01-01T00:00:00Z'))
    const since = new Date('2026-01-02T00:00:00Z')
    for (const part of ['posts', 'earnings', 'availability'] as const)
      expect((await stage.source.read(part, { ...ALL, since })).rows).toEqual([])
    const changed = { ...post('hs', 'Z'), title: 'Another title' }
    const part = earned('7', '2026-11-02', '13.00', 'B0AAAAAAA1')
    await stage.put({ posts: [changed], earnings: [part] })
    expect((await stage.source.read('posts', { ...ALL, since })).rows.map(parsed)).toEqual([parsed(changed)])
    expect((await stage.source.read('earnings', { ...ALL, since })).rows).toEqual([
      EARNINGS[1],
      part,
      EARNINGS[3],
    ])
  })
})
