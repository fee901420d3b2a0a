import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startImports } from './import-testing.ts'

type Kind = 'content' | 'earnings' | 'availability'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
  const posts =
    'site,post_id,title,products\nhs,7,Best Vacuums,B0AAAAAAA1 B0AAAAAAA2\nhs,8,Best Mops,B0AAAAAAA2\n'
  expect(await bringIn('content', 'csv', posts)).toMatchObject({ code: 0 })
})
afterAll(() => imports.close())

/** Its exit code, the messages about the whole file, and the refused lines with reasons. */
async function bringIn(kind: Kind, extension: string, content: string | Buffer) {
  const { code, says, refused } = await imports.importAs(kind, content, { file: `wrong.${extension}` })
  const lines = refused.slice(1).map(([line, why]) => `${line} ${why}`)
  return { code, says, lines }
}
type Outcome = Awaited<ReturnType<typeof bringIn>>

const POSTS = 'site,post_id,title,published,modified,address,picture,products\n'
const EARNINGS = 'site,post_id,address,tracking_id,asin,day,week,earnings,currency\n'
const STOCK = 'asin,availability,seen\n'
const CUT_GZIP = gzipSync(`${POSTS}hs,301,A,,,,,\n`.repeat(50)).subarray(0, 60)

/** Output when the only line of a file is refused. */
const NOTHING = {
  content: '0 added, 0 changed, 0 repeated, 1 refused.',
  earnings: '0 weeks of posts added, 0 changed, 0 repeated, 1 refused.',
  availability: '0 changed, 0 repeated, 1 refused.',
} as const

