import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sitePosts } from '../../../db/schema/posts.ts'
import { createDiskImageStore } from '../../../integrations/image-store/built-in.ts'
import { writeContent } from '../../../integrations/publishing-site/write-content.ts'
import { SAMPLE_SITES } from '../../../sample/sites.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { SCRIPT_PAYLOADS } from '../../../testing/script-payloads.ts'
import { startWebServer, type WebServer } from '../../../testing/web-server.ts'

let api: Api
let reader: Client
let vendor: WebServer
let answer: RequestListener
const siteIds = new Map<string, number>()

beforeAll(async () => {
  vendor = await startWebServer((request, response) => answer(request, response))
  const account = { baseUrl: `http://127.0.0.1:${vendor.port}`, user: 'desk', appPassword: 'secret' }
  api = await startApi({ WP_SITES: JSON.stringify({ ZZ: account }) })
  for (const { code, displayName } of SAMPLE_SITES) {
    siteIds.set(code, (await buildSite(api.database.db, { code, displayName })).id)
  }
  siteIds.set('zz', (await buildSite(api.database.db, { code: 'zz' })).id)
  reader = await api.as('opm')
})
afterAll(async () => {
  await api.close()
  await vendor.close()
})

async function insertPost(
  code: string,
  values: Partial<typeof sitePosts.$inferInsert> = {},
): Promise<number> {
  const now = new Date('2026-11-18T09:00:00Z')
  const [post] = await api.database.db
    .insert(sitePosts)
    .values({
      siteId: siteIds.get(code) ?? 0,
      status: 'publish',
      slug: `post-${Math.random()}`,
      title: 'Kettles that pour well',
      content: writeContent({
        introText: 'They pour.',
        introCopy: 'We poured.',
        products: [
          {
            asin: 'B0C9TR41XM',
            name: 'Kettle',
            award: 'Best Overall',
            headline: 'Pours',
            summary: 'Hot.',
            description: 'Steel.',
          },
        ],
        outroCopy: 'Poured.',
        questions: [{ headline: 'Why?', acceptedAnswer: 'Because.' }],
        trustStatement: 'Trust us.',
      }),
      heroImageUrl: '/images/kettle.jpg',
      authorName: 'Ada Reed',
      authorDescription: 'Pours',
      createdAt: now,
      modifiedAt: now,
      publishedAt: now,
      ...values,
    })
    .returning({ id: sitePosts.id })
  return post?.id ?? 0
}
const preview = (site: string, id: number | string) =>
  reader.get(`/api/preview?site=${encodeURIComponent(site)}&id=${encodeURIComponent(id)}`)

