import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recognizeColumns } from './columns.ts'
import { damageText } from './damaged-file.ts'
import { runImport } from './import-run.ts'
import { type ReadTable, readTable } from './table-reader.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'table-reader-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const COLUMNS = { site: [], title: ['name'], post_id: ['number'] }
const table = { recognize: recognizeColumns(COLUMNS), expected: ['Site', 'Title', 'Post_ID'] }

/** Cells by line, or why the file is not a table. Refusals and damage start with the line. */
async function read(content: string | Buffer, name = 'file.csv') {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  let found: ReadTable | null = null
  const rows: [number, string][] = []
  const tally = await runImport<Readonly<Record<string, unknown>>>(
    readTable(file, {
      ...table,
      onTable(each) {
        found = each
      },
    }),
    {
      mode: 'as far as it goes',
      batch: 2,
      check: ({ cells }) => cells,
      async write(batch) {
        for (const { row, value } of batch)
          rows.push([row.line, [value.site, value.title, value.post_id].map((cell) => cell ?? '').join('|')])
      },
      onRefused: ({ line, why }) => rows.push([line, `refused: ${why}`]),
    },
  )
  const said = [...(tally.damage === null ? [] : [damageText(tally.damage)])]
  return { rows: rows.toSorted(([one], [other]) => one - other), said, found: found as ReadTable | null }
}

const HEADER = 'Site,Title,Post_ID'
const ONE = '|Kettles|7'

it.each<[string, string, [number, string][]]>([
  ['the first line', `${HEADER}\nhs,Kettles,7\n`, [[2, `hs${ONE}`]]],
  [
    'below a title and its days',
    `Posts from 11/02/2026 to 11/08/2026\n\n${HEADER}\nhs,Kettles,7\n`,
    [[4, `hs${ONE}`]],
  ],
  [
    'below a title that a spreadsheet has filled up',
    `Posts,,\n"Nov 2, 2026",,\n,,\n${HEADER}\nhs,Kettles,7\n`,
    [[5, `hs${ONE}`]],
  ],
  ['below a line that names the separator', `sep=;\nSite;Title;Post_ID\nhs;Kettles;7\n`, [[3, `hs${ONE}`]]],
  ['in line 20', `${'x\n'.repeat(19)}${HEADER}\nhs,Kettles,7\n`, [[21, `hs${ONE}`]]],
  ['with its columns in another order', `Post ID,SITE,Name\n7,hs,Kettles\n`, [[2, `hs${ONE}`]]],
  [
    'with other columns beside them',
    `Colour,Site,Title,number,Size\nred,hs,Kettles,7,L\n`,
    [[2, `hs${ONE}`]],
  ],
  ['between semicolons', 'Site;Title;Post_ID\nhs;"Kettles";7\n', [[2, `hs${ONE}`]]],
  ['between tabs', 'Site\tTitle\tPost_ID\nhs\tKettles\t7\n', [[2, `hs${ONE}`]]],
  ['between pipes', 'Site|Title|Post_ID\r\nhs|Kettles|7\r\n', [[2, `hs${ONE}`]]],
  [
    'with invisible characters in its names',
    `\ufeff\u200eSite,Ti\u200btle,Post_ID\nhs,Kettles,7\n`,
    [[2, `hs${ONE}`]],
  ],
  ['whose lines end in CR alone', `${HEADER}\rhs,Kettles,7\r`, [[2, `hs${ONE}`]]],
])('finds the header of a table: %s', async (_where, text, rows) => {
  expect(await read(text)).toMatchObject({ rows, said: [] })
})

it.each<[string, string, [number, string][]]>([
  ['a quotation mark inside', `Mount for 55" TV`, [[2, 'hs|Mount for 55" TV|7']]],
  ['two of them', `5" and 7" pans`, [[2, 'hs|5" and 7" pans|7']]],
  ['one at its end', 'Best 65"', [[2, 'hs|Best 65"|7']]],
  ['one inside quotes, not doubled', '"Mount for 55" TV"', [[2, 'hs|Mount for 55" TV|7']]],
  ['one inside quotes, doubled', '"Mount for 55"" TV"', [[2, 'hs|Mount for 55" TV|7']]],
  ['a line break in quotes', '"Two\nlines"', [[2, 'hs|Two\nlines|7']]],
  ['an apostrophe against formulas', "'=1+1", [[2, 'hs|=1+1|7']]],
  ['an apostrophe of its own', "'s Kettles", [[2, "hs|'s Kettles|7"]]],
])('takes a cell as it is: %s', async (_what, cell, rows) => {
  const more = Array.from({ length: 3 }, (_, at) => `hs,${at},8\n`).join('')
  const lines = cell.split('\n').length
  const { rows: all, said } = await read(`${HEADER}\nhs,${cell},7\n${more}`)
  expect([all.slice(0, 1), said]).toEqual([rows, []])
  expect(all.at(-1)).toEqual([4 + lines, 'hs|2|8'])
})

