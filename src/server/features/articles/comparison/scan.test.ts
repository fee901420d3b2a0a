import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keywords } from '../../../db/schema/keywords.ts'
import { sitePosts } from '../../../db/schema/posts.ts'
import { stories } from '../../../db/schema/share-of-voice.ts'
import { insertGoods } from '../../../integrations/product-catalog/goods-store.ts'
import { writeContent } from '../../../integrations/publishing-site/write-content.ts'
import { readWebStory } from '../../../integrations/story-reader/web.ts'
import { createGuardedFetcher } from '../../../integrations/web-fetcher/guarded-fetch.ts'
import { isPublicAddress } from '../../../integrations/web-fetcher/public-addresses.ts'
import { sampleGoods } from '../../../sample/goods.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildHit, buildKeyword, buildSite } from '../../../testing/builders.ts'
import { HOSTILE_NAMES, hostileAddresses } from '../../../testing/hostile-addresses.ts'
import { SCRIPT_PAYLOADS } from '../../../testing/script-payloads.ts'
import { startWebServer, type WebServer } from '../../../testing/web-server.ts'
import { recordHits } from '../../market/share-of-voice/verbs/record-hits.ts'

/** Stands for the marketplace, where the canary's machine is the inside. */
const OUTSIDE = '127.0.0.2'
const ID = '0b7e6b2c-6a0e-4d59-9a55-0f5f0c9a7d11'
const STORY = `/ospublishing/story/${ID}/ref=desk?ascsubtag=amzn1.osa.${ID}.ATVPDKIKX0DER.en_US&tag=rival-20`
const LIVE = 'https://www.amazon.com/ospublishing/story/1'
/** Both are public; stories are read from the first alone. */
const OUTSIDE_NAMES = ['www.amazon.com', 'pictures.example']

let api: Api
let readers: Client[]
let turn = 0
let canary: WebServer
let outside: WebServer
let answer: RequestListener

/** The guard as shipped, but for one loopback address that counts as public, and for the port and protocol of the test's server. */
function marketplaceFetcher() {
  const guarded = createGuardedFetcher({
    resolve: async (name) => HOSTILE_NAMES[name] ?? (OUTSIDE_NAMES.includes(name) ? [OUTSIDE] : []),
    mayReach: (ip) => ip === OUTSIDE || isPublicAddress(ip),
  })
  const here = (address: string) =>
    address.replace('https://www.amazon.com/', `http://www.amazon.com:${canary.port}/`)
  const there = (url: URL) =>
    new URL(
      url.href.replace(/^http:\/\/([a-z.]+):(\d+)\//, (whole, host, port) =>
        OUTSIDE_NAMES.includes(host) && Number(port) === canary.port ? `https://${host}/` : whole,
      ),
    )
  return {
    get: (address: string, request: Parameters<typeof guarded.get>[1]) =>
      guarded
        .get(here(address), { ...request, mayVisit: (url) => request.mayVisit?.(there(url)) ?? true })
        .then((page) => ({ ...page, url: there(new URL(page.url)).href })),
  }
}

beforeAll(async () => {
  canary = await startWebServer((_request, response) => response.end('<title>inside</title>'))
  outside = await startWebServer((request, response) => answer(request, response), {
    host: OUTSIDE,
    port: canary.port,
  })
  api = await startApi({}, { web: marketplaceFetcher() })
  const { db } = api.database
  await insertGoods(db, sampleGoods())
  await db.insert(keywords).values(
    [
      ['best electric kettle', true],
      ['electric kettles', false],
      ['kettle', true],
      ['best toaster', true],
    ].map(([keyword, isTracked]) => ({
      keyword: String(keyword),
      identity: String(keyword),
      isTracked: isTracked === true,
    })),
  )
  const [first, second] = sampleGoods()
  await db.insert(stories).values({
    fingerprint: 'a',
    lastDay: '2026-10-01',
    title: 'The 2 Best Electric Kettles',
    publishedDate: 'Sep 30, 2026',
    url: STORY,
    items: [
      { asin: first?.asin ?? '', name: 'Pourwell <b>Kettle</b>', award: 'Best Overall', blurb: 'It pours.' },
      { asin: second?.asin ?? '', name: 'Simmer Kettle', award: 'Best Value', blurb: '"It" & more.' },
    ],
  })
  readers = await Promise.all([
    api.as('opm'),
    ...(['adm', 'qa', 'eng'] as const).flatMap((role) => [api.as(role, 1), api.as(role, 2)]),
  ])
})
beforeEach(() => {
  canary.requests.length = 0
  outside.requests.length = 0
})
afterAll(async () => {
  await api.close()
  await Promise.all([canary.close(), outside.close()])
})

