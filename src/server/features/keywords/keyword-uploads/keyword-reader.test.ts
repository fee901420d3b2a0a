import { expect, it } from 'vitest'
import { runImport } from '../../../kernel/imports/import-run.ts'
import { openText } from '../../../kernel/imports/row-reader.ts'
import { createSiteResolver } from '../../../kernel/imports/sites.ts'
import { cpuTimeOf } from '../../../testing/cpu-time.ts'
import { type PlannedKeyword, planKeywords } from './keyword-reader.ts'

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const site = (id: number, name: string) => ({
  ...{ id, name, code: `s${id}`, normalizedName: `site-${id}`, url: `https://site-${id}.example` },
  affiliateTag: null,
})
const SITES = createSiteResolver([site(4, 'Home & Hearth'), site(2, 'Pots, Pans')])

async function planned(bytes: Buffer, size: number) {
  const keywords: string[] = []
  const refused: [number, string][] = []
  const { rows, check, reading } = planKeywords(inChunks(bytes, size), { sites: SITES })
  await runImport<PlannedKeyword>(rows, {
    mode: 'whole',
    batch: 1000,
    check,
    write: async (batch) => void keywords.push(...batch.map(({ value }) => value.keyword)),
    onRefused: ({ line, why }) => refused.push([line, why]),
  })
  return { keywords, refused, reading: reading() }
}

const TEXT = [
  'id,Keyword,note',
  '1,café crème,"a ""quoted"" note"',
  '2,"two',
  'lines, and a comma",',
  '',
  '3,😍 emoji,',
  `4,${'x'.repeat(256)},`,
  "5,'=1+1,",
  '6,\u200b\u00ad,only a note',
  '7,"lone "quote" here",',
  '8,last,',
]
const EXPECTED = {
  keywords: ['café crème', 'two lines, and a comma', '😍 emoji', '=1+1', 'last'],
  refused: [
    [7, 'The keyword is longer than 255 characters.'],
    [9, 'There is no keyword in this line.'],
    [10, 'A quote inside quotes must be doubled.'],
  ],
}

const encodings: [string, (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with its mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16BE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
]

for (const [encoding, encode] of encodings) {
  it(`the same file is read alike, in any pieces and with any line ends: ${encoding} [S11]`, async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      for (const size of [1, 2, 3, 5, 64, 100_000]) {
        expect(await planned(encode(TEXT.join(end)), size), `${JSON.stringify(end)} ${size}`).toMatchObject(
          EXPECTED,
        )
      }
    }
  })
}

it('empty lines are held a few thousand at a time, with any number of them in a piece of the file [S11]', async () => {
  async function* pieces() {
    yield 'first\n'
    yield '\n'.repeat(200_000)
    yield 'last'
  }
  let most = 0
  const said: [number, string][] = []
  for await (const rows of (await openText(pieces())).rows(',')) {
    most = Math.max(most, rows.length)
    for (const { line, cells } of rows) if (cells[0] !== '') said.push([line, `${cells[0]}`])
  }
  expect(said).toEqual([
    [1, 'first'],
    [200_002, 'last'],
  ])
  expect(most).toBeLessThan(5000)
})

it('an endless cell is looked at a few times and not with every piece of it [S11]', async () => {
  const endless = Buffer.from(`keyword\n${'"a'.repeat(300_000)}`)
  const time = await cpuTimeOf(() =>
    expect(planned(endless, 512)).rejects.toThrow('The quote that opens in line 2 is never closed.'),
  )
  expect(time).toBeLessThan(5000)
})

const reads = async (text: string) => (await planned(Buffer.from(text), 7)).reading

