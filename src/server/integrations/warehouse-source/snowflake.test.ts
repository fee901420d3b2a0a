import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSettings } from '../../settings/settings.ts'
import { type SnowflakeServer, startSnowflake } from '../../testing/snowflake-server.ts'
import { startVendorStub, type VendorFault, type VendorStub } from '../../testing/vendor-stub.ts'
import type { SourceQuery } from './port.ts'
import { createSnowflake } from './snowflake.ts'
import { type SnowflakeAccount, snowflakeSettings } from './snowflake-settings.ts'

const ALL: SourceQuery = { after: null, since: null, most: 100 }

describe('a warehouse in Snowflake', () => {
  let server: SnowflakeServer
  beforeAll(async () => {
    server = await startSnowflake()
    await server.query(
      `insert into "COPYDESK_AVAILABILITY" select 'B0AAAAAA' || lpad(n::text, 2, '0'), 'IN_STOCK', null, now()
       from generate_series(1, 8) n`,
    )
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.calls.length = 0
    server.before = null
    server.running = 0
  })
  const open = (over: Partial<SnowflakeAccount> = {}, patienceMs = 20_000) =>
    createSnowflake({ account: { ...server.account, ...over }, firstPauseMs: 1, patienceMs, timeoutMs: 2000 })
  const cancels = () => server.calls.filter(({ path }) => path.endsWith('/cancel'))

  it('is polled until a statement has ended, and then for every part of its result', async () => {
    server.running = 3
    const { rows } = await open().read('availability', ALL)
    expect(rows.map(({ asin }) => asin.slice(-1)).join('')).toBe('12345678')
    const [begin, ...others] = server.calls
    expect(begin).toMatchObject({
      method: 'POST',
      path: '/api/v2/statements',
      query: { async: 'true', nullable: 'true', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      body: { database: 'CONTENT', schema: 'PUBLIC', warehouse: 'SMALL', role: 'READER' },
    })
    expect(begin?.headers['user-agent']).toMatch(/^copydesk\//)
    expect(others.map(({ method, query }) => [method, query.partition ?? null])).toEqual([
      ['GET', null],
      ['GET', null],
      ['GET', null],
      ['GET', '1'],
      ['GET', '2'],
    ])
    expect(cancels()).toEqual([])
  })

  it('gets all values bound, as text, and none in the statement', async () => {
    const odd = 'x\'; DROP TABLE "COPYDESK_POSTS"; --'
    await open().read('posts', { ...ALL, after: [odd, '7'], since: new Date('2026-11-02T10:00:00Z') })
    const { statement, bindings } = server.calls[0]?.body ?? {}
    expect(statement).not.toContain('DROP')
    expect(Object.values(bindings)).toEqual(
      [odd, odd, '7', '2026-11-02 10:00:00'].map((value) => ({ type: 'TEXT', value })),
    )
  })

  it('gets the same request again after a lost answer, marked as the same', async () => {
    let lost = 0
    server.before = ({ method, path }, response) => {
      if (method !== 'POST' || !path.endsWith('/statements') || lost++ > 0) return false
      response.writeHead(503).end()
      return true
    }
    await open().read('availability', ALL)
    const [first, second] = server.calls
    expect(second?.query).toEqual({ ...first?.query, retry: 'true' })
    expect(first?.query).not.toHaveProperty('retry')
  })

  it('that asks us to wait is left alone until then', async () => {
    server.before = (_, response) => {
      response.writeHead(429, { 'retry-after': '30' }).end('{"code":"390000"}')
      return true
    }
    const warehouse = open()
    await expect(warehouse.read('posts', ALL)).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 30_000,
    })
    await expect(warehouse.read('posts', ALL)).rejects.toMatchObject({ kind: 'rate_limited' })
    expect(server.calls).toHaveLength(1)
  })

  it('that does not know a table says which setting names it', async () => {
    const tables = { ...server.account.tables, posts: { ...server.account.tables.posts, name: 'NOWHERE' } }
    await expect(open({ tables }).read('posts', ALL)).rejects.toMatchObject({
      kind: 'invalid',
      vendorCode: '002003',
      advice: expect.stringContaining('no NOWHERE with the columns that are set'),
    })
    expect(cancels()).toEqual([])
  })

  it('names the signed-in user and role, and the missing columns', async () => {
    expect(await open().check()).toEqual({
      adapter: 'Snowflake',
      ok: true,
      detail: `Snowflake at ${server.account.baseUrl}, signed in as DESK with the role READER.`,
    })
    const { earnings } = server.account.tables
    const tables = {
      ...server.account.tables,
      earnings: { ...earnings, columns: { ...earnings.columns, week: 'WEEK' } },
    }
    const { ok, detail } = await open({ tables }).check()
    expect([ok, detail]).toEqual([false, expect.stringContaining('has no COPYDESK_EARNINGS.WEEK.')])
  })

  it('cancels a statement that takes too long', async () => {
    server.running = Number.POSITIVE_INFINITY
    await expect(open({}, 50).read('posts', ALL)).rejects.toMatchObject({ kind: 'timeout' })
    expect(cancels()).toHaveLength(1)
  })

  it('cancels the statement of a client that leaves', async () => {
    server.running = Number.POSITIVE_INFINITY
    const leaving = new AbortController()
    const asked = open().read('posts', ALL, leaving.signal)
    await vi.waitFor(() => expect(server.calls.length).toBeGreaterThan(2), 20_000)
    leaving.abort(new Error('Left.'))
    await expect(asked).rejects.toThrow('Left.')
    expect(cancels()).toHaveLength(1)
  })

  it('refuses a token that was signed by another key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await expect(open({ key: { privateKey } }).read('posts', ALL)).rejects.toMatchObject({
      kind: 'unauthorized',
      vendorCode: '390144',
    })
  })

  it('accepts a programmatic access token', async () => {
    server.before = (_, response) => {
      response.writeHead(500).end('{}')
      return true
    }
    await expect(open({ key: { token: 'made-there' } }).read('posts', ALL)).rejects.toThrow()
    expect(server.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer made-there',
      'x-snowflake-authorization-token-type': 'PROGRAMMATIC_ACCESS_TOKEN',
    })
  })
})

