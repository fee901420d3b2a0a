import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SearchConsoleServer, startSearchConsole } from '../../testing/search-console.ts'
import { useVendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createSearchConsole } from './search-console.ts'

const DOCUMENT = 'derived/google-searchconsole.v1.swagger2.json'

describe.skipIf(vendorContracts === null)('our calls to Google match its document', () => {
  const mock = useVendorMock(DOCUMENT)
  let signIn: SearchConsoleServer
  beforeAll(async () => {
    signIn = await startSearchConsole()
  })
  afterAll(() => signIn.close())

  it('in every call', async () => {
    const searches = createSearchConsole({
      account: { ...signIn.account, baseUrl: mock.url },
      clock: Date.now,
      // The sign-in is not in the document.
      fetch: (input, init) => (String(input).startsWith(signIn.url) ? fetch : mock.fetch)(input, init),
    })
    // The document's examples are texts where figures are meant: what matters here is that we may ask.
    const understood = async (work: Promise<unknown>) =>
      work.catch((error) => expect(error).toMatchObject({ kind: 'bad_response' }))
    await understood(searches.check())
    await understood(searches.readDay('hs', '2026-11-17')[Symbol.asyncIterator]().next())
    expect(mock.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /webmasters/v3/sites',
      'POST /webmasters/v3/sites/sc-domain%3Asite.example/searchAnalytics/query',
    ])
  })

  it('and the mock refuses calls that do not', async () => {
    const wrong = mock.fetch(`${mock.url}/webmasters/v3/sites/x/searchAnalytics/query`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: JSON.stringify({ startDate: '2026-11-17', endDate: '2026-11-17', dimensions: ['page'] }),
    })
    await expect(wrong).rejects.toThrow(/does not allow/)
  })
})
