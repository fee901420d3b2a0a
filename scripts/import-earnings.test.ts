import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startImports } from './import-testing.ts'

/** The first of forty posts of the test with many rows. */
const MANY = 200

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
  const numbers = Array.from({ length: 40 }, (_, at) => [at, MANY + at]).flat()
  const posts = numbers.map((n) => `hs,${n},Post ${n},/post-${n}/,post-${n}-20,${asin(n)}`)
  const header = 'site,post_id,title,address,tracking_id,products'
  const both = ['hs,90,One,/one/,,B0TWICE001', 'hs,91,Two,/two/,,B0TWICE001']
  expect(await imports.importAs('content', [header, ...posts, ...both, ''].join('\n'))).toMatchObject({
    code: 0,
  })
})
afterAll(() => imports.close())

const asin = (post: number) => `B0POST${String(post).padStart(4, '0')}`

/** What a post earned, by week. */
const earned = async (post: number) =>
  Object.fromEntries(
    (
      await imports.rowsOf(
        `select week_start as week, cents from content_earnings join content_posts using (content_post_id)
         where post_id = '${post}' order by 1`,
      )
    ).map(({ week, cents }) => [week, cents]),
  )

const FEES =
  'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group'
const fee = (post: number, name: string, tag: string, amount: string) =>
  `Kitchen,${name},${asin(post)},Amazon,${tag},11/03/2026,20.00,2,0,40.00,${amount},DESKTOP`

it.each<[string, string, number, number]>([
  [
    'Amazon’s Fee-Earnings below its title, with an inch sign and a total',
    `Fee-Earnings reports from 11/02/2026 to 11/08/2026\n${FEES}\n${fee(1, 'Mount for 55" TV', 'hearth-20', '6.00')}\n${fee(1, 'Kettle', 'post-1-20', '1.00')}\nTotal,,,,,,,4,0,80.00,7.00,\n`,
    1,
    700,
  ],
  [
    'ShareASale, without voided commissions',
    'Trans ID,User ID,Merchant ID,Trans Date,Trans Amount,Commission,Comment,Voided,Aff Comment\n1,2,3,11/03/2026 02:13:44 PM,80.00,6.40,,,post-2-20\n2,2,3,11/03/2026 02:14:44 PM,80.00,6.40,,1,post-2-20\n',
    2,
    640,
  ],
  [
    'ShareASale between pipes',
    'Trans ID|User ID|Merchant ID|Trans Date|Trans Amount|Commission|Comment|Voided|Aff Comment\n1|2|3|11/03/2026|80.00|6.40|||post-3-20\n',
    3,
    640,
  ],
  [
    'Impact, without reversed actions',
    'Action Id,Campaign,Action Date,Status,SubId1,Sale Amount,Payout\n1,Pots,"Nov 3, 2026",APPROVED,post-4-20,80.00,6.40\n2,Pots,2026-11-04,REVERSED,post-4-20,80.00,0.00\n3,Pots,2026-11-05T23:59:59-08:00,PENDING,post-4-20,10.00,0.60\n',
    4,
    700,
  ],
  [
    'CJ, with a correction',
    'Posting Date,Event Date,Action Status,Advertiser Name,Sale Amount (USD),Publisher Commission (USD),SID\n03-Nov-2026,2026-10-03,closed,Pots,50.00,2.50,post-5-20\n2026-11-04,2026-10-03,corrected,Pots,-50.00,-0.50,post-5-20\n',
    5,
    200,
  ],
  [
    'Awin, without declined commissions',
    'id,publisher_id,sale_amount,commission,date,commission_status,click_ref\n1,2,80.00,6.40,2026-11-03 10:11:12,approved,post-6-20\n2,2,80.00,6.40,2026-11-03 10:11:12,declined,post-6-20\n3,2,8.00,0.60,2026-11-03 10:11:12,pending,post-6-20\n',
    6,
    700,
  ],
  [
    'Skimlinks',
    'Commission ID,Transaction Date,Merchant,Order Value,Publisher Commission,Status,Custom ID\n1,2026-11-03,Pots,80.00,6.40,active,post-7-20\n2,2026-11-03,Pots,80.00,6.40,cancelled,post-7-20\n',
    7,
    640,
  ],
  [
    'Skimlinks by page',
    'Date;Page URL;Clicks;Sales;Conversion rate;Order value;Revenue;EPC\n2026-11-03;https://www.hearthside.example/post-8/?x=1;90;2;2%;80.00;6.40;0.07\n',
    8,
    640,
  ],
  [
    'a Copydesk file, its site by its domain, with invisible characters',
    'Site,Post ID,Day,Earnings\n\u200ewww.Hearthside.example,9,2026-11-03,"$1,006.40"\n',
    9,
    100_640,
  ],
  [
    'Amazon’s Fee-Tracking of one week',
    'Fee-Tracking reports from 11/02/2026 to 11/08/2026\n\nTracking ID,Clicks,Items Ordered,Items Shipped,Revenue($),Ad Fees($)\npost-10-20,90,4,4,120.00,5.40\nGrand total,90,4,4,120.00,5.40\n',
    10,
    540,
  ],
])('a post’s earnings are read from %s', async (_what, text, post, cents) => {
  const { code, refused } = await imports.importAs('earnings', text)
  expect([code, refused]).toEqual([0, []])
  expect(await earned(post)).toEqual({ '2026-11-02': cents })
})

