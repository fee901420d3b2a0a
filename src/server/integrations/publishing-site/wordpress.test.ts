import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { vendorContracts } from '../../testing/vendor-mock.ts'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import {
  hasWordPress,
  startWordPress,
  WORDPRESS_PATIENCE_MS,
  type WordPressServer,
} from '../../testing/wordpress-server.ts'
import { createGuardedFetcher } from '../web-fetcher/guarded-fetch.ts'
import type { PostContent } from './port.ts'
import { createWordPress } from './wordpress.ts'

const POST_STYLE = readFileSync('src/shared/features/ground/sites/post-style.css')
const TIMEOUT_MS = 300
/** For what ends by itself, however busy the machine is. */
const PATIENCE_MS = 4000
const HERO = '/images/hero-0123456789abcdef0123456789abcdef.jpg'
const content: PostContent = {
  title: 'Kettles',
  heroImageUrl: null,
  intro: 'They pour.',
  products: [{ asin: 'B0C9TR41XM', name: 'Kettle', award: 'Best Overall', summary: '' }],
  questions: ['Why?'],
  focusKeyword: 'kettle',
  authorName: 'Ada Reed',
}
const POST = {
  id: 7,
  status: 'draft',
  link: 'https://site.example/?p=7',
  title: { raw: 'Kettles' },
  content: { raw: '' },
  date_gmt: null,
}

const SINCE = new Date('2026-11-18T09:00:00Z')
const installation = async () => ({ id: '0a1b2c3d', since: SINCE })

let server: WebServer | undefined
afterEach(() => server?.close())

