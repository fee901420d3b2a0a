import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClickHouse } from '../../testing/clickhouse-server.ts'
import {
  builtInWarehouseStage,
  clickHouseWarehouseStage,
  type StagedPost,
  snowflakeWarehouseStage,
  type WarehouseStage,
} from '../../testing/warehouse-stages.ts'
import { POST_SORTS, type Warehouse, type WarehousePost } from './port.ts'

/** Every adapter, on a stage of its own with the same posts. */
const adapters: [name: string, create: () => Promise<WarehouseStage>][] = [
  ['built-in', builtInWarehouseStage],
  ...(hasClickHouse
    ? [['read from ClickHouse', clickHouseWarehouseStage] as [string, () => Promise<WarehouseStage>]]
    : []),
  ['read from Snowflake', snowflakeWarehouseStage],
]

// Today is Sunday, 22 November 2026: the last full week begins on the 9th, the trailing 30 days on 24 October.
const POSTS: StagedPost[] = [
  {
    site: 'hs',
    postId: '7',
    title: 'Robot Vacuums for 100%_Pet Hair',
    publishedOn: '2026-10-01',
    permalink: 'https://hs.example/vacuums',
    focusKeyword: 'robot vacuum',
    products: [
      { asin: 'B0AAAAAAA1', name: 'Glide', award: 'Best Overall', stock: 'OUT_OF_STOCK' },
      { asin: 'B0AAAAAAA2', name: 'Pebble', award: 'Best Budget', stock: 'IN_STOCK' },
      { asin: 'B0AAAAAAA3', name: 'Hush', award: 'Best Quiet' },
    ],
    weeks: {
      '2025-11-24': 900,
      '2026-09-21': 100,
      '2026-09-28': 100,
      '2026-10-05': 100,
      '2026-10-12': 100,
      '2026-10-19': 70.25,
      '2026-10-26': 50,
      '2026-11-02': 40,
      '2026-11-09': 30,
      '2026-11-16': 10.5,
    },
    productWeeks: { B0AAAAAAA1: { '2026-11-09': 12.25, '2026-10-19': 99 } },
  },
  {
    site: 'hs',
    postId: '12',
    title: 'air purifiers',
    focusKeyword: 'air',
    weeks: { '2026-11-09': 500 },
    publishedOn: '2026-11-01',
  },
  {
    site: 'hs',
    postId: '100',
    title: 'Éclair Makers',
    publishedOn: '2025-01-02',
    products: [{ asin: 'B0AAAAAAA9', name: 'Gone', award: '', stock: 'INVALID_ASIN' }],
  },
  {
    site: 'ok',
    postId: '12',
    title: 'Espresso Machines',
    focusKeyword: 'espresso',
    weeks: { '2025-01-06': 5 },
    publishedOn: '2026-11-02',
  },
  { site: 'ok', postId: '13', title: 'espresso machines', focusKeyword: 'espresso 2' },
]

const PAGE = { sort: 'earnings', sortOrder: 'desc', page: 1, pageSize: 20 } as const
const keyOf = ({ site, postId }: Pick<WarehousePost, 'site' | 'postId'>) => `${site}/${postId}`