describe('a Snowflake that fails', () => {
  let stub: VendorStub
  let account: SnowflakeAccount
  beforeEach(async () => {
    stub = await startVendorStub(() => undefined)
    const { snowflake } = readSettings(ENVIRONMENT).vendors
    if (snowflake === undefined) throw new Error('Nothing was set.')
    account = { ...snowflake, baseUrl: stub.url }
  })
  afterEach(() => stub.close())

  it.each<[VendorFault, string]>([
    ['hang', 'timeout'],
    ['unauthorized', 'unauthorized'],
    ['forbidden', 'forbidden'],
    ['throttled', 'rate_limited'],
    ['broken', 'unavailable'],
    ['cut', 'unavailable'],
    ['html', 'bad_response'],
    ['wrong', 'bad_response'],
    ['huge', 'bad_response'],
  ])('by %s says so in its kind, and within its time', async (fault, kind) => {
    stub.fail(fault)
    const warehouse = createSnowflake({ account, timeoutMs: fault === 'hang' ? 300 : 20_000 })
    await expect(warehouse.read('posts', ALL)).rejects.toMatchObject({ system: 'Snowflake', kind })
  })

  it('identifies us by a token that ends within ten minutes, under the fingerprint of our key', async () => {
    stub.fail('broken')
    const warehouse = createSnowflake({
      account: { ...account, account: 'xy12345.eu-west-1' },
      timeoutMs: 20_000,
    })
    await expect(warehouse.read('posts', ALL)).rejects.toThrow()
    const sent = stub.questions[0]?.headers
    expect(sent?.['x-snowflake-authorization-token-type']).toBe('KEYPAIR_JWT')
    const [head = '', claims = '', signature = ''] = String(sent?.authorization)
      .replace('Bearer ', '')
      .split('.')
    const key = createPublicKey(publicKey)
    expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(key, signature, 'base64url')).toBe(
      true,
    )
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(said.sub).toBe('XY12345.DESK')
    expect(said.iss).toMatch(/^XY12345\.DESK\.SHA256:[A-Za-z0-9+/]{43}=$/)
    expect(said.exp - said.iat).toBe(600)
    expect(said.iat).toBeLessThan(Date.now() / 1000 - 20)
  })
})

const { privateKey: pem, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'words' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const ENVIRONMENT = {
  SNOWFLAKE_ACCOUNT: 'ACME-NEWS_EU',
  SNOWFLAKE_USER: 'desk',
  SNOWFLAKE_DATABASE: 'CONTENT',
  SNOWFLAKE_PRIVATE_KEY: pem,
  SNOWFLAKE_PRIVATE_KEY_PASSPHRASE: 'words',
}

describe('the settings of Snowflake', () => {
  const read = (over: Record<string, string | undefined>) =>
    snowflakeSettings.read(
      { ...ENVIRONMENT, ...over },
      { env: 'test', isProduction: over.NODE_ENV === 'production' },
    ).snowflake

  it('name the tables and columns that there are', () => {
    const snowflake = read({
      SNOWFLAKE_T_POSTS: 'CONTENT.RAW.Posts',
      SNOWFLAKE_C_POSTS: 'title=HEADLINE, products=-, written_at=UPDATED_AT',
    })
    expect(snowflake?.baseUrl).toBe('https://acme-news-eu.snowflakecomputing.com')
    expect(snowflake?.tables.posts).toMatchObject({
      name: 'CONTENT.RAW.Posts',
      columns: { title: 'HEADLINE', products: null, written_at: 'UPDATED_AT', post_id: 'POST_ID' },
    })
  })

  it.each([
    [{ SNOWFLAKE_T_POSTS: 'POSTS; DROP TABLE X' }, /SNOWFLAKE_T_POSTS is not usable/],
    [{ SNOWFLAKE_T_EARNINGS: 'A.B.C.D' }, /SNOWFLAKE_T_EARNINGS is not usable/],
    [{ SNOWFLAKE_C_POSTS: 'title="X"' }, /SNOWFLAKE_C_POSTS is not usable/],
    [{ SNOWFLAKE_C_POSTS: 'headline=X' }, /SNOWFLAKE_C_POSTS is not usable/],
    [{ SNOWFLAKE_C_EARNINGS: 'week=-' }, /SNOWFLAKE_C_EARNINGS is not usable/],
    [{ SNOWFLAKE_PRIVATE_KEY_PASSPHRASE: 'others' }, /SNOWFLAKE_PRIVATE_KEY is not usable/],
    [{ SNOWFLAKE_TOKEN: 'token' }, /set exactly one of them/],
    [{ SNOWFLAKE_PRIVATE_KEY: undefined }, /set exactly one of them/],
    [{ SNOWFLAKE_DATABASE: undefined }, /SNOWFLAKE_DATABASE is missing/],
    [{ CLICKHOUSE_URL: 'http://127.0.0.1:8123' }, /set only one of them/],
    [
      { SNOWFLAKE_BASE_URL: 'http://snow.example', NODE_ENV: 'production' },
      /a token would be sent unencrypted/,
    ],
  ])('are refused where they cannot be used: %o', (over, words) => {
    expect(() => read(over)).toThrow(words)
  })
})