it('the command names the report, the column and the skipped rows', async () => {
  const header = 'id,publisher_id,sale_amount,commission,date,commission_status,click_ref'
  const text = `${header}\n1,2,80,6.40,2026-11-03,approved,post-11-20\n2,2,80,6,2026-11-03,declined,post-11-20\nTotal,,160,12.40,,,\n`
  expect((await imports.importAs('earnings', text)).says).toEqual([
    '1 week of a post added, 0 changed, 0 repeated, 0 refused.',
    'Earnings were read from “commission” of the report “Awin”.',
    '  1 left out: declined, reversed or voided',
    '  1 left out: a total',
  ])
})

it.each([
  [
    'a report with orders only',
    'Category,Name,ASIN,Date,Qty,Price($),Link Type,Tag,Indirect Sales\nK,P,B0,11/03/2026,1,2,x,y,0\n',
    'This is the report “Amazon, Fee-Orders”.',
  ],
  [
    'monthly totals',
    'Fee-Tracking from 11/01/2026 to 11/30/2026\nTracking ID,Clicks,Items Ordered,Revenue($),Ad Fees($)\npost-12-20,9,4,12,5\n',
    'It only has totals for its whole period.',
  ],
  [
    'a commission of unknown kind',
    'Site,Post ID,Day,Commission\nhs,12,2026-11-03,4\n',
    '“Commission” may be a rate',
  ],
  [
    'two columns of earnings',
    'Site,Post ID,Day,Payout,Earnings\nhs,12,2026-11-03,4,5\n',
    'could each be the earnings',
  ],
  ['another table', 'Colour,Size\nred,L\n', 'None of the first 20 lines is a header.'],
  [
    'a truncated last row',
    'Site,Post ID,Day,Earnings\nhs,12,2026-11-03,4\nhs,12,2026-1',
    'after line 2: Its last row is cut off. Nothing was imported.',
  ],
  [
    'an unclosed quote',
    `Site,Post ID,Day,Earnings\nhs,12,2026-11-03,4\nhs,"12,2026-11-04,4\n`,
    'The quote that opens in line 3 is never closed. Nothing',
  ],
  ['a workbook', Buffer.from('504b030414000000', 'hex'), 'The file is a workbook'],
  [
    'a truncated gzip file',
    gzipSync(`Site,Post ID,Day,Earnings\n${'hs,12,2026-11-03,4\n'.repeat(900)}`).subarray(0, 60),
    'incomplete. Nothing was imported.',
  ],
  ['no file of ours', '', '0 weeks of posts added, 0 changed, 0 repeated, 0 refused.'],
])('nothing is imported from %s, and the command says why', async (what, content, why) => {
  const { code, says, refused } = await imports.importAs('earnings', content)
  expect([code, says.join('\n'), refused]).toEqual([
    what === 'no file of ours' ? 0 : 1,
    expect.stringContaining(why),
    [],
  ])
  expect(await earned(12)).toEqual({})
})

it('refused rows keep every cell of a report, and can be imported once their post exists', async () => {
  const tag = 'post-99-20'
  const text = `Fee-Earnings reports from 11/02/2026 to 11/08/2026\n${FEES}\n${fee(13, 'Pots', 'post-13-20', '1.00')}\n${fee(99, 'Mount for 55" TV', tag, '6.00')}\nTotal,,,,,,,4,0,80.00,7.00,\n`
  const { code, refused } = await imports.importAs('earnings', text)
  expect(code).toBe(2)
  expect(refused).toEqual([
    ['Line', 'Why', ...FEES.split(',')],
    [
      '4',
      'tracking_id: Neither a post nor a site uses it.',
      ...fee(99, 'Mount for 55" TV', tag, '6.00').split(','),
    ],
  ])
  await imports.importAs('content', `site,post_id,title,tracking_id\nhs,99,New,${tag}\n`, {
    file: 'post.csv',
  })
  const csv = refused
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n')
  expect(await imports.importAs('earnings', `${csv}\n`, { file: 'again.csv' })).toMatchObject({
    code: 0,
    says: [
      expect.stringContaining('1 week of a post added'),
      expect.stringContaining('“Amazon, Fee-Earnings”'),
    ],
  })
  expect(await earned(99)).toEqual({ '2026-11-02': 600 })
})