describe('GET /api/preview', () => {
  it('answers the post with its texts, products and questions, and its site [PREV-017] [PREV-019] [PREV-020]', async () => {
    const id = await insertPost('ok')
    const { status, body } = await preview('ok', id)
    expect(status).toBe(200)
    expect(body).toEqual({
      post: {
        id,
        status: 'publish',
        url: `/posts/ok/${id}`,
        title: 'Kettles that pour well',
        heroImageUrl: '/images/kettle.jpg',
        authorName: 'Ada Reed',
        authorDescription: 'Pours',
        datePublished: '2026-11-18T09:00:00.000Z',
        introText: 'They pour.',
        introCopy: 'We poured.',
        products: [
          {
            name: 'Kettle',
            award: 'Best Overall',
            description: 'Steel.',
            asin: 'B0C9TR41XM',
            summary: 'Hot.',
            headline: 'Pours',
          },
        ],
        outroCopy: 'Poured.',
        questions: [{ headline: 'Why?', acceptedAnswer: 'Because.' }],
        trustStatement: 'Trust us.',
      },
      site: expect.objectContaining({ code: 'ok', display_name: 'Open Kitchen' }),
      site_color: null,
    })
  })

  it.each(['bm', 'hs', 'pt', 'nf', 'ok', 'ta', 'tj', 'tm', 'dt'])(
    'knows the site %s by its code in either case, and its name [PREV-002] [PREV-003]',
    async (code) => {
      const id = await insertPost(code)
      const name = SAMPLE_SITES.find((site) => site.code === code)?.displayName
      for (const written of [code, code.toUpperCase()]) {
        const { body } = await preview(written, id)
        expect(body.site).toMatchObject({ code, display_name: name })
      }
    },
  )

  it('includes the colour of the site’s logo, so that its page can use it [U16]', async () => {
    const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#8A2F74' } })
      .png()
      .toBuffer()
    const logoUrl = await createDiskImageStore({ folder: join(api.settings.dataDir, 'images') }).put(
      { bytes: logo, type: 'image/png' },
      'logo',
    )
    const { id: siteId } = await buildSite(api.database.db, { code: 'cl', logoUrl })
    siteIds.set('cl', siteId)
    const { body } = await preview('cl', await insertPost('cl'))
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(body.site_color.slice(at, at + 2), 16))
    // Colours are counted in steps of 16.
    expect(Math.abs((red ?? 0) - 0x8a)).toBeLessThan(16)
    expect(Math.abs((green ?? 0) - 0x2f)).toBeLessThan(16)
    expect(Math.abs((blue ?? 0) - 0x74)).toBeLessThan(16)
  })

  it('has no post of another site, of an unknown site or with another number [PREV-015]', async () => {
    const id = await insertPost('ok')
    const missing: [string, number][] = [
      ['hs', id],
      ['xx', id],
      ['ok', id + 999],
    ]
    for (const [site, number] of missing) {
      const { status, body } = await preview(site, number)
      expect(status).toBe(404)
      expect(body.message).toBe(`Post '${number}' not found in the content management system`)
    }
  })

  it('passes nothing on that is no site code and no number', async () => {
    answer = (_, response) => response.end('{}')
    const before = vendor.requests.length
    for (const id of ['../../ground/users', '1?x=', '1#', '%2e%2e', '0x1', '-1', '1e3', '', '99999999999'])
      expect((await preview('zz', id)).status, id).toBe(400)
    for (const site of ['../zz', 'zz?', 'zz/..', '', '#', 'z', 'a'.repeat(40)])
      expect((await preview(site, 1)).status, site).toBe(400)
    expect(vendor.requests.length).toBe(before)
  })

  it('hands markup of a post out as the text that it shows, and no address that runs [S13]', async () => {
    for (const payload of SCRIPT_PAYLOADS) {
      const id = await insertPost('ok', { content: `<p>Before</p>${payload}`, heroImageUrl: payload })
      const { body } = await preview('ok', id)
      expect(body.post.heroImageUrl, payload).toBeNull()
      expect(body.post.introCopy, payload).toMatch(/^Before/)
      if (payload.startsWith('<'))
        expect(body.post.introCopy, payload).not.toMatch(/<(script|img|svg|iframe|a)\b/i)
    }
  })
})

describe('a publishing system that is not well', () => {
  const withDate =
    (date_gmt: string): RequestListener =>
    (_, response) => {
      const texts = { title: { raw: 'Kettles' }, content: { raw: '' } }
      response.end(
        JSON.stringify({ id: 7, status: 'publish', link: 'https://site.example/', ...texts, date_gmt }),
      )
    }
  const faults: [string, RequestListener, number][] = [
    ['401', (_, response) => response.writeHead(401).end('{"code":"incorrect_password"}'), 502],
    ['403', (_, response) => response.writeHead(403).end('{"code":"rest_forbidden"}'), 502],
    ['429', (_, response) => response.writeHead(429, { 'retry-after': '20' }).end('{}'), 503],
    ['a page', (_, response) => response.end('<html>'), 502],
    ['a hang-up', (request) => request.socket.destroy(), 503],
    ['a date that is none', withDate('yesterday'), 502],
    ['a date beyond all dates', withDate('999999-01-01T00:00:00'), 502],
  ]

  it.each(faults)('%s is neither our 401 nor our 500', async (_fault, fault, expected) => {
    answer = fault
    // After several failures in a row it is left alone for half a minute.
    api.advance(31_000)
    const { status, body, headers } = await preview('zz', 7)
    expect(status).toBe(expected)
    expect(String(headers['content-type'])).toContain('json')
    expect(body.message).toMatch(/^WordPress /)
    expect(JSON.stringify(body)).not.toMatch(/secret|127\.0\.0\.1|incorrect_password/)
  })

  it('is queried again once it is well, and a post that it lacks is missing [PREV-015]', async () => {
    answer = (_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"rest_post_invalid_id"}')
    api.advance(31_000)
    const { status, body } = await preview('zz', 7)
    expect(status).toBe(404)
    expect(body.message).toBe("Post '7' not found in the content management system")
  })
})
