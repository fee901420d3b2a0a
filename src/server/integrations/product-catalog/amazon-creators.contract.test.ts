import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type SoldItem, startCreatorsApi } from '../../testing/creators-api.ts'
import { BARE_ITEM, itemWith, WHOLE_ITEM } from '../../testing/creators-items.ts'
import { useVendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createAmazonCatalog } from './amazon-creators.ts'

const DOCUMENT = 'derived/amazon-creatorsapi.openapi.json'
const ASIN = 'B0DLFMFBJW'

const account = (url: string) => ({
  credentialId: 'amzn1.application-oa2-client.x',
  secret: 's',
  version: '3.1',
  partnerTag: 'tag-20',
  marketplace: 'www.amazon.com',
  baseUrl: url,
  tokenUrl: `${url}/auth/o2/token`,
})

describe.skipIf(vendorContracts === null)('the Creators API', () => {
  const mock = useVendorMock(DOCUMENT)

  /** The document does not have the address for tokens, which is another system's. */
  const asking = (headers: Record<string, string> = {}): typeof fetch => {
    return async (input, init) => {
      if (String(input).endsWith('/auth/o2/token')) {
        return Response.json({ access_token: 'Atc|test', expires_in: 3600 })
      }
      return mock.fetch(input, { ...init, headers: { ...(init?.headers as object), ...headers } })
    }
  }

  it('accepts our item calls, and its answer is understood', async () => {
    const catalog = createAmazonCatalog({ account: account(mock.url), fetch: asking(), betweenRequestsMs: 0 })
    // The document's example is of no product that was asked for.
    expect(await catalog.getItems([ASIN, 'B000000001'])).toEqual({ items: [], invalid: [] })
    expect(mock.sent.at(-1)).toMatchObject({ method: 'POST', path: '/catalog/v1/getItems' })
  })

  it('accepts our searches, and its answer is understood', async () => {
    const catalog = createAmazonCatalog({ account: account(mock.url), fetch: asking(), betweenRequestsMs: 0 })
    const items = await catalog.search?.('gooseneck kettle')
    expect(items?.every(({ asin, title }) => asin !== '' && title !== '')).toBe(true)
    expect(mock.sent.at(-1)).toMatchObject({ method: 'POST', path: '/catalog/v1/searchItems' })
  })

  it('that finds nothing for a search returns nothing, and every other refusal is an error', async () => {
    const search = (code: number) =>
      createAmazonCatalog({
        account: account(mock.url),
        fetch: asking({ prefer: `code=${code}` }),
        betweenRequestsMs: 0,
        timeoutMs: 2000,
      }).search?.('kettle')
    expect(await search(404)).toEqual([])
    await expect(search(403)).rejects.toMatchObject({ system: 'Amazon', kind: 'forbidden' })
  })

  it('would have refused a request without its marketplace or with an unknown resource', async () => {
    const request = (headers: object, resources: string[]) =>
      mock.fetch(`${mock.url}/catalog/v1/getItems`, {
        method: 'POST',
        headers: { authorization: 'Bearer x', 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ partnerTag: 'tag-20', itemIds: [ASIN], resources }),
      })
    const marketplace = { 'x-marketplace': 'www.amazon.com' }
    expect((await request(marketplace, ['itemInfo.title'])).status).toBe(200)
    await expect(request({}, ['itemInfo.title'])).rejects.toThrow('does not allow')
    await expect(request(marketplace, ['offers.listings'])).rejects.toThrow('does not allow')
  })

  it.each([
    [400, 'invalid'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
  ])('that refuses with %s is reported as %s [R8]', async (code, kind) => {
    const fetch = asking({ prefer: `code=${code}` })
    const catalog = createAmazonCatalog({
      account: account(mock.url),
      fetch,
      betweenRequestsMs: 0,
      timeoutMs: 2000,
    })
    await expect(catalog.getItems([ASIN])).rejects.toMatchObject({ system: 'Amazon', kind, status: code })
  })

  it('has every field of the items that our mapping is tested with', () => {
    const text = readFileSync(join(vendorContracts ?? '', DOCUMENT), 'utf8')
    const { components } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as {
      components: { schemas: Record<string, { type?: string; properties?: object }> }
    }
    // The document allows more fields than it names, which would let a misspelt one pass.
    const strict = Object.fromEntries(
      Object.entries(components.schemas).map(([name, schema]) => [
        name,
        schema.type === 'object' ? { ...schema, additionalProperties: false } : schema,
      ]),
    )
    const answer = z.fromJSONSchema({ $defs: strict, $ref: '#/$defs/GetItemsResponseContent' } as never)
    const holds = (item: SoldItem) => answer.safeParse({ itemsResult: { items: [item] } }).success
    for (const item of [WHOLE_ITEM, BARE_ITEM, itemWith('LEADTIME')])
      expect(holds(item), item.asin).toBe(true)
    expect(holds({ ...WHOLE_ITEM, detailPageUrl: '' })).toBe(false)
  })

  it('gets the same calls as from its own kit, byte for byte', async () => {
    const api = await startCreatorsApi('/auth/o2/token')
    await createAmazonCatalog({ account: account(api.url) }).getItems([ASIN])
    const recorded = readFileSync(join(vendorContracts ?? '', 'wire/amazon-creators-sdk-1.2.0.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const [theirToken, theirItems] = recorded
    const [ourToken] = api.tokenCalls
    const [ourItems] = api.questions
    expect(ourToken?.body).toBe(theirToken.body)
    expect(ourToken?.headers['content-type']).toBe(theirToken.headers['content-type'])
    const { resources: theirs, ...rest } = JSON.parse(theirItems.body)
    const { resources: ours, ...ownRest } = { ...ourItems?.body }
    expect(ownRest).toEqual(rest)
    expect(ours).toEqual(expect.arrayContaining(theirs))
    expect(ourItems).toMatchObject({ method: theirItems.method, path: theirItems.url })
    for (const name of ['x-marketplace', 'content-type', 'accept']) {
      expect(ourItems?.headers[name], name).toBe(theirItems.headers[name])
    }
    expect(ourItems?.headers.authorization).toMatch(/^Bearer Atc\|/)
    await api.close()
  })
})
