import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../settings/settings.ts'
import { useVendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import {
  patienceWith,
  Refused,
  startVendorStub,
  type VendorFault,
  type VendorQuestion,
  type VendorStub,
} from '../../testing/vendor-stub.ts'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { createGoogleSpreadsheet } from './google-sheets.ts'
import { columnName, type SheetTab } from './port.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const EMAIL = 'desk@project.iam.example'
/** The token endpoint, which takes a form. */
let tokens: WebServer
let tokensAsked = 0
beforeAll(async () => {
  tokens = await startWebServer((_, response) => {
    tokensAsked += 1
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: 'token-1', expires_in: 3600 }))
  })
})
afterAll(() => tokens.close())
const accountAt = (url: string) => ({
  key: {
    client_email: EMAIL,
    private_key: privateKey,
    token_uri: `http://127.0.0.1:${tokens.port}/token`,
  },
  baseUrl: url,
})

it('columns are called as in sheets', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

it('a server with an incomplete key does not start and names the expected value', () => {
  for (const json of [
    '{}',
    'no JSON',
    JSON.stringify({ client_email: EMAIL, private_key: 'x'.repeat(30), token_uri: 'https://a.example' }),
  ])
    expect(() => readSettings({ GOOGLE_SERVICE_ACCOUNT_JSON: json })).toThrow(
      /GOOGLE_SERVICE_ACCOUNT_JSON is not usable/,
    )
})

const PLAN: SheetTab = { id: 5, name: "Bob's plan", columns: 26, isLocked: () => false }
const TABS = [
  { properties: { sheetId: 4, title: 'Chart', sheetType: 'OBJECT' } },
  {
    properties: {
      sheetId: 5,
      title: "Bob's plan",
      sheetType: 'GRID',
      gridProperties: { columnCount: 26 },
    },
  },
  { properties: { sheetId: 77, title: 'Autumn', sheetType: 'GRID', gridProperties: { columnCount: 2 } } },
]

describe('Google’s sheets', () => {
  let stub: VendorStub
  let answer: (question: VendorQuestion) => unknown
  beforeEach(async () => {
    answer = ({ path }) =>
      path.endsWith('values:batchGet')
        ? { valueRanges: [{ values: [['Title', 'Task'], ['Kettles'], [12, true]] }] }
        : { sheets: TABS }
    stub = await startVendorStub((question) => answer(question))
    tokensAsked = 0
  })
  afterEach(() => stub.close())
  const sheets = (fault?: VendorFault) =>
    createGoogleSpreadsheet({
      account: accountAt(stub.url),
      clock: () => new Date(),
      timeoutMs: patienceWith(fault),
    })
  const asked = () => stub.questions

  it('are read by their first tab, with one token for all calls', async () => {
    const google = sheets()
    expect(await google.read('abc')).toMatchObject({
      tab: { id: 5, name: "Bob's plan", columns: 26 },
      rows: [['Title', 'Task'], ['Kettles'], ['12', 'true']],
    })
    await google.open('abc')
    expect(tokensAsked).toBe(1)
    expect(asked().every(({ headers }) => headers.authorization === 'Bearer token-1')).toBe(true)
    expect(asked()[1]?.query.ranges).toBe("'Bob''s plan'")
  })

  it('are read by the tab that their address names, and refused without it', async () => {
    const google = sheets()
    expect((await google.read('abc#gid=77')).tab).toMatchObject({ id: 77, name: 'Autumn', columns: 2 })
    expect(asked().map(({ path }) => path)).toEqual([
      '/v4/spreadsheets/abc',
      '/v4/spreadsheets/abc/values:batchGet',
    ])
    expect(asked()[1]?.query.ranges).toBe("'Autumn'")
    expect(google.addressOf('abc#gid=77')).toBe('https://docs.google.com/spreadsheets/d/abc/edit#gid=77')
    await expect(google.open('abc#gid=78')).rejects.toMatchObject({
      kind: 'not_found',
      advice: 'The sheet has no tab with the number 78. Open the tab and link its address.',
    })
    answer = () => ({ sheets: TABS.slice(0, 1) })
    await expect(google.open('abc')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('say which of their cells are protected from us', async () => {
    const protectedRanges = [
      { range: { sheetId: 77, startRowIndex: 4, startColumnIndex: 1, endColumnIndex: 2 } },
      { range: { startRowIndex: 0, endRowIndex: 1 }, requestingUserCanEdit: true },
      { range: { startRowIndex: 0, endRowIndex: 1 }, warningOnly: true },
    ]
    answer = () => ({ sheets: [{ properties: { title: 'Plan' }, protectedRanges }] })
    const { tab } = await sheets().read('abc')
    expect([tab.isLocked(0, 1), tab.isLocked(4, 0), tab.isLocked(3, 1), tab.isLocked(9, 1)]).toEqual([
      ...[false, false, false],
      true,
    ])
    const whole = { unprotectedRanges: [{ startColumnIndex: 3 }] }
    answer = () => ({ sheets: [{ properties: { title: 'Plan' }, protectedRanges: [whole] }] })
    const other = (await sheets().read('abc')).tab
    expect([other.isLocked(0, 2), other.isLocked(7, 3)]).toEqual([true, false])
  })

  it('that are empty have no rows', async () => {
    answer = ({ path }) =>
      path.endsWith('values:batchGet')
        ? { valueRanges: [{ range: 'A1' }] }
        : { sheets: [{ properties: { title: 'Sheet1' } }] }
    expect((await sheets().read('abc')).rows).toEqual([])
  })

  it('are written to in one call, each cell as it is, after the columns that are lacking were added', async () => {
    answer = () => ({ totalUpdatedCells: 2 })
    await sheets().write('abc', PLAN, [
      { row: 1, column: 1, value: '=1+1' },
      { row: 2, column: 27, value: 'x' },
    ])
    expect(asked()).toMatchObject([
      {
        method: 'POST',
        path: '/v4/spreadsheets/abc:batchUpdate',
        body: { requests: [{ appendDimension: { sheetId: 5, dimension: 'COLUMNS', length: 2 } }] },
      },
      {
        method: 'POST',
        path: '/v4/spreadsheets/abc/values:batchUpdate',
        body: {
          valueInputOption: 'RAW',
          data: [
            { range: "'Bob''s plan'!B2", values: [['=1+1']] },
            { range: "'Bob''s plan'!AB3", values: [['x']] },
          ],
        },
      },
    ])
  })

  it('are reported as reachable only if Google accepts the API and the account', async () => {
    answer = () => new Refused(404, { error: { status: 'NOT_FOUND' } })
    expect(await sheets().check()).toMatchObject({ ok: true, detail: expect.stringContaining(EMAIL) })
    answer = () => new Refused(403, { error: { status: 'PERMISSION_DENIED' } })
    await expect(sheets().check()).rejects.toMatchObject({ kind: 'forbidden' })
    answer = () => new Refused(404, {})
    await expect(sheets().check()).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('that are not shared with us name the account to share them with; unknown ones say so', async () => {
    answer = () => new Refused(403, { error: { status: 'PERMISSION_DENIED' } })
    await expect(sheets().open('abc')).rejects.toMatchObject({
      kind: 'forbidden',
      advice: `Couldn’t open the sheet. Share it with ${EMAIL} as editor and try again.`,
    })
    answer = () => new Refused(404, { error: { status: 'NOT_FOUND' } })
    await expect(sheets().open('abc')).rejects.toMatchObject({
      kind: 'not_found',
      advice: 'This Google Sheet doesn’t exist.',
    })
    answer = () => new Refused(403, { error: { status: 'RESOURCE_EXHAUSTED' } })
    await expect(sheets().open('abc')).rejects.toMatchObject({ kind: 'rate_limited' })
  })

  it.each([
    ['unauthorized', 'unauthorized'],
    ['forbidden', 'forbidden'],
    ['throttled', 'rate_limited'],
    ['broken', 'unavailable'],
    ['cut', 'unavailable'],
    ['html', 'bad_response'],
    ['wrong', 'bad_response'],
    ['huge', 'bad_response'],
    ['hang', 'timeout'],
  ] as const)('that fail (%s) are reported as %s', async (fault, kind) => {
    // It has its token already, which took its time.
    const google = sheets('broken')
    await google.open('abc')
    stub.fail(fault)
    await expect(google.open('abc')).rejects.toMatchObject({ kind })
  })
})

describe.skipIf(vendorContracts === null)('our calls to Google match its document', () => {
  const mock = useVendorMock('derived/google-sheets.v4.swagger2.json')

  /** It takes the request for a whole sheet, and then has no answer that is small enough to make up. */
  const ask: typeof fetch = (input, init) =>
    mock.fetch(input, init).catch((error: unknown) => {
      if (!String(error).includes('SCHEMA_TOO_COMPLEX')) throw error
      return Response.json({ sheets: [{ properties: { title: 'Sheet1' } }] })
    })
  const google = () =>
    createGoogleSpreadsheet({ account: accountAt(mock.url), clock: () => new Date(), fetch: ask })

  it('in every call', async () => {
    await google().read('abc')
    await google().write('abc', PLAN, [{ row: 1, column: 1, value: 'x' }])
    expect(mock.sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'GET /v4/spreadsheets/abc',
      'GET /v4/spreadsheets/abc/values:batchGet',
      'POST /v4/spreadsheets/abc/values:batchUpdate',
    ])
  })

  it('and the document rejects an unknown value render option', async () => {
    const address = `${mock.url}/v4/spreadsheets/abc/values:batchGet?ranges=A&valueRenderOption=PLAIN`
    const headers = { authorization: 'Bearer token-1' }
    await expect(ask(address, { headers })).rejects.toThrow('does not allow')
  })
})