const REFUSED: [string, Kind, string, string][] = [
  ['posts of an unknown site', 'content', `${POSTS}nobody,1,A,,,,,\n`, 'site: There is no such site.'],
  ['posts without a site', 'content', `${POSTS},1,A,,,,,\n`, 'site: Missing site'],
  ['posts without a number', 'content', `${POSTS}hs,,A,,,,,\n`, 'post_id: Missing post ID'],
  ['posts without a title', 'content', `${POSTS}hs,201,,,,,,\n`, 'title: Missing title'],
  [
    'a number that is a path',
    'content',
    `${POSTS}hs,2/../3,A,,,,,\n`,
    'post_id: Must be letters, digits, dots, hyphens or colons',
  ],
  [
    'a title of 5,000 characters',
    'content',
    `${POSTS}hs,202,${'A'.repeat(5000)},,,,,\n`,
    'title: Must be text of at most 1,000 characters',
  ],
  [
    'an invalid publication date',
    'content',
    `${POSTS}hs,203,A,yesterday,,,,\n`,
    'published: Must be a date such as 2026-03-01',
  ],
  [
    'a day that is in no month',
    'content',
    `${POSTS}hs,204,A,2026-02-30,,,,\n`,
    'published: Must be a date such as 2026-03-01',
  ],
  [
    'an invalid date of change',
    'content',
    `${POSTS}hs,205,A,,soon,,,\n`,
    'modified: Must be a date such as 2026-03-01',
  ],
  [
    'a script instead of an address',
    'content',
    `${POSTS}hs,206,A,,,javascript:alert(1),,\n`,
    'address: Must be an address that begins with https:// or with /',
  ],
  [
    'a picture of another protocol',
    'content',
    `${POSTS}hs,207,A,,,,ftp://a.example/a.png,\n`,
    'picture: Must be an address that begins with https:// or with /',
  ],
  [
    'invalid products',
    'content',
    `${POSTS}hs,208,A,,,,,B0A\n`,
    'products: Must be at most 200 ASINs, or a list of products as JSON, each with its asin',
  ],
  [
    'products in broken JSON',
    'content',
    `${POSTS}hs,209,A,,,,,"[{""asin"":"\n`,
    'products: Must be at most 200 ASINs, or a list of products as JSON, each with its asin',
  ],
  [
    'a row with too many cells',
    'content',
    `${POSTS}hs,211,A,,,,,,more\n`,
    'The row has more cells than the header.',
  ],
  [
    'earnings of an unknown site',
    'earnings',
    `${EARNINGS}xx,7,,,,,2026-03-16,1,\n`,
    'site: There is no such site.',
  ],
  [
    'earnings without a site',
    'earnings',
    `${EARNINGS},7,,,,,2026-03-16,1,\n`,
    'site: Missing; a post ID needs its site',
  ],
  [
    'earnings of an unknown post',
    'earnings',
    `${EARNINGS}hs,99,,,,,2026-03-16,1,\n`,
    'post_id: Copydesk has no such post of this site.',
  ],
  [
    'earnings of an unknown address',
    'earnings',
    `${EARNINGS},,https://hearthside.example/no,,,,2026-03-16,1,\n`,
    'address: No post at this address.',
  ],
  [
    'earnings of an unknown tracking ID',
    'earnings',
    `${EARNINGS},,,nobody-20,,,2026-03-16,1,\n`,
    'tracking_id: Neither a post nor a site uses it.',
  ],
  [
    'earnings of a whole site',
    'earnings',
    `${EARNINGS},,,hearth-20,,,2026-03-16,1,\n`,
    'tracking_id: It belongs to a whole site, so the row also needs an ASIN.',
  ],
  [
    'earnings of a product of two posts',
    'earnings',
    `${EARNINGS},,,hearth-20,B0AAAAAAA2,,2026-03-16,1,\n`,
    'asin: Several posts of the site recommend it.',
  ],
  [
    'earnings of a product of no post',
    'earnings',
    `${EARNINGS},,,hearth-20,B0ZZZZZZZ9,,2026-03-16,1,\n`,
    'asin: No post of the site recommends it.',
  ],
  [
    'earnings of nothing',
    'earnings',
    `${EARNINGS},,,,,,2026-03-16,1,\n`,
    'post_id: Missing post ID, address, tracking ID or site and ASIN',
  ],
  ['earnings without a time', 'earnings', `${EARNINGS}hs,7,,,,,,1,\n`, 'day: Missing day or week'],
  [
    'earnings of an invalid week',
    'earnings',
    `${EARNINGS}hs,7,,,,,soon,1,\n`,
    'week: Must be a date such as 2026-03-01',
  ],
  [
    'earnings of a future day',
    'earnings',
    `${EARNINGS}hs,7,,,,2099-01-01,,1,\n`,
    'day: It is in the future.',
  ],
  [
    'earnings without a valid amount',
    'earnings',
    `${EARNINGS}hs,7,,,,,2026-03-16,much,\n`,
    'earnings: Must be an amount such as 1,234.56',
  ],
  [
    'earnings beyond the limit',
    'earnings',
    `${EARNINGS}hs,7,,,,,2026-03-16,9999999999999,\n`,
    'earnings: Must be an amount such as 1,234.56',
  ],
  ['earnings in euros', 'earnings', `${EARNINGS}hs,7,,,,,2026-03-16,1,EUR\n`, 'currency: Must be USD'],
  [
    'earnings with an invalid ASIN',
    'earnings',
    `${EARNINGS}hs,7,,,B0,,2026-03-16,1,\n`,
    'asin: Must be ten letters and digits',
  ],
  ['stock with an invalid ASIN', 'availability', `${STOCK}B0,Now,\n`, 'asin: Must be ten letters and digits'],
  [
    'stock of a product without a recommendation',
    'availability',
    `${STOCK}B0ZZZZZZZ9,Now,2026-03-04\n`,
    'asin: No article or post recommends it.',
  ],
  [
    'stock with an invalid state',
    'availability',
    `${STOCK}B0AAAAAAA1,perhaps,2026-03-04\n`,
    'availability: Must be Now, IN_STOCK, OUT_OF_STOCK or INVALID_ASIN',
  ],
  [
    'stock with an invalid time',
    'availability',
    `${STOCK}B0AAAAAAA1,Now,soon\n`,
    'seen: Must be a date such as 2026-03-01, or a moment such as 2026-03-01T12:00:00Z',
  ],
  [
    'stock with a future time',
    'availability',
    `${STOCK}B0AAAAAAA1,Now,2099-01-01\n`,
    'seen: It is in the future.',
  ],
]

