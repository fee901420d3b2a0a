import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startImports } from './import-testing.ts'

const asin = (number: number) => `B0STOCK${String(number).padStart(3, '0')}`

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
  const products = Array.from({ length: 40 }, (_, number) => asin(number)).join(' ')
  await imports.importAs('content', `site,post_id,title,products\nhs,1,All,${products}\n`)
})
afterAll(() => imports.close())

const stock = async (number: number) =>
  (
    await imports.rowsOf(
      `select stock, scanned_at::date::text as seen from products where asin = '${asin(number)}'`,
    )
  )[0]

it.each<[string, string | Buffer, number, string, string?]>([
  ['one row', `ASIN,Availability,Seen\n${asin(1)},Now,2026-11-01\n`, 1, 'IN_STOCK'],
  [
    'lines above the header',
    `Stock report\n2026-11-01\n\nASIN,Availability,Seen\n${asin(2)},out of stock,2026-11-01\n`,
    2,
    'OUT_OF_STOCK',
  ],
  ['semicolons', `sep=;\nASIN;Stock;Day\n${asin(3)};unavailable;2026-11-01\n`, 3, 'OUT_OF_STOCK'],
  ['tabs', `ASIN\tStock\tDate\n${asin(4)}\tIN_STOCK\t2026-11-01\n`, 4, 'IN_STOCK'],
  ['pipes', `ASIN|Stock|Date\n${asin(5)}|Sold out|2026-11-01\n`, 5, 'OUT_OF_STOCK'],
  [
    'UTF-16',
    Buffer.from(`\ufeffASIN,Availability,Seen\r\n${asin(6)},INVALID_ASIN,2026-11-01\r\n`, 'utf16le'),
    6,
    'INVALID_ASIN',
  ],
  ['invisible characters', `ASIN,Availability,Seen\n\u200e${asin(7)},Now\u200b,2026-11-01\n`, 7, 'IN_STOCK'],
  [
    'a title with an inch sign',
    `Title,ASIN,Availability,Seen\nMount for 55" TV,${asin(8)},Now,2026-11-01\n`,
    8,
    'IN_STOCK',
  ],
  [
    'lines of JSON',
    `{"asin":"${asin(9)}","stock":"Now","seen":"2026-11-01T00:00:00Z"}\n`,
    9,
    'IN_STOCK',
    'stock.jsonl',
  ],
  [
    'a gzip file',
    gzipSync(`ASIN,Availability,Seen\n${asin(10)},Now,2026-11-01\n`),
    10,
    'IN_STOCK',
    'stock.csv.gz',
  ],
  [
    'letters in lower case',
    `asin,availability,seen\n${asin(11).toLowerCase()},available,2026-11-01\n`,
    11,
    'IN_STOCK',
  ],
])(
  'stock is imported from a file with %s, and once from repeated files',
  async (_what, content, number, state, file) => {
    const run = () => imports.importAs('availability', content, file === undefined ? {} : { file })
    expect(await run()).toMatchObject({ code: 0, refused: [] })
    expect(await stock(number)).toEqual({ stock: state, seen: '2026-11-01' })
    expect((await run()).says).toEqual(['0 changed, 1 repeated, 0 refused.'])
  },
)

it('refused rows keep all of their cells, also those that only the database knows to be wrong', async () => {
  const text = `Shop,ASIN,Availability,Seen\nOne,B0NOBODY01,Now,2026-11-01\nTwo,${asin(20)},perhaps,2026-11-01\nThree,${asin(20)},Now,2026-11-01\n`
  const { code, says, refused } = await imports.importAs('availability', text)
  expect([code, says]).toEqual([2, ['1 changed, 0 repeated, 2 refused.']])
  expect(refused.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
    ['2', 'asin: No article or post recommends it.', 'One', 'B0NOBODY01', 'Now', '2026-11-01'],
    [
      '3',
      'availability: Must be Now, IN_STOCK, OUT_OF_STOCK or INVALID_ASIN',
      'Two',
      asin(20),
      'perhaps',
      '2026-11-01',
    ],
    ['Line', 'Why', 'Shop', 'ASIN', 'Availability', 'Seen'],
  ])
})

it.each([
  [
    'a cut row',
    `ASIN,Availability,Seen\n${asin(21)},Now,2026-11-01\n${asin(22)},No`,
    'after line 2: Its last row is cut off.',
  ],
  [
    'a cut quote',
    `ASIN,Availability,Seen\n${asin(21)},Now,2026-11-01\n${asin(22)},"No`,
    'The quote that opens in line 3 is never closed.',
  ],
])('rows before %s are imported, and the command fails with the line', async (_what, text, why) => {
  const { code, says } = await imports.importAs('availability', text)
  expect([code, says[1]]).toEqual([1, expect.stringContaining(why)])
  expect([(await stock(21))?.stock, (await stock(22))?.seen]).toEqual(['IN_STOCK', null])
})

it.each([
  ['another table', 'Colour,Size\nred,L\n', 'Expected columns: ASIN, Availability, Seen.'],
  ['a web page', '<html><table>', 'The file is a web page or XML.'],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'The file is a PDF.'],
])('nothing is imported from %s', async (_what, content, why) => {
  expect(await imports.importAs('availability', content)).toMatchObject({
    code: 1,
    says: [expect.stringContaining(why)],
    refused: [],
  })
})
