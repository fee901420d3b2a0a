import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SearchConsoleServer, startSearchConsole } from '../../testing/search-console.ts'
import { patienceWith, startVendorStub } from '../../testing/vendor-stub.ts'
import type { SearchRow } from './port.ts'
import { createSearchConsole } from './search-console.ts'

const DAY = '2026-11-17'
const PROPERTY = 'sc-domain:site.example'

let server: SearchConsoleServer
let now: number
/** When the test began: its clock goes on from `now`, however long the process has run. */
let begun: number
beforeEach(async () => {
  server = await startSearchConsole()
  now = Date.parse('2026-11-20T05:00:00Z')
  begun = performance.now()
})
afterEach(() => server.close())

const create = ({ rowLimit = 3, timeoutMs = 4000 } = {}) =>
  createSearchConsole({
    account: server.account,
    clock: () => now + performance.now() - begun,
    rowLimit,
    timeoutMs,
    fetch: server.unhurried,
  })
const row = (query: string): SearchRow => ({
  page: 'https://www.site.example/kettles/',
  query,
  clicks: 3,
  impressions: 40,
  position: 4.5,
})
const tell = (count: number) =>
  server.google.rows.set(
    `${PROPERTY} ${DAY}`,
    Array.from({ length: count }, (_, at) => row(`kettle ${at}`)),
  )
async function read(searches = create()): Promise<SearchRow[]> {
  const rows: SearchRow[] = []
  for await (const part of searches.readDay('HS', DAY)) rows.push(...part)
  return rows
}

describe('reading a day', () => {
  it('requests final figures by page and query, a part after the other, until a part is not full', async () => {
    tell(7)
    expect(await read()).toEqual(Array.from({ length: 7 }, (_, at) => row(`kettle ${at}`)))
    expect(server.google.questions.map(({ body }) => body)).toEqual(
      [0, 3, 6].map((startRow) => ({
        startDate: DAY,
        endDate: DAY,
        dimensions: ['PAGE', 'QUERY'],
        type: 'WEB',
        dataState: 'FINAL',
        rowLimit: 3,
        startRow,
      })),
    )
    expect(server.google.questions[0]?.path).toBe(
      '/webmasters/v3/sites/sc-domain%3Asite.example/searchAnalytics/query',
    )
  })

  it('is no row where Google says nothing of the day, nor where the site has no property', async () => {
    expect(await read()).toEqual([])
    const searches = create()
    expect([await searches.covers('hs'), await searches.covers('ok')]).toEqual([true, false])
    for await (const _part of searches.readDay('ok', DAY)) throw new Error('No property, no row')
  })

  it('requests no more than the 50,000 rows that a day can have', async () => {
    const full = Array.from({ length: 60_000 }, (_, at) => row(`k${at}`))
    server.google.rows.set(`${PROPERTY} ${DAY}`, full)
    expect(await read(create({ rowLimit: 25_000 }))).toHaveLength(50_000)
    expect(server.google.questions).toHaveLength(2)
  })

  it('ends three days ago in California, where the days are Google’s', () => {
    // It is still the nineteenth there.
    expect(create().lastDay()).toBe('2026-11-16')
    now = Date.parse('2026-11-20T09:00:00Z')
    expect(create().lastDay()).toBe('2026-11-17')
  })
})

describe('the account', () => {
  it('signs in with its key once, for reading alone, and again shortly before its token ends', async () => {
    tell(1)
    const searches = create()
    await Promise.all([read(searches), read(searches)])
    now += 3_500_000
    await read(searches)
    expect(server.google.claims).toHaveLength(1)
    expect(server.google.claims[0]).toMatchObject({
      iss: 'desk@project.example',
      scope: 'https://www.googleapis.com/auth/webmasters.readonly',
      aud: `${server.url}/token`,
    })
    const { iat, exp } = server.google.claims[0] as { iat: number; exp: number }
    expect(exp - iat).toBe(3600)
    expect(iat).toBeLessThan(Date.parse('2026-11-20T05:00:01Z') / 1000)
    now += 60_000
    await read(searches)
    expect(server.google.claims).toHaveLength(2)
  })

  it('requests a new token if one expires early, once', async () => {
    tell(1)
    const searches = create()
    await read(searches)
    server.google.refusals.push({ status: 401 })
    expect(await read(searches)).toHaveLength(1)
    expect(server.google.tokens).toBe(2)
    server.google.refusals.push({ status: 401 }, { status: 401 })
    await expect(read(searches)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  it('works where it may read each property, and names the others', async () => {
    expect(await create().check()).toMatchObject({ ok: true })
    server.google.properties = [{ siteUrl: PROPERTY, permissionLevel: 'siteUnverifiedUser' }]
    expect(await create().check()).toEqual({
      adapter: 'Google Search Console',
      ok: false,
      detail: 'desk@project.example may not read sc-domain:site.example. Add it as a user of this property.',
    })
  })
})

describe('refusals', () => {
  const quota = (reason: string) => ({ status: 403, body: { error: { errors: [{ reason }] } } })

  it('for too many questions ask to wait a quarter of an hour, though Google calls them forbidden', async () => {
    for (const reason of ['quotaExceeded', 'rateLimitExceeded']) {
      server.google.refusals.push(quota(reason))
      await expect(read()).rejects.toMatchObject({
        kind: 'rate_limited',
        vendorCode: reason,
        retryAfterMs: 900_000,
      })
    }
  })

  it('say how long to wait where Google does', async () => {
    server.google.refusals.push({ status: 429, headers: { 'retry-after': '120' } })
    await expect(read()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 120_000 })
  })

  it('of an account that is no user of the property are not waited for', async () => {
    server.google.refusals.push(quota('forbidden'))
    await expect(read()).rejects.toMatchObject({ kind: 'forbidden', vendorCode: 'forbidden' })
  })

  it('that are temporary are retried', async () => {
    tell(1)
    server.google.refusals.push({ status: 503 })
    expect(await read()).toHaveLength(1)
  })

  it('of the key itself are the sign-in’s, and name no property', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const other = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    server.account.key = { ...server.account.key, private_key: other }
    await expect(read()).rejects.toMatchObject({ system: 'Google sign-in', vendorCode: 'invalid_grant' })
    expect(server.google.questions).toEqual([])
  })

  it.each([
    ['hang', { kind: 'timeout' }],
    ['unauthorized', { kind: 'unauthorized' }],
    ['forbidden', { kind: 'forbidden' }],
    ['throttled', { kind: 'rate_limited', retryAfterMs: 60_000 }],
    ['broken', { kind: 'unavailable' }],
    ['cut', { kind: 'unavailable' }],
    ['html', { kind: 'bad_response', advice: expect.stringContaining('web page') }],
    ['huge', { kind: 'bad_response' }],
  ] as const)('of Google itself (%s) are no day without searches', async (fault, failure) => {
    const vendor = await startVendorStub(() => undefined)
    vendor.fail(fault)
    // The sign-in answers, so that the fault is that of the search console.
    server.account.baseUrl = vendor.url
    const ask = () => create({ timeoutMs: patienceWith(fault) })
    await Promise.all([
      expect(read(ask())).rejects.toMatchObject({ system: 'Google Search Console', ...failure }),
      expect(ask().check()).rejects.toMatchObject({ system: 'Google Search Console', ...failure }),
    ])
    await vendor.close()
  })

  it('are answers that we do not understand, too', async () => {
    server.google.refusals.push({ status: 200, body: { rows: [{ keys: ['only a page'], clicks: 1 }] } })
    await expect(read()).rejects.toMatchObject({ kind: 'bad_response' })
  })
})