it.each(REFUSED)(
  '%s: nothing is imported as %s, and the line is refused with the reason',
  async (_title, kind, content, why) => {
    expect(await bringIn(kind, 'csv', content)).toEqual({
      code: 1,
      says: [NOTHING[kind]],
      lines: [`2 ${why}`],
    })
  },
)

const OTHERS: [string, Kind, string, string | Buffer, Outcome][] = [
  [
    'columns of another table',
    'content',
    'csv',
    'name,price\nKettle,9\n',
    {
      code: 1,
      says: [
        'None of the first 20 lines is a header. Expected columns: Site, Post_ID, Title, Published, Modified, Address, Focus_keyword, Picture, Tracking_ID, Products.',
      ],
      lines: [],
    },
  ],
  [
    'one post twice',
    'content',
    'csv',
    `${POSTS}hs,210,A,,,,,\nhs,210,B,,,,,\n`,
    {
      code: 2,
      says: ['1 added, 0 changed, 0 repeated, 1 refused.'],
      lines: ['3 post_id: Line 2 has this post already.'],
    },
  ],
  [
    'lines of invalid JSON',
    'content',
    'ndjson',
    '{"site":"hs"\n[1]\n{"site":"hs","post_id":212,"title":"A"}\n',
    {
      code: 2,
      says: ['1 added, 0 changed, 0 repeated, 2 refused.'],
      lines: ['1 The line is not a JSON object.', '2 The line is not a JSON object.'],
    },
  ],
  [
    'truncated JSON',
    'content',
    'ndjson',
    '{"site":"hs","post_id":213,"title":"A"}\n{"site":"hs","po',
    {
      code: 1,
      says: [
        '1 added, 0 changed, 0 repeated, 0 refused.',
        'The file is damaged after line 1: Its last line is cut off.',
      ],
      lines: [],
    },
  ],
  [
    'a row truncated within quotes',
    'content',
    'csv',
    `${POSTS}hs,214,A,,,,,\nhs,215,"A`,
    {
      code: 1,
      says: [
        '1 added, 0 changed, 0 repeated, 0 refused.',
        'The file is damaged after line 2: The quote that opens in line 3 is never closed.',
      ],
      lines: [],
    },
  ],
  [
    'a truncated gzip file',
    'content',
    'csv.gz',
    CUT_GZIP,
    {
      code: 1,
      says: [
        '0 added, 0 changed, 0 repeated, 0 refused.',
        'The file is damaged after line 0: It is compressed with gzip and incomplete.',
      ],
      lines: [],
    },
  ],
  [
    'text in another encoding',
    'content',
    'csv',
    Buffer.from(`${POSTS}hs,216,Caf\xe9,,,,,\n`, 'latin1'),
    {
      code: 1,
      says: ['The file is not text in UTF-8. Save it as “CSV UTF-8” and try again.'],
      lines: [],
    },
  ],
  [
    'a report truncated after a valid row',
    'earnings',
    'csv',
    `${EARNINGS}hs,7,,,,,2026-03-16,1,\nhs,7,"`,
    {
      code: 1,
      says: [
        'The file is damaged after line 2: The quote that opens in line 3 is never closed. Nothing was imported.',
      ],
      lines: [],
    },
  ],
  [
    'a report with a valid row and an invalid one',
    'earnings',
    'csv',
    `${EARNINGS}hs,7,,,,,2026-03-16,1,\nhs,7,,,,,2026-03-16,1,EUR\n`,
    {
      code: 2,
      says: ['1 week of a post added, 0 changed, 0 repeated, 1 refused.'],
      lines: ['3 currency: Must be USD'],
    },
  ],
  [
    'truncated stock',
    'availability',
    'ndjson',
    '{"asin":"B0AAAAAAA1","availability":"Now","seen":"2026-03-04"}\n{"asin',
    {
      code: 1,
      says: [
        '1 changed, 0 repeated, 0 refused.',
        'The file is damaged after line 1: Its last line is cut off.',
      ],
      lines: [],
    },
  ],
]

it.each(OTHERS)(
  '%s: imported rows are counted, and rejected ones are located',
  async (_title, kind, extension, content, outcome) => {
    expect(await bringIn(kind, extension, content)).toEqual(outcome)
  },
)
