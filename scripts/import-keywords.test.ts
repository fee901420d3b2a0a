import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startImports } from './import-testing.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())

const sitesOf = async (keyword: string) =>
  (
    await imports.rowsOf(
      `select array(select code from sites where site_id = any(site_ids) order by 1) as codes from keywords where keyword = '${keyword}'`,
    )
  )[0]?.codes.join(' ')

it.each<[string, string | Buffer, string, string, string[]?]>([
  ['our own headings', 'Keyword,Tags,Sites\nown lamp,x,hs\n', 'own lamp', 'hs'],
  ['one keyword per line', 'plain lamp\n', 'plain lamp', ''],
  [
    'lines above the headings',
    'Our list,,\nMarch,,\n,,\nOwner,Keyword,Sites\nAda,below lamp,ok\n',
    'below lamp',
    'ok',
  ],
  ['headings in line 15', `${'x,\n'.repeat(14)}Keyword,Sites\ndeep lamp,ok\n`, 'deep lamp', 'ok'],
  ['semicolons', 'sep=;\nKeyword;Sites\nsemicolon lamp;hs\n', 'semicolon lamp', 'hs'],
  [
    'tabs in UTF-16',
    Buffer.from('\ufeffKeyword\tSites\r\ntabbed lamp\ths\r\n', 'utf16le'),
    'tabbed lamp',
    'hs',
  ],
  ['an inch sign', 'Keyword,Sites\n55" lamp,hs\n', '55" lamp', 'hs'],
  ['a site by its domain', 'Keyword,Sites\ndomain lamp,www.openkitchen.example\n', 'domain lamp', 'ok'],
  ['a site with invisible characters', 'Keyword,Sites\nhidden lamp,\u200ehs\ufeff\n', 'hidden lamp', 'hs'],
  ['two sites, by code and name', 'Keyword,Sites\nboth lamp,"HS, open kitchen"\n', 'both lamp', 'hs ok'],
  ['a gzip file', gzipSync('Keyword,Sites\npacked lamp,hs\n'), 'packed lamp', 'hs'],
  [
    'a vendor’s headings and totals',
    'Keyword,Currency,Avg. monthly searches\nvendor lamp,USD,90\nTotal,USD,90\n',
    'vendor lamp',
    '',
  ],
  [
    'a named column',
    'phrase,volume\nnamed lamp,90\n',
    'named lamp',
    '',
    ['--keyword-column', 'phrase', '--heading', 'yes'],
  ],
])(
  'a keyword is imported from a file with %s, and once from repeated files',
  async (_what, content, keyword, sites, args = []) => {
    const first = await imports.importAs('keywords', content, { args })
    expect([first.code, first.says[0]]).toEqual([0, '1 added, 0 repeated, 0 refused.'])
    expect(await sitesOf(keyword)).toBe(sites)
    expect((await imports.importAs('keywords', content, { args })).says[0]).toBe(
      '0 added, 1 repeated, 0 refused.',
    )
  },
)

it('some refused rows are exit code 2 and only refused rows are 1, as for every kind', async () => {
  expect(await imports.importAs('keywords', 'keyword\ngood lamp\n#N/A\n')).toMatchObject({ code: 2 })
  expect(await imports.importAs('keywords', 'keyword\n#N/A\n')).toMatchObject({ code: 1 })
})

it('refused rows keep all of their cells and the headings of their file, and are imported once they are corrected', async () => {
  const text =
    'Owner;Keyword;Sites;Note\nAda;fine lamp;hs;x\nBea;"lost; lamp";nowhere;=1+1\nCal;"bad "quoted" lamp";hs;y\n'
  const { code, says, refused } = await imports.importAs('keywords', text)
  expect([code, says]).toEqual([2, ['1 added, 0 repeated, 2 refused.']])
  expect(refused).toEqual([
    ['Line', 'Why', 'Owner', 'Keyword', 'Sites', 'Note'],
    ['3', 'There is no site “nowhere”.', 'Bea', 'lost; lamp', 'nowhere', "'=1+1"],
    ['4', 'A quote inside quotes must be doubled.', 'Cal', 'bad "quoted" lamp', 'hs', 'y'],
  ])
  const quote = (cell: string) => `"${cell.replace('nowhere', 'ok').replaceAll('"', '""')}"`
  const corrected = refused.map((cells) => cells.map(quote).join(';')).join('\n')
  const again = await imports.importAs('keywords', `${corrected}\n`, { file: 'again.csv' })
  expect(again.says).toEqual(['2 added, 0 repeated, 0 refused.'])
  expect([await sitesOf('lost; lamp'), await sitesOf('bad "quoted" lamp')]).toEqual(['ok', 'hs'])
})

it.each([
  ['of a list without headings', 'lone lamp\n#N/A\n', [], ['keyword'], []],
  [
    'of named columns',
    'phrase,volume\nnumbered lamp,9\n#REF!,8\n',
    ['--keyword-column', '1', '--heading', 'yes'],
    ['phrase', 'volume'],
    ['8'],
  ],
])('the refused rows %s are read again in the same way', async (_what, text, args, header, others) => {
  const { refused } = await imports.importAs('keywords', text, { args })
  expect(refused[0]).toEqual(['Line', 'Why', ...header])
  const corrected = [refused[0], [...(refused[1] ?? []).slice(0, 2), `mended ${header[0]}`, ...others]]
    .map((cells) => cells?.join(','))
    .join('\n')
  const again = await imports.importAs('keywords', `${corrected}\n`, { file: 'again.csv', args })
  expect(again.says).toEqual(['1 added, 0 repeated, 0 refused.'])
})

it.each([
  [
    'a report with an ambiguous column',
    'Search terms report\nNov 2026\nSearch term,Match type\nopen lamp,Exact\n',
    'It’s unclear which column has the keywords. The columns are: 1 “Search term”, 2 “Match type”. Name it with --keyword-column.',
  ],
  [
    'a truncated row',
    'Keyword,Sites\ncut lamp,hs\ncut r',
    'The file is damaged after line 2: Its last row is cut off. Nothing was imported.',
  ],
  [
    'a truncated quote',
    'Keyword,Sites\ncut lamp,hs\n"cut',
    'The file is damaged after line 2: The quote that opens in line 3 is never closed. Nothing was imported.',
  ],
  [
    'a truncated gzip file',
    gzipSync('keyword\ncut lamp\n').subarray(0, 20),
    'It is compressed with gzip and incomplete. Nothing was imported.',
  ],
  ['a workbook', Buffer.from('504b030414000000', 'hex'), 'The file is a workbook'],
])('nothing is imported from %s', async (_what, content, why) => {
  const { code, says, refused } = await imports.importAs('keywords', content)
  expect([code, says, refused]).toEqual([1, [expect.stringContaining(why)], []])
  expect(await sitesOf('cut lamp')).toBeUndefined()
})
