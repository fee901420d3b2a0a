import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildKeyword } from '#server/testing/builders.ts'
import { plusDays } from '#shared/format/day.ts'
import { startImports } from './import-testing.ts'

const day = plusDays(new Date().toISOString().slice(0, 10), -2)

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
  await buildKeyword(imports.db, 'red kettle')
})
afterAll(() => imports.close())

const titleOf = async (publisher: string) =>
  (
    await imports.rowsOf(
      `select t.title, s.is_winning as won from stats s join publishers p using (publisher_id) join stories t using (story_id)
       where p.name = '${publisher}'`,
    )
  )[0]

const HEADER = 'Day,Keyword,Publisher,Won,Title'

it.each<[string, string | Buffer, string, string?]>([
  ['one row', `${HEADER}\n${day},red kettle,P1,no,Kettles\n`, 'P1'],
  ['lines above the header', `Winners\nLast week\n\n${HEADER}\n${day},red kettle,P2,no,Kettles\n`, 'P2'],
  ['semicolons', `sep=;\n${HEADER.replaceAll(',', ';')}\n${day};red kettle;P3;no;Kettles\n`, 'P3'],
  [
    'tabs in UTF-16',
    Buffer.from(
      `\ufeff${HEADER.replaceAll(',', '\t')}\r\n${day}\tred kettle\tP4\tno\tKettles\r\n`,
      'utf16le',
    ),
    'P4',
  ],
  ['pipes', `${HEADER.replaceAll(',', '|')}\n${day}|red kettle|P5|no|Kettles\n`, 'P5'],
  ['other columns', `Rank,${HEADER}\n1,${day},red kettle,P6,no,Kettles\n`, 'P6'],
  ['another order', `Title,Publisher,Won,Keyword,Day\nKettles,P7,no,red kettle,${day}\n`, 'P7'],
  [
    'lines of JSON',
    `{"day":"${day}","keyword":"red kettle","publisher":"P8","won":false,"title":"Kettles"}\n`,
    'P8',
    'hits.ndjson',
  ],
  ['a gzip file', gzipSync(`${HEADER}\n${day},red kettle,P9,no,Kettles\n`), 'P9', 'hits.csv.gz'],
  ['another spelling of the keyword', `${HEADER}\n${day},Red  KETTLE,P10,no,Kettles\n`, 'P10'],
  ['no line break at its end', `${HEADER}\n${day},red kettle,P11,no,Kettles`, 'P11'],
])(
  'a hit is imported from a file with %s, and once from repeated files',
  async (_what, content, publisher, file) => {
    const run = () => imports.importAs('share-of-voice', content, file === undefined ? {} : { file })
    expect(await run()).toMatchObject({ code: 0, says: ['1 added, 0 changed, 0 repeated, 0 refused.'] })
    expect(await titleOf(publisher)).toEqual({ title: 'Kettles', won: false })
    expect((await run()).says).toEqual(['0 added, 0 changed, 1 repeated, 0 refused.'])
  },
)

it('a title with an inch sign is one cell', async () => {
  await imports.importAs('share-of-voice', `${HEADER}\n${day},red kettle,P20,no,Best 65" TVs\n`)
  expect(await titleOf('P20')).toMatchObject({ title: 'Best 65" TVs' })
})

it('refused rows keep all of their cells, and are imported once their keyword exists', async () => {
  const text = `Rank,${HEADER}\n1,${day},blue kettle,P21,no,Kettles\n2,yesterday,red kettle,P22,no,Kettles\n3,${day},red kettle,P23,no,K,more\n`
  const { code, refused } = await imports.importAs('share-of-voice', text)
  expect(code).toBe(1)
  expect(refused.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
    ['2', 'keyword: There is no such keyword.', '1', day, 'blue kettle', 'P21', 'no', 'Kettles'],
    ['3', 'day: Must be a date such as 2026-03-01', '2', 'yesterday', 'red kettle', 'P22', 'no', 'Kettles'],
    ['4', 'The row has more cells than the header.', '3', day, 'red kettle', 'P23', 'no', 'K', 'more'],
    ['Line', 'Why', 'Rank', ...HEADER.split(',')],
  ])
  const again = [refused[0], refused.find(([line]) => line === '2')]
    .map((cells) => cells?.join(','))
    .join('\n')
  const added = await imports.importAs('share-of-voice', `${again}\n`, {
    file: 'again.csv',
    args: ['--add-keywords'],
  })
  expect(added).toMatchObject({
    code: 0,
    says: ['1 added, 0 changed, 0 repeated, 0 refused.', '1 keyword added, untracked.'],
  })
})

it.each([
  [
    'a cut row',
    `${HEADER}\n${day},red kettle,P30,no,K\n${day},red`,
    'after line 2: Its last row is cut off.',
  ],
  [
    'a cut quote',
    `${HEADER}\n${day},red kettle,P31,no,K\n${day},"red`,
    'The quote that opens in line 3 is never closed.',
  ],
])('rows before %s are imported, and the command fails with the line', async (_what, text, why) => {
  const { code, says } = await imports.importAs('share-of-voice', text)
  expect([code, says]).toEqual([
    1,
    ['1 added, 0 changed, 0 repeated, 0 refused.', expect.stringContaining(why)],
  ])
})
