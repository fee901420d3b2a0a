import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CONTENT_COLUMNS,
  type ContentQuery,
  type ContentRow,
} from '#shared/features/posts/content-tracker/contract.ts'
import { hasClickHouse } from '../../../testing/clickhouse-server.ts'
import {
  clickHousePostsStage,
  filePostsStage,
  NOW,
  type PostsStage,
  type StagedPost,
  snowflakePostsStage,
  TODAY,
} from '../../../testing/warehouse-stages.ts'
import { createPageReader, readAllContent } from './content-reader.ts'
import * as queries from './queries.ts'

/** The same posts from every source, each in a database of its own. */
const sources: [name: string, create: () => Promise<PostsStage>][] = [
  ['files', filePostsStage],
  ...(hasClickHouse ? [['ClickHouse', clickHousePostsStage] as [string, () => Promise<PostsStage>]] : []),
  ['Snowflake', snowflakePostsStage],
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

const PAGE = { sort: 'EARNINGS', sortOrder: 'desc', page: 1 } as const
const keyOf = ({ SITE, POST_ID }: Pick<ContentRow, 'SITE' | 'POST_ID'>) => `${SITE}/${POST_ID}`

describe.each(sources)('posts from %s', (_name, create) => {
  let stage: PostsStage
  let db: PostsStage['db']
  let readPage: ReturnType<typeof createPageReader>
  beforeAll(async () => {
    stage = await create()
    await stage.fill(POSTS)
    db = stage.db
    readPage = createPageReader({ db, clock: () => NOW })
  })
  afterAll(() => stage.close())

  const keys = async (query: Partial<ContentQuery>) => (await readPage({ ...PAGE, ...query })).rows.map(keyOf)

  it('returns all of a post: its earnings within the last 30 days, with the first week in proportion to its days', async () => {
    const { rows } = await readPage({ ...PAGE, title: 'pet hair' })
    expect(rows).toEqual([
      {
        POST_ID: '7',
        SITE: 'hs',
        POST_TITLE: 'Robot Vacuums for 100%_Pet Hair',
        POST_DATE: '2026-10-01',
        PERMALINK: 'https://hs.example/vacuums',
        ARTICLE_URL: null,
        PRODUCT_LIST: ['B0AAAAAAA1', 'B0AAAAAAA2', 'B0AAAAAAA3'],
        EARNINGS: 150.57,
        clicks: null,
        clicks_until: null,
        // 190.25 dollars after 400.
        change: -0.524_375,
        FLAGS: ['OUT_OF_STOCK', 'EARNINGS_DROP'],
        // More than half of its earnings, and one of three products.
        refresh: 55,
        reasons: [
          expect.objectContaining({ kind: 'earnings' }),
          expect.objectContaining({ kind: 'stock', text: '1 of 3 products cannot be bought' }),
        ],
        articleId: null,
        isChangeable: false,
        keyword: 'robot vacuum',
        renewedBy: null,
        update: null,
      },
    ])
  })

  it('keeps old earnings of a post apart from earnings that were never reported', async () => {
    const { rows } = await readPage({ ...PAGE, site: 'ok' })
    expect(rows.map(({ POST_ID, EARNINGS }) => [POST_ID, EARNINGS])).toEqual([
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
    expect(await keys({ post_id: '12' })).toEqual(['hs/12', 'ok/12'])
    expect(await keys({ site: 'OK', post_id: '12' })).toEqual(['ok/12'])
  })

  it('finds posts by a flag, and by having none', async () => {
    expect(await keys({ flag: 'NO_KEYWORD' })).toEqual(['hs/100'])
    expect(await keys({ flag: 'STALE_180D', site: 'hs' })).toEqual(['hs/100'])
    expect(await keys({ flag: 'NONE' })).toEqual(['hs/12', 'ok/12', 'ok/13'])
  })

  it('counts all posts and answers a page of them, each once', async () => {
    const [first, second] = await Promise.all([1, 2].map((page) => readPage({ ...PAGE, page })))
    expect(first?.rows.map(keyOf)).toEqual(['hs/12', 'hs/7', 'ok/12', 'hs/100', 'ok/13'])
    expect([first?.total, second]).toEqual([5, { total: 5, rows: [] }])
  })

  it.each(CONTENT_COLUMNS)(
    'puts posts in order by %s, one direction being the other one backwards',
    async (sort) => {
      const up = await keys({ sort, sortOrder: 'asc' })
      const down = await keys({ sort, sortOrder: 'desc' })
      expect(up.toSorted()).toEqual(down.toSorted())
      const orders: Partial<Record<typeof sort, string[]>> = {
        POST_TITLE: ['hs/12', 'hs/100', 'ok/12', 'ok/13', 'hs/7'],
        POST_DATE: ['ok/13', 'hs/100', 'hs/7', 'hs/12', 'ok/12'],
        POST_ID: ['hs/7', 'hs/12', 'ok/12', 'ok/13', 'hs/100'],
      }
      if (orders[sort]) expect(up).toEqual(orders[sort])
      if (sort === 'PRODUCT_LIST') expect([up.at(-1), down[0]]).toEqual(['hs/7', 'hs/7'])
      if (sort === 'FLAGS') expect(down.slice(0, 2).toSorted()).toEqual(['hs/100', 'hs/7'])
    },
  )

  it('answers all posts of a filter in the same order as its pages', async () => {
    const all: queries.TrackedPost[] = []
    for await (const rows of readAllContent(stage.pool, { ...PAGE, site: 'hs' })) all.push(...rows)
    const { rows } = await readPage({ ...PAGE, site: 'hs' })
    expect(all).toEqual(rows)
  })

  it('finds the posts with exactly this title, in any case', async () => {
    expect(await queries.findPostsTitled(db, 'Espresso machines')).toEqual([
      { site: 'ok', postId: '12' },
      { site: 'ok', postId: '13' },
    ])
    expect(await queries.findPostsTitled(db, 'Espresso')).toEqual([])
  })

  it('returns the weekly earnings of posts, and none for unknown posts', async () => {
    const asked = [
      { site: 'hs', postId: '7' },
      { site: 'nobody', postId: '7' },
      { site: 'hs', postId: '12' },
    ]
    expect(await queries.listEarnings(db, asked, '2026-11-02')).toEqual([
      [
        { WEEK_START_DATE: '2026-11-02', EARNINGS: 40 },
        { WEEK_START_DATE: '2026-11-09', EARNINGS: 30 },
        { WEEK_START_DATE: '2026-11-16', EARNINGS: 10.5 },
      ],
      [],
      [{ WEEK_START_DATE: '2026-11-09', EARNINGS: 500 }],
    ])
  })

  it('adds up the earnings of all posts, and those of a site', async () => {
    expect(await queries.listTotals(db, { from: '2026-11-09' })).toEqual([
      { WEEK_START_DATE: '2026-11-09', EARNINGS: 530 },
      { WEEK_START_DATE: '2026-11-16', EARNINGS: 10.5 },
    ])
    expect(await queries.listTotals(db, { from: '2020-01-06', site: 'ok' })).toEqual([
      { WEEK_START_DATE: '2025-01-06', EARNINGS: 5 },
    ])
  })

  it('counts posts by flag with their earnings, and those without any', async () => {
    const counts = await queries.countByFlag(db, { site: 'hs' })
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
    const all = await queries.listPostProducts(db, { site: 'hs', postId: '7', today: TODAY })
    expect(
      all.map(({ ASIN, REVENUE, AVAILABILITY, raw_availability: rawAvailability }) => [
        ASIN,
        REVENUE,
        AVAILABILITY,
        rawAvailability,
      ]),
    ).toEqual([
      ['B0AAAAAAA1', 40.54, 'Unavailable', 'OUT_OF_STOCK'],
      ['B0AAAAAAA2', null, 'Now', 'IN_STOCK'],
      ['B0AAAAAAA3', null, null, 'NOT_SCANNED'],
    ])
    expect(
      await queries.listPostProducts(db, {
        ...{ site: 'hs', postId: '7', today: TODAY },
        asins: ['B0AAAAAAA2', 'B0ZZZZZZZ9'],
      }),
    ).toMatchObject([
      { ASIN: 'B0AAAAAAA2', NAME: 'Pebble', AWARD: 'Best Budget', IMAGE_URL: '/B0AAAAAAA2.jpg' },
    ])
  })

  it('marks the ASIN of a product that the marketplace lacks as wrong', async () => {
    expect(
      (await queries.listPostProducts(db, { site: 'hs', postId: '100', today: TODAY })).map(
        ({ AVAILABILITY }) => AVAILABILITY,
      ),
    ).toEqual(['Invalid ASIN'])
  })
})
