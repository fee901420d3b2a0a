import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useVendorMock, type VendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { startVendorStub, type VendorStub } from '../../testing/vendor-stub.ts'
import { createDataForSeo } from './dataforseo.ts'
import { createSerpApi } from './serpapi.ts'

const dataForSeo = (baseUrl: string, ask?: typeof fetch) =>
  createDataForSeo({
    account: { vendor: 'dataforseo', login: 'l', password: 'p', baseUrl, callsPerDay: 10 },
    ...(ask ? { fetch: ask } : {}),
    timeoutMs: 5000,
  })

const folder = vendorContracts ?? ''
const OK = JSON.stringify({ status_code: 20_000, tasks: [{ status_code: 20_000, result: null }] })

/**
 * The vendor describes a variant of its calls: one object in the place of a list of tasks, under another path, and with
 * names of countries where ours have numbers. It answers nothing to what it accepts.
 */
const asVariant =
  (mock: VendorMock): typeof fetch =>
  async (input, init) => {
    const address = new URL(String(input))
    const [task] = JSON.parse(String(init?.body))
    const { location_code: _code, ...described } = task
    const body = JSON.stringify({ ...described, location_name: 'United States' })
    const response = await fetch(`${mock.url}${address.pathname}.ai`, { ...init, body })
    const said = await response.text()
    if (!said.includes('NO_RESPONSE_RESPONSE_DEFINED'))
      throw new Error(`The document does not allow ${body}: ${said}`)
    return new Response(OK, { headers: { 'content-type': 'application/json' } })
  }

describe.skipIf(vendorContracts === null)('our calls to DataForSEO match its documents', () => {
  const labs = useVendorMock('dataforseo-labs.openapi.json')
  const serp = useVendorMock('dataforseo-serp_api.openapi.json')

  it('in all three calls', async () => {
    expect(await dataForSeo(labs.url, asVariant(labs)).keywords('standing desk', 'us')).toEqual([])
    expect(await dataForSeo(serp.url, asVariant(serp)).questions('standing desk', 'us')).toEqual([])
  })

  it('which would have refused a limit or a depth that they do not know', async () => {
    const ask = (mock: VendorMock, path: string, task: object) =>
      asVariant(mock)(`${mock.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ keyword: 'standing desk', language_code: 'en', ...task }]),
      })
    const suggestions = '/v3/dataforseo_labs/google/keyword_suggestions/live'
    await expect(ask(labs, suggestions, { limit: 5000 })).rejects.toThrow('does not allow')
    const organic = '/v3/serp/google/organic/live/advanced'
    await expect(ask(serp, organic, { people_also_ask_click_depth: 9 })).rejects.toThrow('does not allow')
  })

  it('and match those of its own library, except numbers for names, and an order', async () => {
    const stub: VendorStub = await startVendorStub(() => JSON.parse(OK))
    const client = dataForSeo(stub.url)
    await client.keywords('standing desk', 'us')
    await client.questions('standing desk', 'us')
    const recorded = readFileSync(join(folder, 'wire/dataforseo-client-2.1.7.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    // Related searches are an additional call; the recording contains only the other two.
    const both = stub.questions.filter(({ path }) => !path.includes('/related_keywords/'))
    for (const [at, ours] of both.entries()) {
      const theirs = recorded[at]
      expect(`${ours.method} ${ours.path}`).toBe(`${theirs.method} ${theirs.url}`)
      const [{ location_name: _name, stop_crawl_on_match: _stop, ...rest }] = JSON.parse(theirs.body)
      const [{ location_code: place, order_by: _order, ...own }] = ours.body
      expect(own).toEqual(rest)
      expect(place).toBe(2840)
    }
    expect(stub.questions[0]?.headers.authorization).toBe(recorded[0].authorization)
    await stub.close()
  })
})

describe.skipIf(vendorContracts === null)('our calls to SerpApi match its tables of parameters', () => {
  it('for each engine', async () => {
    const stub = await startVendorStub(() => ({ search_metadata: { status: 'Success' } }))
    const client = createSerpApi({
      account: { vendor: 'serpapi', key: 'k', baseUrl: stub.url, callsPerDay: 10 },
      timeoutMs: 5000,
    })
    await client.keywords('kettle', 'us')
    for (const { query } of stub.questions) {
      const table = JSON.parse(readFileSync(join(folder, `serpapi/engine-${query.engine}.json`), 'utf8'))
      const known = [...Object.keys(table.params), ...Object.keys(table.common_params)]
      expect(
        Object.keys(query).filter((name) => !known.includes(name)),
        query.engine,
      ).toEqual([])
    }
    expect(stub.questions.map(({ query }) => query.engine)).toEqual(['google_autocomplete', 'google'])
    await stub.close()
  })

  it('and the example of its answer is understood', async () => {
    const example = JSON.parse(readFileSync(join(folder, 'examples/serpapi-related_questions.json'), 'utf8'))
    const stub = await startVendorStub(() => example)
    const client = createSerpApi({
      account: { vendor: 'serpapi', key: 'k', baseUrl: stub.url, callsPerDay: 10 },
      timeoutMs: 5000,
    })
    expect(await client.questions('coffee', 'us')).toEqual([
      {
        question: 'What coffee does to your body?',
        answer: expect.stringMatching(/./),
        source: 'healthline.com',
        link: expect.stringMatching(/^https:/),
      },
    ])
    await stub.close()
  })
})