it('tags, sites and tracked are read as the export writes them, and unreadable ones refuse their line [KW-086]', async () => {
  const { refused, reading } = await planned(
    Buffer.from(
      [
        'Tracked,Keyword,Notes,Tags,SITES',
        'no,lamp,x,"Garden,  q4   deals ,garden,,""a, b"", 17"" wide",home & HEARTH',
        `True,kettle,,'=sum,"""Pots, Pans"", Home & Hearth"`,
        ',fan,,,',
        'maybe,stool',
        'no,sofa,,,"Home & Hearth, Nowhere"',
        `yes,rug,,${'t'.repeat(51)},`,
        `yes,mat,,"${Array.from({ length: 101 }, (_, number) => `tag ${number}`)}",`,
        'yes,pan,,nul\0l,',
      ].join('\n'),
    ),
    100_000,
  )
  expect(reading?.rows).toEqual([
    {
      keyword: 'lamp',
      tags: ['garden', 'q4 deals', 'a, b', '17" wide'],
      sites: ['Home & Hearth'],
      tracked: false,
    },
    { keyword: 'kettle', tags: ['=sum'], sites: ['Pots, Pans', 'Home & Hearth'], tracked: true },
    { keyword: 'fan', tags: [], sites: [], tracked: true },
  ])
  expect(refused).toEqual([
    [5, 'Tracked must be yes or no, not “maybe”.'],
    [6, 'There is no site “Nowhere”.'],
    [7, 'A tag is longer than 50 characters.'],
    [8, 'There are more than 100 tags.'],
    [9, 'A tag contains characters that cannot be stored.'],
  ])
  expect(reading).toMatchObject({
    has_heading: true,
    columns: [
      { column: 1, text: 'Tracked', reads: 'tracked' },
      { column: 2, text: 'Keyword', reads: 'keyword' },
      { column: 3, text: 'Notes', reads: null },
      { column: 4, text: 'Tags', reads: 'tags' },
      { column: 5, text: 'SITES', reads: 'sites' },
    ],
  })
})

it('a line with a spreadsheet error as its keyword or tags is refused', async () => {
  const text = 'keyword,tags\n#N/A,\nLoading...,garden\n#1 vacuum,\nloading dock,#1\nhose,"garden, #BEZUG!"\n'
  expect(await planned(Buffer.from(text), 100_000)).toMatchObject({
    keywords: ['#1 vacuum', 'loading dock'],
    refused: [
      [2, 'The keyword is a spreadsheet error (#N/A).'],
      [3, 'The keyword is a spreadsheet error (Loading...).'],
      [6, 'A tag is a spreadsheet error.'],
    ],
  })
})

it('the reader reports the keyword column and whether the first line counts as a heading [KW-086]', async () => {
  expect(await reads('keywords,volume\nlamp,12\n')).toEqual({
    has_heading: true,
    columns: [
      { column: 1, text: 'keywords', reads: 'keyword' },
      { column: 2, text: 'volume', reads: null },
    ],
    rows: [{ keyword: 'lamp', tags: [], sites: [], tracked: true }],
  })
  expect(await reads('phrase;tags\nlamp;a,b\n')).toMatchObject({
    has_heading: true,
    columns: [{ reads: 'keyword' }, { reads: 'tags' }],
    rows: [{ keyword: 'lamp', tags: ['a', 'b'] }],
  })
  expect(await reads('tags\nlamp\n')).toMatchObject({ has_heading: false, rows: [{ keyword: 'tags' }, {}] })
  expect(await reads('\ufeff')).toBeNull()
  expect(await reads('keyword\n')).toMatchObject({ has_heading: true, rows: [] })
})

it('a list of tags that is nothing but quotes takes no longer than any other', async () => {
  const odd = `lamp,"${'"'.repeat(900_000)}"\nfan,"${'"", '.repeat(200_000)}"\n`
  const time = await cpuTimeOf(async () => {
    const { refused } = await planned(Buffer.from(`keyword,tags\n${odd.repeat(5)}`), 100_000)
    expect(refused.length).toBeGreaterThan(4)
  })
  expect(time).toBeLessThan(3000)
})