describe.each(adapters)('the %s warehouse', (_name, create) => {
  let stage: WarehouseStage
  let warehouse: Warehouse
  beforeAll(async () => {
    stage = await create()
    await stage.fill(POSTS)
    warehouse = stage.warehouse
  })
  afterAll(() => stage.close())

  const keys = async (query: Partial<Parameters<Warehouse['content']>[0]>) =>
    (await warehouse.content({ ...PAGE, ...query })).rows.map(keyOf)

  it('returns all of a post: its earnings within the last 30 days, with the first week in proportion to its days', async () => {
    const { rows } = await warehouse.content({ ...PAGE, title: 'pet hair' })
    expect(rows).toEqual([
      {
        postId: '7',
        site: 'hs',
        title: 'Robot Vacuums for 100%_Pet Hair',
        publishedOn: '2026-10-01',
        permalink: 'https://hs.example/vacuums',
        articleId: null,
        isChangeable: false,
        renewedBy: null,
        asins: ['B0AAAAAAA1', 'B0AAAAAAA2', 'B0AAAAAAA3'],
        earnings: 150.57,
        clicks: null,
        lastWeeks: 190.25,
        weeksBefore: 400,
        flags: ['OUT_OF_STOCK', 'EARNINGS_DROP'],
        // More than half of its earnings, and one of three products.
        refresh: 55,
        refreshFacts: expect.objectContaining({ before: 40_000, last: 19_025, products: 3, out: 1 }),
        update: null,
      },
    ])
  })

  it('keeps old earnings of a post apart from earnings that were never reported', async () => {
    const { rows } = await warehouse.content({ ...PAGE, site: 'ok' })
    expect(rows.map(({ postId, earnings }) => [postId, earnings])).toEqual([
      ['12', 0],
      ['13', null],
    ])
  })

  it('finds posts of a site, with its code in any case, and by a literal part of their title', async () => {
    expect(await keys({ site: 'HS' })).toEqual(['hs/12', 'hs/7', 'hs/100'])
    expect(await keys({ title: 'ESPRESSO' })).toEqual(['ok/12', 'ok/13'])
    expect(await keys({ title: '100%_' })).toEqual(['hs/7'])
    expect(await keys({ title: '100_' })).toEqual([])
    expect(await keys({ site: 'nobody' })).toEqual([])
  })

  it('finds one post by its site and its number, which another site may have given too', async () => {
    expect(await keys({ postId: '12' })).toEqual(['hs/12', 'ok/12'])
    expect(await keys({ site: 'OK', postId: '12' })).toEqual(['ok/12'])
  })

  it('finds posts by a flag, and by having none', async () => {
    expect(await keys({ flag: 'NO_KEYWORD' })).toEqual(['hs/100'])
    expect(await keys({ flag: 'STALE_180D', site: 'hs' })).toEqual(['hs/100'])
    expect(await keys({ flag: 'NONE' })).toEqual(['hs/12', 'ok/12', 'ok/13'])
  })

  it('counts all posts and answers a page of them, each once', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => warehouse.content({ ...PAGE, page, pageSize: 2 })),
    )
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    expect(pages.flatMap(({ rows }) => rows).map(keyOf)).toEqual([
      'hs/12',
      'hs/7',
      'ok/12',
      'hs/100',
      'ok/13',
    ])
  })

  it.each(POST_SORTS)(
    'puts posts in order by %s, one direction being the other one backwards',
    async (sort) => {
      const up = await keys({ sort, sortOrder: 'asc' })
      const down = await keys({ sort, sortOrder: 'desc' })
      expect(up.toSorted()).toEqual(down.toSorted())
      const orders: Partial<Record<typeof sort, string[]>> = {
        title: ['hs/12', 'hs/100', 'ok/12', 'ok/13', 'hs/7'],
        publishedOn: ['ok/13', 'hs/100', 'hs/7', 'hs/12', 'ok/12'],
        postId: ['hs/7', 'hs/12', 'ok/12', 'ok/13', 'hs/100'],
      }
      if (orders[sort]) expect(up).toEqual(orders[sort])
      if (sort === 'products') expect([up.at(-1), down[0]]).toEqual(['hs/7', 'hs/7'])
      if (sort === 'flags') expect(down.slice(0, 2).toSorted()).toEqual(['hs/100', 'hs/7'])
    },
  )

  it('answers all posts of a filter in the same order as its pages', async () => {
    const all: WarehousePost[] = []
    for await (const rows of warehouse.allContent({ ...PAGE, site: 'hs' })) all.push(...rows)
    const { rows } = await warehouse.content({ ...PAGE, site: 'hs' })
    expect(all).toEqual(rows)
  })

  it('finds the posts with exactly this title, in any case', async () => {
    expect((await warehouse.postsTitled('Espresso machines')).map(keyOf)).toEqual(['ok/12', 'ok/13'])
    expect(await warehouse.postsTitled('Espresso')).toEqual([])
  })

  it('returns the weekly earnings of posts, and none for unknown posts', async () => {
    const asked = [
      { site: 'hs', postId: '7' },
      { site: 'nobody', postId: '7' },
      { site: 'hs', postId: '12' },
    ]
    expect(await warehouse.earningsOf(asked, '2026-11-02')).toEqual([
      [
        { weekStart: '2026-11-02', earnings: 40 },
        { weekStart: '2026-11-09', earnings: 30 },
        { weekStart: '2026-11-16', earnings: 10.5 },
      ],
      [],
      [{ weekStart: '2026-11-09', earnings: 500 }],
    ])
  })

  it('adds up the earnings of all posts, and those of a site', async () => {
    expect(await warehouse.totalEarnings({ from: '2026-11-09' })).toEqual([
      { weekStart: '2026-11-09', earnings: 530 },
      { weekStart: '2026-11-16', earnings: 10.5 },
    ])
    expect(await warehouse.totalEarnings({ from: '2020-01-06', site: 'ok' })).toEqual([
      { weekStart: '2025-01-06', earnings: 5 },
    ])
  })

  it('counts posts by flag with their earnings, and those without any', async () => {
    const counts = await warehouse.countFlags({ site: 'hs' })
    expect(new Map(counts.map(({ flag, ...count }) => [flag, count]))).toEqual(
      new Map([
        ['ALL', { posts: 3, earnings: 650.57, lost: -290.25 }],
        ['OUT_OF_STOCK', { posts: 1, earnings: 150.57, lost: 209.75 }],
        ['INVALID_ASIN', { posts: 1, earnings: 0, lost: 0 }],
        ['NO_KEYWORD', { posts: 1, earnings: 0, lost: 0 }],
        ['STALE_180D', { posts: 1, earnings: 0, lost: 0 }],
        ['EARNINGS_DROP', { posts: 1, earnings: 150.57, lost: 209.75 }],
        ['NONE', { posts: 1, earnings: 500, lost: -500 }],
      ]),
    )
  })

  it('gives Now for available products, and never sold out for unverified ones [TRACK-021]', async () => {
    const all = await warehouse.availability({ site: 'hs', postId: '7', asins: [] })
    expect(
      all.map(({ asin, revenue, availability, rawAvailability }) => [
        asin,
        revenue,
        availability,
        rawAvailability,
      ]),
    ).toEqual([
      ['B0AAAAAAA1', 40.54, 'Unavailable', 'OUT_OF_STOCK'],
      ['B0AAAAAAA2', null, 'Now', 'IN_STOCK'],
      ['B0AAAAAAA3', null, null, 'NOT_SCANNED'],
    ])
    expect(
      await warehouse.availability({ site: 'hs', postId: '7', asins: ['B0AAAAAAA2', 'B0ZZZZZZZ9'] }),
    ).toMatchObject([
      { asin: 'B0AAAAAAA2', name: 'Pebble', award: 'Best Budget', imageUrl: '/B0AAAAAAA2.jpg' },
    ])
  })

  it('marks the ASIN of a product that the marketplace lacks as wrong', async () => {
    expect(
      (await warehouse.availability({ site: 'hs', postId: '100', asins: [] })).map(
        (product) => product.availability,
      ),
    ).toEqual(['Invalid ASIN'])
  })

  it('says that it works', async () => {
    expect(await warehouse.check()).toMatchObject({ ok: true })
  })
})
