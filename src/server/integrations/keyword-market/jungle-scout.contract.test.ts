import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startJungleScoutApi } from '../../testing/jungle-scout-api.ts'
import { useVendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createJungleScoutClient } from './jungle-scout-client.ts'

const DOCUMENT = 'derived/junglescout.openapi.json'
const DAYS = { from: '2025-11-20', to: '2026-11-19' }

describe.skipIf(vendorContracts === null)('our calls to Jungle Scout match its document', () => {
  const mock = useVendorMock(DOCUMENT)

  const clientOf = (headers: Record<string, string> = {}) =>
    createJungleScoutClient({
      account: { keyName: 'name', apiKey: 'key', baseUrl: mock.url, callsPerDay: 10 },
      fetch: (input, init) =>
        mock.fetch(input, {
          ...init,
          // The document knows one media type; the vendor's own libraries send the versioned one.
          headers: {
            ...(init?.headers as Record<string, string>),
            accept: 'application/vnd.api+json',
            ...headers,
          },
        }),
      betweenRequestsMs: 0,
      timeoutMs: 5000,
    })

  it('in every call, and each answer is understood', async () => {
    const client = clientOf()
    const asked = {
      country: 'us',
      includeKeywords: ['kettle'],
      sort: '-price',
      excludeUnavailable: true,
    } as const
    expect((await client.keywords('us', 'kettle')).data.length).toBeGreaterThan(0)
    expect(
      (await client.products({ ...asked, ratingMin: 4.5, reviewsMin: 100 })).data.length,
    ).toBeGreaterThan(0)
    expect((await client.volumes('us', 'kettle', DAYS)).data.length).toBeGreaterThan(0)
    expect((await client.voice('us', 'kettle')).data.attributes).toBeDefined()
    expect(mock.sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'POST /api/keywords/keywords_by_keyword_query',
      'POST /api/product_database_query',
      'GET /api/keywords/historical_search_volume',
      'GET /api/share_of_voice',
    ])
  })

  it('for every country and every order that people may choose', async () => {
    const client = clientOf()
    for (const country of ['us', 'ca', 'mx', 'de', 'es', 'fr', 'it', 'uk', 'jp', 'in'] as const)
      await client.voice(country, 'kettle')
    for (const sort of ['name', 'price', 'reviews', 'sellers', 'sales', 'revenue'])
      for (const sign of ['', '-'])
        await client.products({
          country: 'us',
          includeKeywords: [],
          sort: sign + sort,
          excludeUnavailable: false,
          cursor: 'abc',
        })
    await expect(
      client.products({ country: 'us', includeKeywords: [], sort: '-rating', excludeUnavailable: false }),
    ).rejects.toThrow('does not allow')
  })

  it('and would have refused a search without words, or of another kind', async () => {
    const ask = (type: string, attributes: object) =>
      mock.fetch(`${mock.url}/api/keywords/keywords_by_keyword_query?marketplace=us`, {
        method: 'POST',
        headers: {
          authorization: 'name:key',
          'x-api-type': 'junglescout',
          'content-type': 'application/vnd.api+json',
          accept: 'application/vnd.api+json',
        },
        body: JSON.stringify({ data: { type, attributes } }),
      })
    expect((await ask('keywords_by_keyword_query', { search_terms: 'kettle' })).status).toBe(200)
    await expect(ask('keywords_by_keyword_query', {})).rejects.toThrow('does not allow')
    await expect(ask('keywords', { search_terms: 'kettle' })).rejects.toThrow('does not allow')
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [422, 'invalid'],
    [429, 'rate_limited'],
  ])('and a refusal with %s is reported as %s', async (code, kind) => {
    await expect(clientOf({ prefer: `code=${code}` }).voice('us', 'kettle')).rejects.toMatchObject({
      system: 'Jungle Scout',
      status: code,
      kind,
    })
  })

  it('and our stand-in’s answers match the document', async () => {
    const text = readFileSync(join(vendorContracts ?? '', DOCUMENT), 'utf8')
    // OpenAPI says in a word of its own what JSON Schema says in the type.
    const { components } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'), (_key, value) =>
      value?.nullable === true ? { ...value, type: [value.type, 'null'] } : value,
    )
    const schemaOf = (name: string) =>
      z.fromJSONSchema({ $defs: components.schemas, $ref: `#/$defs/${name}` } as never)
    const api = await startJungleScoutApi()
    const ask = async (path: string, body?: object) =>
      (
        await fetch(
          api.url + path,
          body ? { method: 'POST', body: JSON.stringify({ data: { attributes: body } }) } : {},
        )
      ).json() as Promise<{ data: unknown }>
    const days = `start_date=${DAYS.from}&end_date=${DAYS.to}`
    const answers = {
      KeywordByKeyword: await ask('/api/keywords/keywords_by_keyword_query', { search_terms: 'kettle' }),
      ProductDatabase: await ask('/api/product_database_query', {}),
      HistoricalSearchVolume: await ask(`/api/keywords/historical_search_volume?${days}`),
      ShareOfVoice: await ask('/api/share_of_voice?keyword=kettle'),
    }
    for (const [name, { data }] of Object.entries(answers))
      for (const entry of [data].flat()) expect(schemaOf(name).safeParse(entry).error, name).toBeUndefined()
    await api.close()
  })
})