/** In turns, because nobody may scan more than thirty times a minute. */
function scan(url: string) {
  turn += 1
  return (
    readers[turn % readers.length]?.patch('/api/comparison/scan', { url }) ??
    Promise.reject(new Error('Nobody'))
  )
}
const page =
  (html: string, type = 'text/html; charset=utf-8'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(html)

describe('PATCH /api/comparison/scan', () => {
  it('reads a built-in story like any other page, without a network [CMP-023] [CMP-030] [CMP-031]', async () => {
    const { status, body } = await scan(STORY)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(
      'content heroText image keywords products title updatedAt url writer writerIcon'.split(' ').sort(),
    )
    expect(body).toMatchObject({
      title: 'The 2 Best Electric Kettles',
      url: STORY,
      updatedAt: '2026-09-30T00:00:00.000Z',
      products: [
        { name: 'Pourwell <b>Kettle</b>', award: 'Best Overall', highlight: 'It pours.' },
        { name: 'Simmer Kettle', award: 'Best Value', highlight: '"It" & more.' },
      ],
    })
    expect(Object.keys(body.products[0]).sort()).toEqual(
      'asin award highlight image name offerAward offerBy oldPrice oos price priceLimit rate totalRatings'.split(
        ' ',
      ),
    )
    expect(body.products[0].price).toBeGreaterThan(0)
    expect(body.products[0].image).toMatch(/^\/catalog\//)
    const types = new Set(body.content.map(({ type }: { type: string }) => type))
    expect([...types].sort()).toEqual(['b', 'figure', 'h1', 'h2', 'h3', 'p'])
    expect(outside.requests).toEqual([])
    expect((await scan(STORY)).body).toEqual(body)
  })

  it('lists our keywords whose words occur in its title or headings, tracked ones first [CMP-023] [CMP-031]', async () => {
    const { body } = await scan(STORY)
    expect(body.keywords).toEqual([
      { keyword: 'best electric kettle', keyword_id: expect.any(Number), is_tracked: true },
      { keyword: 'kettle', keyword_id: expect.any(Number), is_tracked: true },
      { keyword: 'electric kettles', keyword_id: expect.any(Number), is_tracked: false },
    ])
  })

  it('reads a story of the marketplace that is not kept here', async () => {
    answer = page('<title>Kettles</title><article><h1>Kettles</h1><p>Steam.</p></article>')
    const { status, body } = await scan(STORY.replaceAll('0b7e', '1b7e'))
    expect([status, body.title]).toEqual([200, 'Kettles'])
    expect(outside.requests[0]?.url).toContain('/ospublishing/story/1b7e')
  })

  it('reads a published post of our sites by its address or its path, and no draft', async () => {
    const { db } = api.database
    const { id: siteId } = await buildSite(db, { code: 'hs', url: 'https://hearthside.example' })
    const [{ asin } = { asin: '' }] = sampleGoods()
    const post = {
      siteId,
      title: 'Our kettles',
      content: writeContent({
        introText: 'They pour.',
        introCopy: 'We poured.',
        products: [
          {
            asin,
            name: 'Kettle',
            award: 'Top',
            headline: 'Hot',
            summary: 'S',
            description: 'D',
          },
        ],
        outroCopy: 'Poured.',
        questions: [{ headline: 'Why?', acceptedAnswer: 'Because.' }],
        trustStatement: 'Trust us.',
      }),
      createdAt: api.now(),
      modifiedAt: api.now(),
    }
    const [live] = await db
      .insert(sitePosts)
      .values({ ...post, slug: 'kettles', status: 'publish' })
      .returning()
    const [draft] = await db
      .insert(sitePosts)
      .values({ ...post, slug: 'draft', status: 'draft' })
      .returning()
    for (const url of ['https://www.hearthside.example/kettles/', `/posts/hs/${live?.id}`]) {
      const { status, body } = await scan(url)
      expect([status, body.title, body.heroText], url).toEqual([
        200,
        'Our kettles',
        'They pour.\n\nWe poured.',
      ])
      // What the marketplace says of it beside what the post does.
      const asked = { price: expect.any(Number), image: expect.stringMatching(/^\/catalog\//) }
      expect(body.products).toMatchObject([{ asin, name: 'Kettle', award: 'Top', ...asked }])
    }
    for (const url of ['https://hearthside.example/draft', `/posts/hs/${draft?.id}`, '/posts/zz/1'])
      expect((await scan(url)).status, url).toBe(404)
    expect(outside.requests).toEqual([])
  })

  it.each([
    ['a story without its language', `/ospublishing/story/${ID}`],
    ['another host', 'https://rival.example/kettles'],
    ['plain http', 'http://www.amazon.com/kettles'],
    ['nothing', ''],
  ])('refuses %s with “Invalid URL” [CMP-020]', async (_case, url) => {
    const { status, body } = await scan(url)
    expect([status, body.message]).toEqual([400, 'Invalid URL'])
    expect(outside.requests).toEqual([])
  })

  it.each([
    ['has no title', page('<p>Words</p>'), 422],
    ['is no HTML', page('{"title":"x"}', 'application/json'), 422],
    ['is gone', (_: unknown, response: Parameters<RequestListener>[1]) => response.writeHead(404).end(), 404],
  ] as [string, RequestListener, number][])(
    'says “Article Unavailable” of a page that %s [CMP-019]',
    async (_case, listener, expected) => {
      answer = listener
      const { status, body } = await scan(LIVE)
      expect([status, body.message]).toEqual([expected, 'Article Unavailable'])
    },
  )

  it('says one sentence of everything that goes wrong out there', async () => {
    const faults: [RequestListener, number][] = [
      [(_, response) => response.writeHead(500).end('secret'), 503],
      [(_, response) => response.writeHead(401).end('secret'), 502],
      [(request) => request.socket.destroy(), 503],
      [(_, response) => response.writeHead(200, { 'content-length': '99999999' }).end('x'), 502],
    ]
    for (const [fault, expected] of faults) {
      answer = fault
      const { status, body } = await scan(LIVE)
      expect([status, body.message]).toEqual([expected, 'Couldn’t load the article.'])
    }
  })

  it('never reaches the internal network, by any form of address, directly or by a redirect [S9]', async () => {
    const addresses = hostileAddresses(canary.port)
    expect(addresses.length).toBeGreaterThanOrEqual(60)
    for (const address of addresses) {
      const { status, body } = await scan(address)
      expect([status, body.message], address).toEqual([400, 'Invalid URL'])
    }
    expect(outside.requests).toEqual([])
    const web = marketplaceFetcher()
    for (const location of addresses) {
      const host = URL.parse(location, LIVE)?.host
      if (host === undefined || host === 'www.amazon.com') continue
      answer = (_request, response) =>
        response.writeHead(302, { location: Buffer.from(location).toString('latin1') }).end()
      await expect(readWebStory(web, new URL(LIVE), []), location).rejects.toMatchObject({
        fault: 'failed',
      })
    }
    expect(outside.requests.length).toBeGreaterThanOrEqual(50)
    expect(canary.requests).toEqual([])
  })

  it('is not led to another public host by a redirect [S9]', async () => {
    const elsewhere = `pictures.example:${canary.port}`
    answer = (request, response) => {
      if (request.headers.host === elsewhere) page('<title>Elsewhere</title>')(request, response)
      else response.writeHead(302, { location: `http://${elsewhere}/` }).end()
    }
    const { status, body } = await scan(LIVE)
    expect([status, body.message]).toEqual([502, 'Couldn’t load the article.'])
    expect(outside.requests).toHaveLength(1)
    answer = (request, response) => {
      if (request.url === '/kettles') page('<title>Here</title>')(request, response)
      else response.writeHead(302, { location: '/kettles' }).end()
    }
    expect((await scan(LIVE)).body.title).toBe('Here')
  })

  it('hands markup of a page out as text [S13]', async () => {
    for (const payload of SCRIPT_PAYLOADS.slice(0, 20)) {
      answer = page(`<title>Kettles</title><article><h1>K ${payload}</h1><p>${payload}</p></article>`)
      const { status, body, headers } = await scan(LIVE)
      expect(status).toBe(200)
      expect(String(headers['content-type'])).toContain('application/json')
      expect(JSON.stringify(body.content), payload).not.toMatch(/<(script|img|svg|iframe)\b[^>]*>/i)
    }
  })

  it('needs the right to see keywords, and is limited to thirty calls a minute', async () => {
    expect((await api.visitor.patch('/api/comparison/scan', { url: STORY })).status).toBe(401)
    const other = await api.as('opm', 2)
    const statuses = []
    for (let call = 0; call < 32; call += 1)
      statuses.push((await other.patch('/api/comparison/scan', { url: '' })).status)
    expect(statuses.filter((status) => status === 400).length).toBe(30)
    expect(statuses.filter((status) => status === 429).length).toBe(2)
  })
})

describe('the page of a built-in story', () => {
  it('of another story is the marketplace’s', async () => {
    const path = STORY.replaceAll('0b7e', '2b7e')
    const { status, headers } = await api.visitor.get(path)
    expect([status, headers.location]).toEqual([302, `https://www.amazon.com${path}`])
  })

  it('is public, runs nothing, and shows the story’s markup as text [S13]', async () => {
    const { status, body, headers } = await api.visitor.get(STORY)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).toContain('<h2>Pourwell &lt;b&gt;Kettle&lt;/b&gt;</h2>')
    expect(body).toContain('application/ld+json')
  })

  it('opens differently from another publisher’s, and both speak of the products', async () => {
    const { db } = api.database
    const { id: keywordId } = await buildKeyword(db)
    const goods = sampleGoods().filter(({ categories }) => /^bath towels$/i.test(categories.at(-1) ?? ''))
    const items = goods.slice(0, 3).map(({ asin }) => ({ asin, name: 'Towel', award: '', blurb: '' }))
    expect(items).toHaveLength(3)
    const addressOf = (at: number) => `/ospublishing/story/${ID.slice(0, -2)}${at + 20}?ascsubtag=x.en_US`
    const publishers = ['Hearthside', 'Nookwise'].flatMap((name) => Array.from({ length: 6 }, () => name))
    const hits = publishers.map((publisher, at) =>
      buildHit({
        keywordId,
        day: `2026-10-${10 + at}`,
        publisher,
        url: addressOf(at),
        title: `Which Bath Towels Are Worth It? ${at}`,
        items,
      }),
    )
    await recordHits(db, hits, '2026-10-30')
    const beginnings: string[] = []
    for (const at of publishers.keys()) beginnings.push((await scan(addressOf(at))).body.heroText)
    const [ours, theirs] = [new Set(beginnings.slice(0, 6)), new Set(beginnings.slice(6))]
    expect([...ours].filter((text) => theirs.has(text))).toEqual([])
    expect(ours.size + theirs.size).toBeGreaterThan(2)
    for (const text of beginnings) {
      expect(text).toMatch(/\bbath towels\b/)
      expect(text).not.toMatch(/worth it|\{|\ba [aeiou]/i)
    }
  })

  it.each(['/ospublishing/story/%25', '/ospublishing/story/_______-____-____-____-____________'])(
    'is nothing where there is no such story: %s',
    async (path) => {
      expect((await api.visitor.get(path)).status).toBe(404)
    },
  )
})
