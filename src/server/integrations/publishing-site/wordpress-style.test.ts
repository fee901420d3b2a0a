import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cpuTimeOf } from '../../testing/cpu-time.ts'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { createGuardedFetcher } from '../web-fetcher/guarded-fetch.ts'
import { createWordPress } from './wordpress.ts'

const SHEET = readFileSync(
  join(import.meta.dirname, '../../../shared/features/ground/sites/post-style.css'),
  'utf8',
)
const VERSION = /(?<=--aop-style: )v[0-9a-f]{8}(?=;)/
const OLD = SHEET.replace(VERSION, 'v01234567')
const BEFORE_VERSIONS = SHEET.replace(/ *--aop-style:.*\n/, '')
/** As plugins do: without comments, line breaks and spaces. */
const minified = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};:,]) ?/g, '$1')

const POSTS = '/wp-json/wp/v2/posts'
type Answer = (response: ServerResponse) => void
let answers: Record<string, Answer>
let server: WebServer
let links: string[]

const html =
  (text: string, type = 'text/html; charset=UTF-8'): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(text)
const page = (head: string, type?: string) =>
  html(`<!doctype html><head>${head}<script src="/wp-includes/a.js"></script></head><p>Text</p>`, type)
const css =
  (text: string): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/css' }).end(text)
const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()
const inline = (text: string) => `<style id="wp-custom-css">\n${text}</style>`
const link = (href: string) => `<link rel='stylesheet' href='${href}' media='all' />`

beforeEach(async () => {
  answers = {}
  server = await startWebServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const answer = answers[path]
    if (answer) answer(response)
    else if (path === POSTS) response.end(JSON.stringify(links.map((each) => ({ id: 7, link: each }))))
    else response.writeHead(404).end()
  })
  links = [`http://site.example:${server.port}/newest/`]
})
afterEach(() => server.close())

/** Everything as in production but the port, the scheme and the loopback address. */
const web = createGuardedFetcher({ resolve: async () => ['127.0.0.1'], mayReach: () => true })
const read = (fetcher = web) =>
  createWordPress({
    account: { baseUrl: `http://127.0.0.1:${server.port}`, user: 'desk', appPassword: 'abcd efgh' },
    loadImage: async () => null,
    installation: async () => ({ id: '0a1b2c3d', since: new Date() }),
  }).readPostStyle(fetcher)
const requested = () => server.requests.map(({ url }) => url).filter((url) => !url.startsWith('/wp-json'))

it('the version in the style sheet of posts follows the rest of its content', () => {
  const digest = createHash('sha256').update(SHEET.replace(VERSION, '')).digest('hex')
  expect(VERSION.exec(SHEET)?.[0], 'after a change, set --aop-style to the new version').toBe(
    `v${digest.slice(0, 8)}`,
  )
})

it.each([
  ['the current sheet', 'current', inline(SHEET)],
  ['the current sheet, minified', 'current', `<style>${minified(SHEET)}</style>`],
  ['the current sheet below an old one', 'current', inline(`${OLD}\n${SHEET}`)],
  ['an old sheet below the current one', 'old', `${inline(SHEET)}<STYLE>${OLD}</STYLE>`],
  ['an old sheet', 'old', inline(OLD)],
  ['a sheet from before versions, minified', 'old', inline(minified(BEFORE_VERSIONS))],
  ['other CSS', 'missing', inline('.aop-badge { color: red }')],
  ['no CSS, but a text about it', 'missing', `<p>${SHEET}</p>`],
  ['a style element without an end', 'current', `<style>${SHEET}`],
  ['nothing', 'missing', ''],
])('reads %s on the newest post as %s', async (_what, state, head) => {
  answers['/newest/'] = page(head)
  expect(await read()).toBe(state)
})

it('finds the sheet in a file of the site that a plugin has combined', async () => {
  answers['/newest/'] = page(link('/wp-content/cache/all.css?a=1&#038;b=2'))
  answers['/wp-content/cache/all.css'] = css(minified(`p { margin: 0 } ${SHEET}`))
  expect(await read()).toBe('current')
  expect(requested()).toEqual(['/newest/', '/wp-content/cache/all.css?a=1&b=2'])
})

it('reads only four files, of the site itself, and none of WordPress, of its plugins or of other hosts', async () => {
  const own = [1, 2, 3, 4, 5].map((number) => `/wp-content/cache/${number}.css`)
  const foreign = [
    '/wp-includes/core.css',
    '/wp-content/plugins/shop/shop.css',
    `http://fonts.example:${server.port}/font.css`,
    'javascript:void(0).css',
    '/feed.xml',
  ]
  answers['/newest/'] = page([...foreign, ...own].map(link).join(''))
  for (const path of own) answers[path] = css('p { margin: 0 }')
  expect(await read()).toBe('missing')
  expect(requested().toSorted()).toEqual([...own.slice(0, 4), '/newest/'].toSorted())
})

it('reads the home page if there is no post, or if the account may not list posts', async () => {
  answers['/'] = page(inline(SHEET))
  links = []
  expect(await read()).toBe('current')
  answers[POSTS] = status(401)
  expect(await read()).toBe('current')
})

it.each<[string, Record<string, Answer>]>([
  ['is down', { '/newest/': status(503) }],
  ['is no page of WordPress', { '/newest/': html('<p>Are you a robot?</p>') }],
  ['is no HTML', { '/newest/': page(inline(SHEET), 'application/json') }],
  ['is too large', { '/newest/': page(`<!--${'x'.repeat(6 * 1024 * 1024)}-->`) }],
  ['has an unreadable style sheet', { '/newest/': page(link('/all.css')), '/all.css': status(500) }],
  ['has a page for a style sheet', { '/newest/': page(link('/all.css')), '/all.css': page('') }],
])('does not know the sheet if the page %s', async (_what, broken) => {
  Object.assign(answers, broken)
  expect(await read()).toBe('unknown')
})

it.each([
  ['another host', (port: number) => `http://other.example:${port}/there/`],
  ['the login', () => '/blog/wp-login.php?redirect_to=x'],
])('does not follow the page to %s', async (_where, to) => {
  answers['/newest/'] = status(302, { location: to(server.port) })
  for (const path of ['/there/', '/blog/wp-login.php']) answers[path] = page('')
  expect(await read()).toBe('unknown')
  expect(requested()).toEqual(['/newest/'])
})

it('follows the page to the same site with www', async () => {
  answers['/newest/'] = status(301, { location: `http://www.site.example:${server.port}/there/` })
  answers['/there/'] = page(inline(SHEET))
  expect(await read()).toBe('current')
})

it('requests no page of a private address that a site names [S9]', async () => {
  links = [`http://127.0.0.1:${server.port}/newest/`]
  answers['/newest/'] = page(inline(SHEET))
  expect(await read(createGuardedFetcher())).toBe('unknown')
  links = ['not an address']
  expect(await read(createGuardedFetcher())).toBe('unknown')
  expect(requested()).toEqual([])
})

it('reads a page of unfinished tags in time', async () => {
  answers['/newest/'] = page('<style<link<style '.repeat(50_000))
  let state: string | null = ''
  const spent = await cpuTimeOf(async () => {
    state = await read()
  })
  expect(state).toBe('missing')
  expect(spent).toBeLessThan(2000)
})
