import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SnowflakeServer, startSnowflake } from '../../testing/snowflake-server.ts'
import { useVendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createSnowflake } from './snowflake.ts'

describe.skipIf(vendorContracts === null)('our calls to Snowflake match its document', () => {
  const mock = useVendorMock('snowflake-sqlapi.openapi.json')
  let server: SnowflakeServer
  beforeAll(async () => {
    server = await startSnowflake()
  })
  afterAll(() => server.close())
  const ALL = { after: ['hs', '7'], since: new Date('2026-11-02T00:00:00Z'), most: 20_000 }
  const open = (answer: (init: RequestInit | undefined) => RequestInit = (init) => init ?? {}) =>
    createSnowflake({
      account: { ...server.account, baseUrl: mock.url },
      firstPauseMs: 1,
      patienceMs: 50,
      fetch: (input, init) => mock.fetch(input, answer(init)),
    })
  const preferring = (code: number) => (init: RequestInit | undefined) => ({
    ...init,
    headers: { ...Object.fromEntries(new Headers(init?.headers)), prefer: `code=${code}` },
  })
  const sent = () => mock.sent.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)

  it('when a statement is started', async () => {
    // The document's example is not one of our rows. Only the request matters here.
    await open()
      .read('posts', ALL)
      .catch((error) => expect(error).toMatchObject({ system: 'Snowflake' }))
    expect(sent()[0]).toBe('POST /api/v2/statements')
    expect(JSON.parse(mock.sent[0]?.body ?? '')).toMatchObject({
      bindings: { 1: { type: 'TEXT', value: 'hs' } },
      parameters: { timezone: 'UTC' },
    })
  })

  it('when a running statement is polled, and canceled', async () => {
    await expect(open(preferring(202)).read('posts', ALL)).rejects.toMatchObject({ system: 'Snowflake' })
    expect(new Set(sent().map((each) => each.replace(/statements\/[^/]+/, 'statements/H')))).toEqual(
      new Set(['POST /api/v2/statements', 'GET /api/v2/statements/H', 'POST /api/v2/statements/H/cancel']),
    )
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [422, 'invalid'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
  ])('and its refusal %i is understood', async (code, kind) => {
    await expect(open(preferring(code)).read('posts', ALL)).rejects.toMatchObject({ kind, status: code })
  })

  it('and the mock refuses calls that do not', async () => {
    const wrong = mock.fetch(`${mock.url}/api/v2/statements`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: JSON.stringify({ statement: 5 }),
    })
    await expect(wrong).rejects.toThrow(/does not allow/)
  })
})