it('a product of no post or of several is refused with its cells, even far down in a file', async () => {
  const lines = Array.from(
    { length: 12_000 },
    (_, at) => `hs,,${asin(MANY + (at % 40))},2026-10-05,0.01,row ${at}`,
  )
  lines[11_000] = 'hs,,B0TWICE001,2026-10-05,5.00,twice'
  lines[11_001] = 'hs,,B0NOBODY01,2026-10-05,5.00,nobody'
  const { code, refused } = await imports.importAs(
    'earnings',
    ['Site,Address,ASIN,Day,Earnings,Note', ...lines, ''].join('\n'),
  )
  expect(code).toBe(2)
  expect(refused.slice(1)).toEqual([
    ['11002', 'asin: Several posts of the site recommend it.', ...(lines[11_000] ?? '').split(',')],
    ['11003', 'asin: No post of the site recommends it.', ...(lines[11_001] ?? '').split(',')],
  ])
  expect(await earned(MANY + 14)).toEqual({ '2026-10-05': 300 })
})

it('addresses and tracking IDs of no post or of several are refused in the order of their lines', async () => {
  const shared = [93, 94].map((post) => `hs,${post},Shared ${post},/shared/,shared-20`)
  const header = 'site,post_id,title,address,tracking_id'
  await imports.importAs('content', [header, ...shared, ''].join('\n'), { file: 'shared.csv' })
  const lines = [
    'hs,/shared/,,2026-11-02,1.00',
    'hs,https://www.hearthside.example/post-15/?utm_source=x,,2026-11-02,1.00',
    'hs,,,2026-11-02,1.00',
    'hs,/nowhere/,,2026-11-02,1.00',
    ',,Post-16-20,2026-11-02,2.00',
    ',,SHARED-20,2026-11-02,1.00',
    ',,post-16-20,soon,1.00',
    ',,unknown-20,2026-11-02,1.00',
    ',,post-16-20\u0000,2026-11-02,1.00',
  ]
  const { code, refused } = await imports.importAs(
    'earnings',
    ['Site,Address,Tracking ID,Week,Earnings', ...lines, ''].join('\n'),
  )
  expect([code, refused.slice(1).map(([line, why]) => [line, why])]).toEqual([
    2,
    [
      ['2', 'address: Several posts at this address.'],
      ['4', 'post_id: Missing post ID, address, tracking ID or site and ASIN'],
      ['5', 'address: No post at this address.'],
      ['7', 'tracking_id: Several posts use it.'],
      ['8', 'week: Must be a date such as 2026-03-01'],
      ['9', 'tracking_id: Neither a post nor a site uses it.'],
      ['10', 'tracking_id: Neither a post nor a site uses it.'],
    ],
  ])
  expect([await earned(15), await earned(16)]).toEqual([{ '2026-11-02': 100 }, { '2026-11-02': 200 }])
})

it('an address or a tracking ID belongs to the post that is still there, or to the only one that was', async () => {
  const again = [95, 96].map((post) => `hs,${post},Again ${post},/again/,again-20`)
  const header = 'site,post_id,title,address,tracking_id'
  const content = [header, ...again, 'hs,97,Gone,/gone/,gone-20', ''].join('\n')
  await imports.importAs('content', content, { file: 'again.csv' })
  await imports.rowsOf("update content_posts set gone_at = now() where post_id in ('95', '97') returning 1")
  const lines = ['hs,/again/,,2026-11-02,1.00', ',,again-20,2026-11-09,2.00', 'hs,/gone/,,2026-11-02,3.00']
  const told = ['Site,Address,Tracking ID,Week,Earnings', ...lines, ''].join('\n')
  expect(await imports.importAs('earnings', told)).toMatchObject({ code: 0 })
  expect(await earned(95)).toEqual({})
  expect(await earned(96)).toEqual({ '2026-11-02': 100, '2026-11-09': 200 })
  expect(await earned(97)).toEqual({ '2026-11-02': 300 })
})