it.each<[string, string | Buffer, string, number, string]>([
  [
    'a last row that is cut',
    `${HEADER}\nhs,Kettles,7\nhs,Pa`,
    'cut.csv',
    1,
    'after line 2: Its last row is cut off.',
  ],
  [
    'a cell in quotes that is cut',
    `${HEADER}\nhs,Kettles,7\nhs,"Pans and p`,
    'cut.csv',
    1,
    'after line 2: The quote that opens in line 3 is never closed.',
  ],
  [
    'a cell in quotes that is cut, below lines with quotation marks',
    `${HEADER}\nhs,55" TV,7\nhs,Pans,8\nhs,"Pa`,
    'cut.csv',
    2,
    'after line 3: The quote that opens in line 4 is never closed.',
  ],
  [
    'a gzip file that is cut',
    gzipSync(`${HEADER}\n${'hs,Kettles,7\n'.repeat(2000)}`).subarray(0, 60),
    'cut.csv.gz',
    -1,
    ': It is compressed with gzip and incomplete.',
  ],
  [
    'a character that is cut',
    Buffer.from(`${HEADER}\nhs,Kettles,7\nhs,Café`).subarray(0, -1),
    'cut.csv',
    1,
    'after line 2: It ends in the middle of a character, or is not text in UTF-8.',
  ],
  [
    'a line of JSON that is cut',
    '{"site":"hs","name":"Kettles"}\n{"si',
    'cut.ndjson',
    1,
    'after line 1: Its last line is cut off.',
  ],
])(
  'goes as far as the file does, and says after which line it is damaged: %s',
  async (_what, content, name, whole, why) => {
    const { rows, said } = await read(content, name)
    expect(said).toEqual([expect.stringContaining(why)])
    expect(said[0]).toMatch(/^The file is damaged after line /)
    if (whole >= 0) expect(rows).toHaveLength(whole)
  },
)

it.each([
  ['a last row without a line break', `${HEADER}\nhs,Kettles,7`],
  ['a last row whose last cell is blank', `${HEADER}\nhs,Kettles,7\nhs,Pans,`],
  ['short rows in between', `${HEADER}\nhs\nhs,Kettles,7\n`],
  ['blank cells beyond the header', `${HEADER}\nhs,Kettles,7,,\n`],
])('is no damage: %s', async (_what, text) => {
  const { rows, said } = await read(text)
  expect(said).toEqual([])
  expect(rows.every(([, cells]) => !cells.startsWith('refused'))).toBe(true)
})

it.each([
  ['a file without a header', 'hs,Kettles,7\nhs,Pans,8\n'],
  ['a header below line 20', `${'x\n'.repeat(20)}${HEADER}\nhs,Kettles,7\n`],
  ['another table', 'Colour,Size\nred,L\n'],
  ['one column of many', 'Site,Colour\nhs,red\n'],
])('says which columns it expects where it finds no header: %s', async (_what, text) => {
  await expect(read(text)).rejects.toThrow(
    'None of the first 20 lines is a header. Expected columns: Site, Title, Post_ID.',
  )
})

it.each([
  ['a workbook', Buffer.from('504b030414000000', 'hex'), 'The file is a workbook or a ZIP archive.'],
  ['a web page', '<!doctype html>\n<table>', 'The file is a web page or XML.'],
  ['another encoding', Buffer.from(`${HEADER}\nhs,Caf\xe9,7\n`, 'latin1'), 'The file is not text in UTF-8.'],
])('names the kind of a file that is no table: %s', async (_what, content, why) => {
  await expect(read(content)).rejects.toThrow(why)
})

it('has no rows in an empty file', async () => {
  for (const text of ['', '\n\n', `${HEADER}\n`]) expect((await read(text)).rows).toEqual([])
})

it('refuses a row with more cells than the header, or with an unescaped quote', async () => {
  const { rows } = await read(`${HEADER}\nhs,Kettles,7,more\nhs,"a "b", c",8\nhs,Pans,9\n`)
  expect(rows).toEqual([
    [2, 'refused: The row has more cells than the header.'],
    [3, 'refused: A quote inside quotes must be doubled.'],
    [4, 'hs|Pans|9'],
  ])
})

it('reads a file of refused rows as the file that they come from', async () => {
  const { rows, found } = await read('Line,Why,Site,Title,Colour,Post_ID\n12,Wrong,hs,Kettles,red,7\n')
  expect(rows).toEqual([[2, `hs${ONE}`]])
  expect(found?.header).toEqual(['Site', 'Title', 'Colour', 'Post_ID'])
})

it('takes the first column that says something of two that mean the same', async () => {
  const { rows } = await read('Site,Title,Name\nhs,Kettles,Pots\nhs,,Pans\n')
  expect(rows.map(([, cells]) => cells)).toEqual(['hs|Kettles|', 'hs|Pans|'])
})

it('names the fields of JSON like those of a table, and refuses a value that is no object', async () => {
  const { rows } = await read('{"Site":"hs","number":7,"NAME":"Kettles"}\n[1]\n{"site":"ok"}\n', 'rows.jsonl')
  expect(rows).toEqual([
    [1, `hs${ONE}`],
    [2, 'refused: The line is not a JSON object.'],
    [3, 'ok||'],
  ])
})

it.each(['utf16le', 'utf16be'])('reads text in %s as spreadsheets write it', async (encoding) => {
  const bytes = Buffer.from(`\ufeff${HEADER}\r\nhs,Café,7\r\n`, 'utf16le')
  expect((await read(encoding === 'utf16be' ? bytes.swap16() : bytes)).rows).toEqual([[2, 'hs|Café|7']])
})

it('a damaged file that is imported as a whole brings in nothing, and says so', async () => {
  const file = path.join(folder, 'whole.csv')
  writeFileSync(file, `${HEADER}\nhs,Kettles,7\nhs,Pa`)
  const imported = runImport(readTable(file, table), {
    mode: 'whole',
    batch: 10,
    check: ({ cells }) => cells,
    write: () => Promise.reject(new Error('must not be called')),
    onRefused: () => {},
  })
  await expect(imported).rejects.toThrow(
    'The file is damaged after line 2: Its last row is cut off. Nothing was imported.',
  )
})