/** The adapter in front of a server with these answers. */
async function against(answer: RequestListener, timeoutMs = PATIENCE_MS) {
  server = await startWebServer(answer)
  return createWordPress({
    account: { baseUrl: `http://127.0.0.1:${server.port}`, user: 'desk', appPassword: 'abcd efgh' },
    loadImage: async () => ({ bytes: Buffer.from('picture'), type: 'image/jpeg' }),
    installation,
    timeoutMs,
  })
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const FAULTS: [string, RequestListener, { kind: string; [also: string]: unknown }][] = [
  [
    'answers too slowly',
    (_, response) => void setTimeout(() => response.end('{}'), 5 * TIMEOUT_MS),
    { kind: 'timeout' },
  ],
  ['accepts and says nothing', () => {}, { kind: 'timeout' }],
  [
    'sends a byte now and then',
    (_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    },
    { kind: 'timeout' },
  ],
  [
    'does not know our password',
    json(401, { code: 'incorrect_password', message: 'No' }),
    { kind: 'unauthorized', vendorCode: 'incorrect_password' },
  ],
  ['does not let us write', json(403, { code: 'rest_cannot_edit' }), { kind: 'forbidden' }],
  [
    'wants us to wait',
    json(429, {}, { 'retry-after': '30' }),
    // The second call is not sent; it gets the rest of the pause.
    { kind: 'rate_limited', retryAfterMs: expect.closeTo(30_000, -4) },
  ],
  ['is broken', json(500, { code: 'internal_server_error' }), { kind: 'unavailable' }],
  [
    'is under maintenance',
    (_, response) => response.writeHead(503).end('<h1>Briefly unavailable</h1>'),
    { kind: 'unavailable' },
  ],
  ['hangs up', (request) => request.socket.destroy(), { kind: 'unavailable' }],
  [
    'is cut off within its answer',
    (request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"id":7,')
      setTimeout(() => request.socket.destroy(), 20)
    },
    { kind: 'unavailable' },
  ],
  ['answers half a JSON', (_, response) => response.end('{"id":7,"status":'), { kind: 'bad_response' }],
  ['answers a page', (_, response) => response.end('<html>Welcome</html>'), { kind: 'bad_response' }],
  ['answers other fields', json(200, { id: 'seven' }), { kind: 'bad_response' }],
  [
    'answers with an invalid date',
    json(200, { ...POST, status: 'publish', date_gmt: 'yesterday' }),
    { kind: 'bad_response' },
  ],
  [
    'redirects us',
    (_, response) => response.writeHead(301, { location: 'https://other.example/' }).end(),
    { kind: 'bad_response' },
  ],
  [
    'has no API at this address',
    (_, response) => response.writeHead(404).end('<html>Not found</html>'),
    { kind: 'not_found' },
  ],
  [
    'never stops answering',
    (_, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
    { kind: 'bad_response' },
  ],
]

describe('a WordPress that', () => {
  it.each(FAULTS)('%s fails as an integration, soon', async (_fault, answer, failure) => {
    const site = await against(answer, failure.kind === 'timeout' ? TIMEOUT_MS : PATIENCE_MS)
    const begun = performance.now()
    await expect(site.getPost(7)).rejects.toMatchObject({
      name: 'IntegrationError',
      system: 'WordPress',
      ...failure,
    })
    await expect(site.createDraft({ ...content, key: 'article-1' })).rejects.toMatchObject(failure)
    expect(performance.now() - begun).toBeLessThan(3 * PATIENCE_MS)
  })

  it('does not have a post, or has thrown it away, has no such post', async () => {
    expect(await (await against(json(404, { code: 'rest_post_invalid_id' }))).getPost(7)).toBeNull()
    expect(await (await against(json(200, { ...POST, status: 'trash' }))).getPost(7)).toBeNull()
    await expect(
      (await against(json(200, { ...POST, status: 'trash' }))).updatePost(7, content),
    ).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('has no date for a post shows it without one', async () => {
    for (const date_gmt of [null, '', '0000-00-00T00:00:00']) {
      const post = { ...POST, status: 'publish', date_gmt }
      expect(await (await against(json(200, post))).getPost(7)).toMatchObject({ datePublished: null })
    }
    const dated = { ...POST, status: 'publish', date_gmt: '2026-11-18T09:00:00' }
    expect(await (await against(json(200, dated))).getPost(7)).toMatchObject({
      datePublished: new Date('2026-11-18T09:00:00Z'),
    })
  })

  it('does not know our fields and cannot embed still shows its post', async () => {
    const bare = { ...POST, meta: [], _embedded: { author: [{ code: 'rest_user_invalid_id' }] } }
    expect(await (await against(json(200, bare))).getPost(7)).toMatchObject({
      title: 'Kettles',
      authorName: null,
    })
  })

  it('refuses a file says so as if it had broken, and is understood', async () => {
    const site = await against((request, response) => {
      const isUpload = request.method === 'POST' && request.url?.startsWith('/wp-json/wp/v2/media')
      if (isUpload) json(500, { code: 'rest_upload_sideload_error' })(request, response)
      else json(200, [])(request, response)
    })
    await expect(
      site.createDraft({ ...content, heroImageUrl: HERO, key: 'article-1' }),
    ).rejects.toMatchObject({ kind: 'invalid', operation: 'upload image' })
  })

  it('gets no draft that is canceled in the meantime', async () => {
    const methods: (string | undefined)[] = []
    const site = await against((request, response) => {
      methods.push(request.method)
      json(200, [])(request, response)
    })
    const proceed = async () => {
      throw new Error('Another worker has it.')
    }
    await expect(site.createDraft({ ...content, key: 'article-1', proceed })).rejects.toThrow(
      'Another worker',
    )
    expect(new Set(methods)).toEqual(new Set(['GET']))
  })

  it('gets requests for posts and images only, with any id or key', async () => {
    const site = await against(json(200, []))
    await site.findPostByUrl('https://site.example/..%2F..%2Fusers?x=1#y').catch(() => {})
    await site.createDraft({ ...content, key: '../users?force=true#' }).catch(() => {})
    const paths = server?.requests.map(({ url }) => new URL(url, 'http://x').pathname) ?? []
    expect(new Set(paths)).toEqual(new Set(['/wp-json/wp/v2/posts']))
    expect(
      server?.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('force')),
    ).not.toContain('true')
  })
})

describe('a post that has the slug of an article', () => {
  const EARLIER = new Date(SINCE.getTime() - 1)
  const OWN = 'article-1-0a1b2c3d'
  /** A site where one post already has this slug and this field. Returns the id of a new draft. */
  async function draftBeside(slug: string, meta: unknown, keyedSince?: Date) {
    const site = await against((request, response) => {
      const asked = new URL(request.url ?? '', 'http://x').searchParams.get('slug')
      if (request.method === 'POST') return json(201, { id: 9 })(request, response)
      json(200, asked === slug ? [{ id: 5, meta }] : [])(request, response)
    })
    const draft = { ...content, key: 'article-1', ...(keyedSince && { keyedSince }) }
    return (await site.createDraft(draft)).postId
  }
  const asked = () => server?.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('slug'))

  it('is ours when its field says so', async () => {
    expect(await draftBeside(OWN, { aop_article_id: OWN }, SINCE)).toBe(5)
  })

  it('belongs to another author when its field says so, or says nothing', async () => {
    expect(await draftBeside(OWN, { aop_article_id: '' }, SINCE)).toBe(9)
    expect(await draftBeside(OWN, { aop_article_id: 'article-1-ffffffff' }, SINCE)).toBe(9)
  })

  it('is ours where the site keeps no fields, because only we know our mark', async () => {
    expect(await draftBeside(OWN, [], SINCE)).toBe(5)
    expect(await draftBeside(OWN, undefined, SINCE)).toBe(5)
  })

  it('is recognised without a mark when its field says so and its article is older than marks', async () => {
    expect(await draftBeside('article-1', { aop_article_id: 'article-1' }, EARLIER)).toBe(5)
    expect(await draftBeside('article-1', { aop_article_id: 'article-1' })).toBe(5)
    for (const meta of [[], undefined, { aop_article_id: '' }, { aop_article_id: 'article-2' }])
      expect(await draftBeside('article-1', meta, EARLIER)).toBe(9)
  })

  it('is not looked for without a mark by an article that has always had one', async () => {
    expect(await draftBeside('article-1', { aop_article_id: 'article-1' }, SINCE)).toBe(9)
    expect(asked()).not.toContain('article-1')
  })
})

describe('the check of a site', () => {
  const LIMIT = expect.stringContaining('copydesk-meta.php')
  const postsWith = (fields: unknown) => ({ schema: { properties: { meta: { properties: fields } } } })
  const capabilities = Object.fromEntries(
    ['edit_posts', 'upload_files', 'edit_others_posts', 'edit_published_posts'].map((name) => [name, true]),
  )
  it.each([
    ['keeps our fields', 200, postsWith({ aop_structured_data: {}, footnotes: {} }), undefined],
    ['keeps other fields only', 200, postsWith({ footnotes: {} }), LIMIT],
    ['keeps no fields at all', 200, postsWith([]), LIMIT],
    ['does not say which fields it keeps', 405, { code: 'not_allowed' }, undefined],
  ])('reports missing fields where it %s', async (_, status, body, limit) => {
    const site = await against((request, response) =>
      request.method === 'OPTIONS'
        ? json(status, body)(request, response)
        : json(200, { name: 'Desk', capabilities })(request, response),
    )
    expect((await site.check()).limit).toEqual(limit)
    expect(await site.check()).toMatchObject({ ok: true })
  })
})

describe.runIf(hasWordPress)('a real WordPress', () => {
  let real: WordPressServer
  const siteAs = (person: { user?: string; appPassword?: string } = {}) =>
    createWordPress({
      account: { baseUrl: real.url, user: real.user, appPassword: real.appPassword, ...person },
      ...{ loadImage: async () => null, installation, timeoutMs: WORDPRESS_PATIENCE_MS },
    })
  beforeAll(async () => {
    real = await startWordPress()
  })
  afterAll(() => real?.stop())

  it('notices a wrong password, although visitors are answered', async () => {
    const appPassword = 'wrong wrong wrong'
    const authorization = `Basic ${Buffer.from(`${real.user}:${appPassword}`).toString('base64')}`
    const posts = `${real.url}/wp-json/wp/v2/posts`
    expect((await fetch(posts, { headers: { authorization } })).status).toBe(200)
    const site = siteAs({ appPassword })
    const calls: (() => Promise<unknown>)[] = [
      () => site.check(),
      () => site.getPost(1),
      () => site.listStandings([1]),
      () => site.findPostByUrl('/hello-world/'),
      () => site.createDraft({ ...content, key: 'article-9' }),
      () => site.updatePost(1, content),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  it('a site with copydesk-meta.php keeps our fields, as it says itself', async () => {
    const site = siteAs()
    expect(await site.check()).toEqual({ adapter: 'WordPress', ok: true, detail: expect.any(String) })
    const file = `WP_CONTENT_DIR . '/mu-plugins/copydesk-meta.php'`
    await real.php(`rename(${file}, ${file} . '.off');`)
    expect((await site.check()).limit).toContain('stores none of our fields')
    await real.php(`rename(${file} . '.off', ${file});`)
  })

  it('readers get the style sheet that is pasted under Additional CSS', async () => {
    const site = siteAs()
    const web = createGuardedFetcher({ mayReach: () => true })
    expect(await site.readPostStyle(web)).toBe('missing')
    await real.php(`wp_update_custom_css_post(base64_decode('${POST_STYLE.toString('base64')}'));`)
    expect(await site.readPostStyle(web)).toBe('current')
  })

  it('an account that may only read is found out by the check', async () => {
    const appPassword = await real.php(`
      $id = wp_insert_user(['user_login' => 'reader', 'user_pass' => 'not used', 'role' => 'subscriber']);
      [$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'tests']);
      echo $password;
    `)
    const health = await siteAs({ user: 'reader', appPassword }).check()
    expect(health).toMatchObject({ ok: false, detail: expect.stringContaining('may not write') })
  })
})

interface Options {
  endpoints: {
    methods: string[]
    args: Record<string, { type?: string | string[]; enum?: unknown[]; items?: { enum?: unknown[] } }>
  }[]
}

describe.skipIf(vendorContracts === null)('requests match WordPress’s description of its API', () => {
  const documentOf = (name: string) =>
    JSON.parse(readFileSync(join(vendorContracts ?? '', 'wordpress', `${name}.json`), 'utf8'))
  /** Understood by every call of the API. */
  const GLOBAL = new Set(['_fields', '_embed', 'context'])
  const nameOf = (path: string) =>
    path === '/media' ? 'media.options' : path === '/posts' ? 'posts.options' : 'posts-id.options'

  it('every parameter, body field and value is known', async () => {
    const seen: { method: string; url: URL; body: string }[] = []
    const site = await against((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const url = new URL(request.url ?? '', 'http://x')
        const { method = '' } = request
        seen.push({ method, url, body: Buffer.concat(chunks).toString() })
        const isList = method === 'GET' && /\/(posts|media)$/.test(url.pathname)
        // The second check finds an older draft, so that the adapter also removes ours.
        const looks = seen.filter(
          (each) => each.url.searchParams.has('slug') && each.url.pathname.endsWith('/posts'),
        )
        const list = looks.length === 2 ? [{ id: 1, link: '', status: 'draft' }] : []
        const one = method === 'DELETE' ? { deleted: true } : documentOf('post-edit.example')
        json(200, isList ? list : one)(request, response)
      })
    })
    const key = { key: 'article-1', keyedSince: new Date(), keep: async (id: number) => id }
    await site.createDraft({ ...content, heroImageUrl: HERO, ...key })
    await site.updatePost(4, { ...content, heroImageUrl: null })
    await site.listStandings([1, 2])
    await site.findPostByUrl('https://site.example/kettles/')
    expect(await site.getPost(4)).toMatchObject({
      id: 4,
      title: 'The best standing desk',
      introCopy: 'Intro',
    })
    expect(seen.map(({ method }) => method)).toContain('DELETE')
    for (const { method, url, body } of seen) {
      const path = url.pathname.replace('/wp-json/wp/v2', '')
      const { endpoints } = documentOf(nameOf(path)) as Options
      const args = endpoints.find(({ methods }) => methods.includes(method))?.args
      const where = `${method} ${path}`
      expect(args, where).toBeDefined()
      const isUpload = method === 'POST' && path === '/media'
      const sent = isUpload || body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
      for (const [key, value] of [...url.searchParams, ...Object.entries(sent)]) {
        if (GLOBAL.has(key)) continue
        const known = args?.[key]
        expect(known, `${where} ${key}`).toBeDefined()
        const allowed = known?.enum ?? known?.items?.enum
        const named = key === 'status' && typeof value === 'string' ? value.split(',') : [value]
        for (const each of allowed ? named : []) expect(allowed, `${where} ${key}`).toContain(each)
      }
    }
  })
})
