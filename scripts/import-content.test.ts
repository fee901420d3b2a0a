import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startImports } from './import-testing.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())

/** The posts of these numbers with their sites. */
const posts = async (...numbers: number[]) =>
  (
    await imports.rowsOf(
      `select code, post_id, title, published_at::date::text as day, permalink, tracking_id, asins
       from content_posts join sites using (site_id) where post_id = any('{${numbers}}') order by post_id::int, code`,
    )
  ).map(({ code, post_id, title, day, permalink, tracking_id, asins }) =>
    [code, post_id, title, day, permalink, tracking_id, asins.join(' ')].map((cell) => cell ?? '').join('|'),
  )

const HEADER = 'Site,Post ID,Title,Published,Address,Tracking ID,Products'

it.each<[string, string | Buffer, number, string, string?]>([
  [
    'one row',
    `${HEADER}\nhs,1,Kettles,2026-03-01,/k/,k-20,B0AAAAAAA1\n`,
    1,
    'hs|1|Kettles|2026-03-01|/k/|k-20|B0AAAAAAA1',
  ],
  [
    'a title and its day above the header',
    `Posts of Hearthside\nMarch 2026\n\n${HEADER}\nhs,2,Kettles,,,,\n`,
    2,
    'hs|2|Kettles||||',
  ],
  [
    'semicolons, and a line that declares them',
    `sep=;\n${HEADER.replaceAll(',', ';')}\nhs;3;"Pots; pans";;;;\n`,
    3,
    'hs|3|Pots; pans||||',
  ],
  [
    'tabs in UTF-16',
    Buffer.from(`\ufeff${HEADER.replaceAll(',', '\t')}\r\nhs\t4\tCafé\t\t\t\t\r\n`, 'utf16le'),
    4,
    'hs|4|Café||||',
  ],
  ['an inch sign', `${HEADER}\nhs,5,Best 55" TVs,,,,\n`, 5, 'hs|5|Best 55" TVs||||'],
  ['the site by its name', `${HEADER}\nhearthside,6,Kettles,,,,\n`, 6, 'hs|6|Kettles||||'],
  [
    'the site by its domain',
    `${HEADER}\nhttps://openkitchen.example/,7,Kettles,,,,\n`,
    7,
    'ok|7|Kettles||||',
  ],
  ['the site with invisible characters', `${HEADER}\n\u200eHS\ufeff,8,Kettles,,,,\n`, 8, 'hs|8|Kettles||||'],
  [
    'the column names of WordPress',
    'Site,PostID,post_title,post_date,permalink\nhs,9,Kettles,2026-03-01 10:00:00,/k9/\n',
    9,
    'hs|9|Kettles|2026-03-01|/k9/||',
  ],
  ['American days', `${HEADER}\nhs,10,Kettles,3/1/2026,,,\n`, 10, 'hs|10|Kettles|2026-03-01|||'],
  ['named months', `${HEADER}\nhs,11,Kettles,"Mar 1, 2026",,,\n`, 11, 'hs|11|Kettles|2026-03-01|||'],
  ['a gzip file', gzipSync(`${HEADER}\nhs,12,Kettles,,,,\n`), 12, 'hs|12|Kettles||||', 'posts.csv.gz'],
  [
    'lines of JSON',
    '{"site":"hs","post_id":13,"title":"Kettles","products":["B0AAAAAAA1"]}\n',
    13,
    'hs|13|Kettles||||B0AAAAAAA1',
    'posts.ndjson',
  ],
  ['no line break at its end', `${HEADER}\nhs,14,Kettles,,,,`, 14, 'hs|14|Kettles||||'],
])(
  'a post is imported from a file with %s, and once from repeated files',
  async (_what, content, number, post, file) => {
    const first = await imports.importAs('content', content, file === undefined ? {} : { file })
    expect(first).toMatchObject({
      code: 0,
      says: ['1 added, 0 changed, 0 repeated, 0 refused.'],
      refused: [],
    })
    expect(await posts(number)).toEqual([post])
    expect((await imports.importAs('content', content, file === undefined ? {} : { file })).says).toEqual([
      '0 added, 0 changed, 1 repeated, 0 refused.',
    ])
  },
)

it('refused rows keep all of their cells and the header of their file, and are imported once they are corrected', async () => {
  const text =
    'Editor;Site;Post ID;Title;Note\nAda;hs;30;Kettles;fine\nBea;nobody;31;"Pots; pans";=1+1\nCal;hs;32;Lids;one;too many\n'
  const { code, refused, says } = await imports.importAs('content', text)
  expect([code, says]).toEqual([2, ['1 added, 0 changed, 0 repeated, 2 refused.']])
  expect(refused).toEqual([
    ['Line', 'Why', 'Editor', 'Site', 'Post ID', 'Title', 'Note'],
    ['3', 'site: There is no such site.', 'Bea', 'nobody', '31', 'Pots; pans', "'=1+1"],
    ['4', 'The row has more cells than the header.', 'Cal', 'hs', '32', 'Lids', 'one', 'too many'],
  ])
  const corrected = refused
    .map((cells) =>
      cells
        .slice(0, 7)
        .map((cell) => `"${cell.replace('nobody', 'ok')}"`)
        .join(';'),
    )
    .join('\n')
  expect(await imports.importAs('content', `${corrected}\n`, { file: 'again.csv' })).toMatchObject({
    code: 0,
  })
  expect(await posts(30, 31, 32)).toEqual(['hs|30|Kettles||||', 'ok|31|Pots; pans||||', 'hs|32|Lids||||'])
})

it('a row that is refused again keeps one line and one reason', async () => {
  const text = 'Line,Why,Site,Post ID,Title\n3,site: There is no such site.,nobody,33,Kettles\n'
  const { refused } = await imports.importAs('content', text)
  expect(refused).toEqual([
    ['Line', 'Why', 'Site', 'Post ID', 'Title'],
    ['2', 'site: There is no such site.', 'nobody', '33', 'Kettles'],
  ])
})

it('a damaged file is imported up to the damage, and the command fails with the line', async () => {
  const rows = Array.from({ length: 3000 }, (_, at) => `hs,${1000 + at},Post ${at}`)
  const { code, says } = await imports.importAs(
    'content',
    ['Site,Post ID,Title', ...rows, 'hs,"40'].join('\n'),
  )
  expect([code, says]).toEqual([
    1,
    [
      '3,000 added, 0 changed, 0 repeated, 0 refused.',
      'The file is damaged after line 3,001: The quote that opens in line 3002 is never closed.',
    ],
  ])
})
