import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ClickHouseServer,
  hasClickHouse,
  prepareClickHouse,
  startClickHouse,
} from '../../testing/clickhouse-server.ts'
import { startVendorStub, type VendorFault, type VendorStub } from '../../testing/vendor-stub.ts'
import { createClickHouse } from './clickhouse.ts'
import { createClickHouseClient } from './clickhouse-client.ts'
import type { SourceQuery } from './port.ts'

const ALL: SourceQuery = { after: null, since: null, most: 10 }
const ODD = 'it\'s\ta \\ "{x:String}" \'; DROP TABLE copydesk_posts; --\nend'

describe('a newer ClickHouse', () => {
  let stub: VendorStub
  beforeEach(async () => {
    stub = await startVendorStub(({ query }) => ({
      data: query.query?.includes('version()') ? [['24.3.1.2672']] : [],
    }))
  })
  afterEach(() => stub.close())
  const accountOf = () => ({ baseUrl: stub.url, user: 'desk', password: 'secret', database: 'copydesk' })
  const open = (timeoutMs = 20_000) => createClickHouse({ account: accountOf(), timeoutMs })

  it('takes values as its own parameters, never as part of a question', async () => {
    await open().read('posts', { ...ALL, after: [ODD, '7'], since: new Date('2026-11-02T00:00:00Z') })
    const asked = stub.questions.at(-1)
    expect(asked?.query).toMatchObject({
      database: 'copydesk',
      param_after_site: ODD.replaceAll('\\', '\\\\').replace('\t', '\\t').replace('\n', '\\n'),
      param_after_post_id: '7',
      param_since: '1793577600',
    })
    expect(asked?.query.query).toContain('(site, post_id) > ({after_site:String}, {after_post_id:String})')
    expect(asked?.query.query).not.toContain('DROP')
    expect(asked?.headers).toMatchObject({ 'x-clickhouse-user': 'desk', 'x-clickhouse-key': 'secret' })
    expect(asked?.query).not.toHaveProperty('password')
  })

  it('gets one query for its version', async () => {
    const warehouse = open()
    for (const post of ['1', '2']) await warehouse.read('posts', { ...ALL, after: ['hs', post] })
    expect(stub.questions.filter(({ query }) => query.query?.includes('version()'))).toHaveLength(1)
  })

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
  ])('that fails by %s says so in its kind, and within its time', async (fault, kind) => {
    stub.fail(fault)
    const timeoutMs = fault === 'hang' ? 300 : 20_000
    await expect(open(timeoutMs).read('posts', ALL)).rejects.toMatchObject({ system: 'ClickHouse', kind })
    await expect(open(timeoutMs).check()).rejects.toMatchObject({ kind })
  })

  it('that takes too long ends the query', async () => {
    stub.fail('hang')
    await expect(open(200).read('posts', ALL)).rejects.toMatchObject({ kind: 'timeout' })
    // Whether it arrives is not waited for by who asked.
    await vi.waitFor(() => expect(stub.questions.length).toBeGreaterThan(1), 20_000)
    const [asked, ended] = stub.questions
    expect(ended?.query.query).toBe(`KILL QUERY WHERE query_id = '${asked?.query.query_id}'`)
  })
})

describe.skipIf(!hasClickHouse)('a real ClickHouse', () => {
  let server: ClickHouseServer
  beforeAll(async () => {
    server = await startClickHouse()
    await prepareClickHouse(server, 'desk')
  })
  afterAll(() => server?.stop())

  const ASKED = { operation: 'echo' }

  it('takes values as a table in the same request, with any content', async () => {
    const client = createClickHouseClient({ account: server.reader('desk') })
    const { z } = await import('zod')
    const values = { words: { type: 'String', value: ODD }, number: { type: 'UInt32', value: 7 } } as const
    const said = await client.ask({
      ...ASKED,
      question: 'SELECT {words:String}, {number:UInt32} FORMAT JSONCompact',
      values,
      answer: z.object({ data: z.unknown() }),
    })
    expect(said.data).toEqual([[ODD, 7]])
  })

  it.each([
    ['another password', { password: 'wrong' }, { kind: 'unauthorized', vendorCode: '193' }],
    ['an unknown user', { user: 'nobody' }, { kind: 'unauthorized', vendorCode: '192' }],
    ['another database', { database: 'nowhere' }, { kind: 'not_found', vendorCode: '81' }],
  ])('refuses %s with the matching kind', async (_, over, failure) => {
    const warehouse = createClickHouse({ account: { ...server.account('desk'), ...over } })
    await expect(warehouse.read('posts', ALL)).rejects.toMatchObject(failure)
  })

  it('does not let a read-only user write', async () => {
    const warehouse = createClickHouse({ account: server.reader('desk') })
    await expect(
      warehouse.write('availability', [{ asin: 'B0AAAAAAA1', availability: 'IN_STOCK', seen: null }]),
    ).rejects.toMatchObject({ kind: 'forbidden', vendorCode: '164' })
  })

  it('names the signed-in user, and the missing tables and columns', async () => {
    const ok = await createClickHouse({ account: server.reader('desk') }).check()
    expect(ok).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^ClickHouse \d+\..*signed in as reader/),
    })
    await server.ask('CREATE DATABASE bare')
    await server.ask('CREATE TABLE bare.copydesk_posts (site String) ENGINE = Memory')
    const { ok: isOk, detail } = await createClickHouse({ account: server.reader('bare') }).check()
    expect(isOk).toBe(false)
    for (const missing of ['copydesk_earnings', 'copydesk_availability', 'copydesk_posts.title'])
      expect(detail).toContain(missing)
  })

  it('names the column that a table lacks when it is read', async () => {
    await server.ask('CREATE DATABASE short')
    await server.ask('CREATE TABLE short.copydesk_posts (site String, post_id String) ENGINE = Memory')
    await expect(
      createClickHouse({ account: server.reader('short') }).read('posts', ALL),
    ).rejects.toMatchObject({
      kind: 'not_found',
      advice: expect.stringContaining('copydesk_posts.title'),
    })
  })

  it('cancels the query of a client that has left', async () => {
    const client = createClickHouseClient({ account: server.account('desk') })
    const { z } = await import('zod')
    const leaving = new AbortController()
    const asked = client.ask({
      ...ASKED,
      question: 'SELECT count() FROM system.numbers WHERE number < 0 FORMAT JSONCompact',
      answer: z.unknown(),
      signal: leaving.signal,
    })
    const running = () =>
      server.ask(
        "SELECT count() FROM system.processes WHERE query LIKE '%system.numbers WHERE number%' AND query NOT LIKE '%processes%'",
      )
    await vi.waitFor(async () => expect(await running()).toBe('1'), 10_000)
    leaving.abort(new Error('Left.'))
    await expect(asked).rejects.toThrow('Left.')
    await vi.waitFor(async () => expect(await running()).toBe('0'), 10_000)
  })
})
