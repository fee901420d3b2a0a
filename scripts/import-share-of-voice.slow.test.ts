import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createTestDatabase } from '#server/db/testing.ts'
import { buildKeyword, buildSite } from '#server/testing/builders.ts'
import { runScript } from '#server/testing/run-script.ts'
import { plusDays } from '#shared/format/day.ts'

const today = new Date().toISOString().slice(0, 10)
const back = (days: number) => plusDays(today, -days)

let database: Database
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-import-'))
  await buildSite(database.db, { displayName: 'Hearthside' })
  await buildKeyword(database.db, 'red kettle')
  await buildKeyword(database.db, '=cmd kettle')
})
afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => runScript('import.ts', args, { folder, databaseUrl: database.url })
const put = (name: string, content: string | Buffer) => fs.writeFileSync(path.join(folder, name), content)
const stats = async () =>
  (
    await database.pool.query(
      `select k.keyword, s.day, p.name as publisher, s.is_winning, t.title, t.published_date, t.url, t.items
       from stats s join keywords k using (keyword_id) join publishers p using (publisher_id) join stories t using (story_id)
       order by 1, 2, 3`,
    )
  ).rows

const item = { asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best', blurb: 'It boils.' }
const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

it('share of voice is imported from JSON lines, compressed or not, and the same file adds nothing again', async () => {
  const rows = [
    {
      day: back(2),
      keyword: 'Red  Kettle',
      publisher: 'Nookwise',
      title: 'Kettles',
      published: 'Sep 30, 2026',
      link: 'https://x.example/1',
      items: [item],
    },
    { day: back(2), keyword: 'red kettle', publisher: 'Hearthside', title: 'Ours' },
    { day: back(1), keyword: 'red kettle', publisher: 'Someone', won: true },
  ]
  put('history.ndjson.gz', gzipSync(lines(rows)))
  expect(await run('share-of-voice', 'history.ndjson.gz')).toEqual({
    code: 0,
    said: '3 added, 0 changed, 0 repeated, 0 refused.',
  })
  expect(await stats()).toEqual([
    {
      keyword: 'red kettle',
      day: back(2),
      publisher: 'Hearthside',
      is_winning: true,
      title: 'Ours',
      published_date: null,
      url: null,
      items: [],
    },
    {
      keyword: 'red kettle',
      day: back(2),
      publisher: 'Nookwise',
      is_winning: false,
      title: 'Kettles',
      published_date: 'Sep 30, 2026',
      url: 'https://x.example/1',
      items: [item],
    },
    {
      keyword: 'red kettle',
      day: back(1),
      publisher: 'Someone',
      is_winning: true,
      title: '',
      published_date: null,
      url: null,
      items: [],
    },
  ])
  put('again.jsonl', lines(rows))
  expect((await run('share-of-voice', 'again.jsonl')).said).toBe('0 added, 0 changed, 3 repeated, 0 refused.')
  const { rows: days } = await database.pool.query('select rate_7, seen::text from keyword_days')
  expect(days).toMatchObject([{ rate_7: 100, seen: expect.stringMatching(/^110+$/) }])
})

it('an exported CSV is imported and adds nothing [S12]', async () => {
  const csv = Papa.unparse(
    [
      {
        Day: back(1),
        Keyword: "'=cmd kettle",
        Publisher: "'@ours",
        Won: 'no',
        Title: "''-2+3",
        Published: '',
        Link: '',
        Items: JSON.stringify([item]),
      },
    ],
    { quotes: true },
  )
  put('day.csv', `\ufeff${csv}`)
  expect((await run('share-of-voice', 'day.csv')).said).toBe('1 added, 0 changed, 0 repeated, 0 refused.')
  expect(await stats()).toMatchObject([
    { keyword: '=cmd kettle', publisher: '@ours', title: "'-2+3", is_winning: false, items: [item] },
  ])
  expect((await run('share-of-voice', 'day.csv')).said).toContain('0 added, 0 changed, 1 repeated')
})

it('invalid rows are refused with the reason, in a file that can be corrected and imported', async () => {
  put(
    'mixed.csv',
    [
      'Day,Keyword,Publisher,Won,Items',
      `${back(1)},red kettle,Nookwise,no,`,
      `yesterday,red kettle,Nookwise,no,`,
      `${plusDays(today, 2)},red kettle,Nookwise,no,`,
      `${back(500)},red kettle,Nookwise,no,`,
      `${back(1)},blue kettle,=cmd,no,`,
      `${back(1)},red kettle,,no,`,
      `${back(1)},red kettle,A,maybe,`,
      `${back(1)},red kettle,B,no,{not json`,
      `${back(1)},red kettle,C,no,,too,many`,
    ].join('\n'),
  )
  const { code, said } = await run('share-of-voice', 'mixed.csv')
  const file = path.join(folder, 'mixed.csv.refused.csv')
  expect(code).toBe(2)
  expect(said.split('\n')[0]).toBe('1 added, 0 changed, 0 repeated, 8 refused.')
  expect(said).toContain('1 refused: keyword: There is no such keyword.')
  expect(said).toContain(`The refused rows are in ${file}.`)
  const { data } = Papa.parse<Record<string, string>>(fs.readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  expect(new Map(data.map(({ Line, Why }) => [Number(Line), Why]))).toEqual(
    new Map([
      [3, 'day: Must be a date such as 2026-03-01'],
      [4, 'day: It is in the future.'],
      [5, 'day: It is older than the data we keep.'],
      [6, 'keyword: There is no such keyword.'],
      [7, 'publisher: Missing publisher'],
      [8, 'won: Must be yes or no'],
      [9, 'items: Must be a list of at most 100 products as JSON, each with its asin'],
      [10, 'The row has more cells than the header.'],
    ]),
  )
  expect(data.find(({ Line }) => Line === '6')).toMatchObject({ Keyword: 'blue kettle', Publisher: "'=cmd" })
  const again = await run('share-of-voice', 'mixed.csv.refused.csv', '--add-keywords')
  expect(again.said.split('\n').slice(0, 2)).toEqual([
    '1 added, 0 changed, 0 repeated, 7 refused.',
    '1 keyword added, untracked.',
  ])
  const { rows } = await database.pool.query(
    "select is_tracked, tracked_since from keywords where keyword = 'blue kettle'",
  )
  expect(rows).toEqual([{ is_tracked: false, tracked_since: null }])
})

it('a truncated compressed file is imported up to its end, and the command reports the failure', async () => {
  const rows = Array.from({ length: 20_000 }, (_, number) => ({
    day: back(number % 300),
    keyword: 'red kettle',
    publisher: `P${number}`,
  }))
  for (const [name, content] of [
    ['cut.ndjson.gz', lines(rows)],
    ['cut.csv.gz', Papa.unparse(rows)],
  ] as const) {
    const packed = gzipSync(content)
    put(name, packed.subarray(0, packed.length / 2))
    const { code, said } = await run('share-of-voice', name)
    expect([name, code]).toEqual([name, 1])
    expect(said).toMatch(/The file is damaged after line [\d,]+: It is compressed with gzip and incomplete\./)
    expect(said).toMatch(/^[\d,]+ added, 0 changed/)
    expect(said).not.toContain('    at ')
  }
})

const day = back(1)
const whole = [
  { day, keyword: 'red kettle', publisher: 'A', title: 'Ours' },
  { day, keyword: 'red kettle', publisher: 'B', title: 'Theirs, and "more"' },
]

it.each([
  ['cut.ndjson', lines(whole).slice(0, -9), 1],
  ['cut.csv', Papa.unparse(whole).slice(0, -9), 2],
  [
    'short.csv',
    Papa.unparse(whole.map(({ title: _title, ...row }) => ({ ...row, won: 'no' }))).slice(0, -4),
    2,
  ],
])(
  'a file truncated in the middle, %s, is reported as damaged, and its whole rows are imported',
  async (name, content, line) => {
    put(name, content)
    const { code, said } = await run('share-of-voice', name)
    expect(code).toBe(1)
    expect(said).toContain('1 added, 0 changed, 0 repeated, 0 refused.')
    expect(said).toMatch(
      new RegExp(`The file is damaged after line ${line}: (Its last|The quote that opens in line 3)`),
    )
  },
)

it('a file without a valid row is a failure', async () => {
  put('none.ndjson', `${lines([{ day: 'yesterday' }, { publisher: 'A', day }])}\n`)
  const { code, said } = await run('share-of-voice', 'none.ndjson')
  expect(code).toBe(1)
  expect(said).toContain('1 refused: keyword: Missing keyword')
})

it.each(['utf16le', 'utf16be'])('a spreadsheet’s CSV in %s is imported', async (encoding) => {
  const bytes = Buffer.from(`\ufeff${Papa.unparse([{ ...whole[0], title: 'Café' }])}`, 'utf16le')
  put('sheet.csv', encoding === 'utf16be' ? bytes.swap16() : bytes)
  expect(await run('share-of-voice', 'sheet.csv')).toMatchObject({ code: 0 })
  expect(await stats()).toMatchObject([{ keyword: 'red kettle', title: 'Café' }])
})

it('the vendor’s own responses are imported, one by one and in collections', async () => {
  const answer = (moment: string, advisors: object[]) => ({
    request_info: { success: true, credits_remaining: 7 },
    request_parameters: { type: 'search', amazon_domain: 'amazon.com', search_term: 'Red Kettle' },
    request_metadata: { created_at: `${moment}T10:00:00.000Z`, processed_at: `${moment}T10:00:03.000Z` },
    search_results: [],
    shopping_advisors: advisors,
  })
  const advisor = (name: string) => ({
    title: 'Editorial recommendations',
    profile: { name, id: '1' },
    article: { title: `By ${name}`, link: 'https://www.amazon.com/x?tag=t-20', date: 'Sep 30, 2020' },
    recommendations: [{ title: 'Best', body: 'It boils.', product: { title: 'Kettle', asin: 'B0AAAAAAA1' } }],
  })
  const refusal = { request_info: { success: false, message: 'Out of credit' } }
  const rows = [
    answer(back(2), [advisor('Hearthside'), advisor('Nookwise')]),
    { success: true, request: { id: 1 }, result: answer(back(1), [advisor('Nookwise')]) },
    answer(back(1), []),
    refusal,
  ]
  put('answers.ndjson', `${lines(rows)}\n`)
  const { code, said } = await run('share-of-voice', 'answers.ndjson')
  expect([code, said.split('\n').slice(0, 2)]).toEqual([
    2,
    ['3 added, 0 changed, 0 repeated, 1 refused.', '  1 refused: The search was refused: Out of credit'],
  ])
  expect(await stats()).toMatchObject([
    { day: back(2), publisher: 'Hearthside', is_winning: true, title: 'By Hearthside', items: [item] },
    { day: back(2), publisher: 'Nookwise', is_winning: false, published_date: 'Sep 30, 2020' },
    { day: back(1), publisher: 'Nookwise' },
  ])
})

it('a file in another encoding is reported as such, and none of its rows is half imported', async () => {
  const row = `${back(1)},red kettle,Café`
  put('latin.csv', Buffer.from(`Day,Keyword,Publisher\n${row}\n`, 'latin1'))
  put(
    'latin.ndjson',
    Buffer.from(lines([{ day: back(1), keyword: 'red kettle', publisher: 'Café' }]), 'latin1'),
  )
  for (const name of ['latin.csv', 'latin.ndjson'])
    expect(await run('share-of-voice', name)).toEqual({
      code: 1,
      said: 'The file is not text in UTF-8. Save it as “CSV UTF-8” and try again.',
    })
  expect(await stats()).toEqual([])
})

it('a long file is imported in a stream', async () => {
  const rows = Array.from({ length: 30_000 }, (_, number) =>
    JSON.stringify({
      day: back(number % 300),
      keyword: `lamp ${number % 500}`,
      publisher: `P${number % 7}`,
      won: false,
    }),
  )
  put('long.ndjson', rows.join('\n'))
  const { said } = await run('share-of-voice', 'long.ndjson', '--add-keywords')
  const distinct = new Set(rows).size
  expect(said.split('\n')[0]).toBe(
    `${distinct.toLocaleString('en')} added, 0 changed, ${(30_000 - distinct).toLocaleString('en')} repeated, 0 refused.`,
  )
})

it('an invalid command shows its usage', async () => {
  const kinds = ['share-of-voice', 'keywords', 'content', 'earnings', 'availability']
  for (const args of [[], ['nothing', 'file.csv'], ['share-of-voice'], ['share-of-voice', 'a', 'b']]) {
    const { code, said } = await run(...args)
    expect(code).toBe(1)
    expect(said).toMatch(/^Usage:\n/)
    for (const kind of kinds) expect(said).toMatch(new RegExp(`^npm run import -- ${kind} FILE`, 'm'))
  }
  expect((await run('share-of-voice', 'none.csv')).said).toContain('Cannot read the file')
})
