import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadInspection, UploadSummary } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { templateOf } from '#shared/features/keywords/keyword-uploads/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { createToken, hashToken } from '../../../security/tokens.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildSite, buildUser } from '../../../testing/builders.ts'
import { VENDOR_FILES } from '../../../testing/vendor-files.ts'
import { insertSession } from '../../ground/auth/store.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
  await buildSite(api.database.db, { code: 'ok', displayName: 'Open Kitchen' })
  await buildSite(api.database.db, { code: 'pt', displayName: 'Pet; Tally' })
})
afterAll(() => api.close())

const BOUNDARY = 'of-a-form'
const field = (name: string, value: string) =>
  Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)

interface Sent {
  path?: '' | '/preview' | '/inspect'
  name?: string
  fields?: Record<string, string>
  after?: Record<string, string>
}

/** Somebody new each time, for one person may upload a few times a minute only. */
async function newToken(): Promise<string> {
  const { id } = await buildUser(api.database.db, { roleId: 'opm' })
  const token = createToken()
  const expiresAt = new Date(api.now().getTime() + HOUR_MS)
  await insertSession(api.database.db, {
    tokenHash: hashToken(token),
    userId: id,
    createdAt: api.now(),
    expiresAt,
  })
  return token
}

/** Sends a file with fields around it. */
async function send(content: Buffer | string, { path = '', name = 'words.csv', fields, after }: Sent = {}) {
  const deps = (of: Record<string, string> = {}) => Object.entries(of).map((each) => field(...each))
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const payload = Buffer.concat([
    ...deps(fields),
    Buffer.from(head),
    Buffer.from(content),
    Buffer.from('\r\n'),
    ...deps(after),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
  return api.visitor.send({
    method: 'POST',
    url: `/api/keywords/upload${path}`,
    payload,
    headers: {
      authorization: `Bearer ${await newToken()}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  })
}

async function inspect(content: Buffer | string, fields: Record<string, string> = {}) {
  const { status, body } = await send(content, { path: '/inspect', fields })
  expect(status, body.message).toBe(200)
  return body as UploadInspection
}

async function upload(content: Buffer | string, fields: Record<string, string> = {}) {
  const { status, body } = await send(content, { fields })
  expect(status, body.message).toBe(200)
  return body as UploadSummary
}

const count = async () =>
  (await api.database.pool.query('select count(*)::int as count from keywords')).rows[0].count
const stored = async (keyword: string) =>
  (
    await api.database.pool.query(
      `select array(select tag from tags where tag_id = any(k.tag_ids) order by 1) as tags,
         array(select display_name from sites where site_id = any(k.site_ids) order by 1) as sites, is_tracked
       from keywords k where keyword = $1`,
      [keyword],
    )
  ).rows[0]

describe('a file as people have it', () => {
  for (const file of VENDOR_FILES) {
    it(`is recognized by its content, and brings its keywords and nothing else: ${file.what} [KW-086]`, async () => {
      const { source, encoding, separator, columns } = await inspect(file.bytes)
      expect({ source, encoding, separator }).toEqual({
        source: file.source,
        encoding: file.encoding,
        separator: file.separator,
      })
      expect(columns.find(({ reads }) => reads === 'keyword')?.column).toBe(file.keywordColumn)
      const { added, invalid, left_out: leftOut } = await upload(file.bytes)
      expect([added, invalid]).toEqual([file.keywords.length, 0])
      for (const keyword of file.keywords) expect(await stored(keyword), keyword).toBeDefined()
      expect(leftOut.map(({ line }) => line)).toEqual(file.leftOut)
      expect(leftOut.every(({ reason }) => reason !== '')).toBe(true)
    })
  }

  it('is looked at by its beginning alone, and nothing of it is written', async () => {
    const before = await count()
    const lines = Array.from({ length: 40_000 }, (_, number) => `beginning ${number},${number}`).join('\n')
    const inspection = await inspect(`Top queries,Clicks\n${lines}\n"never closed`)
    expect(inspection).toMatchObject({
      source: 'search-console',
      is_plain: false,
      has_heading: true,
      columns: [
        { column: 1, reads: 'keyword' },
        { column: 2, reads: null },
      ],
      lines: [
        { line: 1, cells: ['Top queries', 'Clicks'] },
        { line: 2, cells: ['beginning 0', '0'] },
        {},
        {},
        {},
        { line: 6, cells: ['beginning 4', '4'] },
      ],
      left_out: [],
    })
    expect(await count()).toBe(before)
  })

  it.each([
    ['our own heading', 'keyword\nlamp\n', true],
    ['our own export', 'Keyword,Tracked,Tags,Sites,Win % 30 d,Created\nlamp,yes,,,,\n', true],
    ['our headings below what keeps them apart', 'sep=;\nkeyword;tags\nlamp;x\n', true],
    ['our headings below a title', 'Our list,\nkeyword,tags\nlamp,x\n', false],
    ['what an import refused', 'Line,Why,keyword\n3,x,lamp\n', true],
    ['one keyword per line', 'lamp\nrug\n', true],
    ['one keyword per line, commas in quotes', '"lamp, red"\nrug\n', true],
    ['nothing at all', '', true],
    ['our columns and one that is not', 'keyword,tags,volume\nlamp,x,3\n', false],
    ['two columns of keywords', 'keyword,keyword\nlamp,rug\n', false],
    ['no heading and two columns', 'lamp,3\nrug,4\n', false],
    ['semicolons and no heading', 'lamp;red\nrug;blue\n', false],
    ['a comma in one line', 'lamp\nrug, blue\n', false],
    ['a heading that is not ours', 'query\nlamp\n', false],
    ['an export of a vendor', 'Keyword,KD\nlamp,3\n', false],
  ])('is uploaded without a question only if its meaning is clear: %s', async (_, text, isPlain) => {
    expect((await inspect(text)).is_plain).toBe(isPlain)
  })

  it('without a known heading, its likely heading and its separator are reported', async () => {
    expect(await inspect('List of March\n\nSearch term;Volume\nlamp;3\nrug;40\n')).toMatchObject({
      source: 'other',
      separator: 'semicolon',
      has_heading: true,
      columns: [{ reads: 'keyword' }, { reads: null }],
      lines: [{ line: 3, cells: ['Search term', 'Volume'] }, {}, {}],
      left_out: [
        { line: 1, reason: 'Above the table' },
        { line: 2, reason: 'Blank' },
      ],
    })
    expect(await inspect('lamp;3\nrug;40\n')).toMatchObject({
      has_heading: false,
      columns: [{ reads: null }, { reads: null }],
    })
    expect(await inspect('lamp, red\nrug, blue\n', { separator: 'none' })).toMatchObject({
      is_plain: false,
      separator: 'none',
      columns: [{ column: 1, reads: 'keyword' }],
      lines: [{ cells: ['lamp, red'] }, { cells: ['rug, blue'] }],
    })
  })
})

it('a first line that names the separator is no keyword, even without a heading after it', async () => {
  const file = 'sep=;\nsaid apart one;x\nsaid apart two;y\n'
  const { added, left_out: leftOut } = await upload(file, { keyword_column: '1' })
  expect([added, leftOut.map(({ line }) => line)]).toEqual([2, [1]])
  expect(await stored('said apart one')).toBeDefined()
})

describe('a file that leaves open which column has the keywords', () => {
  const TERMS = 'Search terms report\n"November 1, 2026 - November 7, 2026"\n'
  it.each([
    [
      'a report below its title and its days',
      `${TERMS}Search term,Match type,Clicks\nopen lamp,Exact,3\n`,
      '1 “Search term”, 2 “Match type”, 3 “Clicks”',
    ],
    [
      'a report in a spreadsheet',
      `${TERMS.replaceAll('\n', ';;\n')}Search term;Match type;Clicks\nopen lamp;Exact;3\nTotal;;3\n`,
      '1 “Search term”, 2 “Match type”, 3 “Clicks”',
    ],
    ['two columns with names', 'phrase,volume\nopen lamp,90\nopen rug,80\n', '1 “phrase”, 2 “volume”'],
    ['two columns without', 'open lamp,90\nopen rug,80\n', '1 “open lamp”, 2 “90”'],
    ['keywords with a comma in one of them', 'open lamp\nopen rug, blue\n', '1 “open lamp”'],
  ])(
    'is refused with its columns, as it is when it is looked at, and nothing of it comes in: %s',
    async (_what, text, columns) => {
      const before = await count()
      const why = `It’s unclear which column has the keywords. The columns are: ${columns}. Name it with keyword_column.`
      for (const path of ['', '/preview'] as const) {
        const { status, body } = await send(text, { path })
        expect([status, body.message]).toEqual([422, why])
      }
      expect(await count()).toBe(before)
      const { lines, is_plain: isPlain } = await inspect(text)
      expect([isPlain, lines[0]?.cells.map((cell, at) => `${at + 1} “${cell}”`).join(', ')]).toEqual([
        false,
        columns,
      ])
    },
  )

  it('is read in one way with a heading over one column, for any caller', async () => {
    const file = 'query\nheaded alone\n'
    expect(await inspect(file)).toMatchObject({ has_heading: true, columns: [{ reads: 'keyword' }] })
    const { added, reading } = await upload(file)
    expect([added, reading?.has_heading]).toEqual([1, true])
    expect(await stored('headed alone')).toBeDefined()
  })
})

describe('the user’s choices about the columns', () => {
  it('decides, by number or by heading, and nothing else is read', async () => {
    const text =
      'Keyword,Term,Label,Where\nnever a,said by number,x,ok\nnever b,said by heading,y;z,Open Kitchen\n'
    const preview = await send(text, { path: '/preview', fields: { keyword_column: '2' } })
    expect(preview.body).toMatchObject({ added: 2, reading: { rows: [{ tags: [] }, { tags: [] }] } })
    await upload(text, { keyword_column: 'term', tags_column: '3', sites_column: 'WHERE' })
    expect(await stored('said by number')).toEqual({ tags: ['x'], sites: ['Open Kitchen'], is_tracked: true })
    expect(await stored('said by heading')).toMatchObject({ tags: ['y', 'z'], sites: ['Open Kitchen'] })
    expect(await stored('never a')).toBeUndefined()
  })

  it('set whether the first line is a heading, the separator, and the values for all lines', async () => {
    await upload('words;also\nheaded lamp;1\n', {
      keyword_column: '1',
      separator: 'semicolon',
      has_heading: 'yes',
      tags: 'Spring; "a, b" | spring',
      sites: 'OK, pt',
    })
    expect(await stored('headed lamp')).toMatchObject({
      tags: ['a, b', 'spring'],
      sites: ['Open Kitchen', 'Pet; Tally'],
    })
    expect(await stored('words')).toBeUndefined()
    await upload('query\nunheaded lamp\n', { keyword_column: '1', has_heading: 'no' })
    expect(await stored('query')).toBeDefined()
    await upload('keyword,tags\nown and common,own\n', { tags: 'common,own' })
    expect(await stored('own and common')).toMatchObject({ tags: ['common', 'own'] })
  })

  it('is refused where it does not fit, and nothing is written', async () => {
    const before = await count()
    const refusals: [Sent, number, RegExp][] = [
      [
        { fields: { keyword_column: '9' } },
        422,
        /^There is no column 9\. The columns are: 1 “phrase”, 2 “volume”\.$/,
      ],
      [{ fields: { keyword_column: 'term' } }, 422, /^There is no column term\./],
      [
        { fields: { keyword_column: '1', tags_column: 'phrase' } },
        422,
        /^A column can only be used for one field\.$/,
      ],
      [
        { fields: { keyword_column: '1', tags: 't'.repeat(60) } },
        422,
        /^A tag is longer than 50 characters\.$/,
      ],
      [{ fields: { keyword_column: '1', sites: 'ok, Nowhere' } }, 422, /^There is no site “Nowhere”\.$/],
      [{ fields: { separator: 'colon' } }, 400, /./],
      [{ fields: { has_heading: 'perhaps' } }, 400, /./],
      [{ fields: { tags: 'x'.repeat(5000) } }, 413, /^The field “tags” is too long\.$/],
      [{ after: { keyword_column: '1' } }, 400, /^Fields must come before the file\.$/],
      [{ path: '/inspect', name: 'words.txt' }, 415, /^Only \.csv files can be uploaded\.$/],
    ]
    for (const [sent, status, message] of refusals) {
      const answer = await send('phrase,volume\nnever taken,1\n', sent)
      expect([answer.status, answer.body.message], JSON.stringify(sent).slice(0, 80)).toEqual([
        status,
        expect.stringMatching(message),
      ])
    }
    expect(await count()).toBe(before)
  })
})

describe('tags and sites of a column', () => {
  it('come between commas, semicolons or pipes; sites by code or name, in any letters', async () => {
    await upload(
      'keyword,tags,sites\nmany one,"a, b",OK\nmany two,c;d,"open kitchen, PT"\nmany three,e|f;g,pt|ok\nmany four,,pet; tally\n',
    )
    expect(await stored('many one')).toMatchObject({ tags: ['a', 'b'], sites: ['Open Kitchen'] })
    expect(await stored('many two')).toMatchObject({
      tags: ['c', 'd'],
      sites: ['Open Kitchen', 'Pet; Tally'],
    })
    expect(await stored('many three')).toMatchObject({
      tags: ['e', 'f', 'g'],
      sites: ['Open Kitchen', 'Pet; Tally'],
    })
    expect(await stored('many four')).toMatchObject({ sites: ['Pet; Tally'] })
  })
})

describe('a wrong file', () => {
  const SC = 'Clicks,Impressions,CTR,Position\nx,1,2,3%,4\n'
  it.each([
    ['Pages.csv', `Top pages,${SC}`, 'pages'],
    ['Countries.csv', `Country,${SC}`, 'countries'],
    ['Devices.csv', `Device,${SC}`, 'devices'],
    ['Chart.csv', `Date,${SC}`, 'days'],
    ['Search appearance.csv', `Search Appearance,${SC}`, 'search appearances'],
    ['Filters.csv', 'Filter,Value\nSearch type,Web\nDate,Last 3 months\n', 'filters'],
  ])('of Search Console gets an error that names its kind of list: %s', async (_, text, what) => {
    const { status, body } = await send(text)
    expect([status, body.message]).toEqual([
      422,
      `This is the list of ${what} of a Search Console export; the keywords are in its “Queries.csv”.`,
    ])
    expect((await inspect(text)).columns.map(({ reads }) => reads)).not.toContain('keyword')
  })

  it.each([
    ['a workbook', Buffer.from('504b030414000000', 'hex'), 422],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 422],
    ['gzip', Buffer.from('1f8b0800', 'hex'), 422],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n'), 422],
    ['a web page', Buffer.from('\n<!doctype html>\n<html><body>lamp</body></html>\n'), 422],
    ['XML', Buffer.from('<?xml version="1.0"?><keywords/>'), 422],
    ['JSON', Buffer.from('[\n  {"keyword": "lamp"}\n]\n'), 422],
    ['a JSON object', Buffer.from('{ "keywords": ["lamp"] }\n'), 422],
    ['Latin-1', Buffer.from('keyword\ncafé\n', 'latin1'), 422],
    ['UTF-16 without its mark', Buffer.from('keyword\nlamp\n', 'utf16le'), 422],
    ['UTF-32', Buffer.from('fffe00006b000000', 'hex'), 422],
  ])('is refused when it is looked at, as it is when it is uploaded: %s', async (_, bytes, status) => {
    const [looked, uploaded] = [await send(bytes, { path: '/inspect' }), await send(bytes)]
    expect([looked.status, uploaded.status]).toEqual([status, status])
    expect(looked.body.message).toBe(uploaded.body.message)
  })
})

it('a keyword in brackets or braces is one', async () => {
  const { status, body } = await send('keyword\n[desk lamp]\n', { path: '/inspect' })
  expect(status, body.message).toBe(200)
  expect((await send('[desk lamp]\n[floor lamp]\n', { path: '/inspect' })).status).toBe(200)
})

it('the template is ours, and each of its lines can be taken', async () => {
  const text = templateOf('ok')
  expect(await inspect(text)).toMatchObject({ source: 'copydesk', is_plain: true, separator: 'comma' })
  const { added, invalid, reading } = await upload(text)
  expect([added, invalid]).toEqual([2, 0])
  expect(reading?.columns.map(({ reads }) => reads)).toEqual(['keyword', 'tags', 'sites', 'tracked'])
  expect(reading?.rows[0]).toMatchObject({
    tags: expect.arrayContaining([expect.any(String)]),
    sites: ['Open Kitchen'],
  })
})
