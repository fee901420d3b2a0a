import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createTestDatabase } from '#server/db/testing.ts'
import { buildSite } from '#server/testing/builders.ts'
import { runScript } from '#server/testing/run-script.ts'

let database: Database
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-import-'))
  await buildSite(database.db, {
    code: 'hs',
    displayName: 'Hearthside',
    url: 'https://hearthside.example',
    affiliateTag: 'hearth-20',
  })
  await buildSite(database.db, { code: 'ok', displayName: 'Open Kitchen', url: 'https://ok.example' })
})
afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => runScript('import.ts', args, { folder, databaseUrl: database.url })
const put = (name: string, content: string | Buffer) => fs.writeFileSync(path.join(folder, name), content)
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8')
const rowsOf = async (text: string) => (await database.pool.query(text)).rows
const earned = () =>
  rowsOf(
    `select post_id as post, week_start as week, cents from content_earnings join content_posts using (content_post_id) order by 1, 2`,
  )

const POSTS = [
  'Site,Post ID,Title,Published,Address,Focus keyword,Tracking ID,Products',
  'Hearthside,7,Best Vacuums,2026-03-01,https://www.hearthside.example/vacuums/?x=1,robot vacuum,,B0AAAAAAA1 B0AAAAAAA2',
  'hs,8,Best Mops,3/2/2026,/mops,,mops-20,"[{""asin"":""B0AAAAAAA2"",""name"":""Mop"",""award"":""Best""}]"',
  'ok,7,Best Kettles,,,,,',
]
const put3Posts = async () => {
  put('posts.csv', POSTS.join('\n').concat('\n'))
  await run('content', 'posts.csv')
}

it('posts of a file are added, those of the same file again are repeated, and differing ones are changed', async () => {
  put('posts.csv.gz', gzipSync(POSTS.join('\n').concat('\n')))
  expect(await run('content', 'posts.csv.gz')).toEqual({
    code: 0,
    said: '3 added, 0 changed, 0 repeated, 0 refused.',
  })
  expect(
    await rowsOf(
      'select site_id, post_id, title, published_at::date as day, permalink, focus_keyword, tracking_id, asins, source from content_posts order by title desc',
    ),
  ).toMatchObject([
    {
      title: 'Best Vacuums',
      post_id: '7',
      day: '2026-03-01',
      focus_keyword: 'robot vacuum',
      tracking_id: null,
      asins: ['B0AAAAAAA1', 'B0AAAAAAA2'],
      source: 'import',
    },
    {
      title: 'Best Mops',
      post_id: '8',
      day: '2026-03-02',
      permalink: '/mops',
      tracking_id: 'mops-20',
      asins: ['B0AAAAAAA2'],
    },
    { title: 'Best Kettles', day: null, permalink: null, asins: [] },
  ])
  const changed = [
    { site: 'hs', post_id: 7, title: 'Best Vacuums', products: ['B0AAAAAAA2'] },
    { site: 'hs', post_id: '8', title: 'Best Mops of 2026' },
    { site: 'ok', post_id: '7', title: 'Best Kettles' },
  ]
  put(
    'again.ndjson',
    changed
      .map((row) => JSON.stringify(row))
      .join('\n')
      .concat('\n'),
  )
  expect((await run('content', 'again.ndjson')).said).toBe('0 added, 2 changed, 1 repeated, 0 refused.')
  // What a file does not say stays.
  expect(await rowsOf('select title, focus_keyword, asins from content_posts order by title desc')).toEqual([
    { title: 'Best Vacuums', focus_keyword: 'robot vacuum', asins: ['B0AAAAAAA2'] },
    { title: 'Best Mops of 2026', focus_keyword: null, asins: ['B0AAAAAAA2'] },
    { title: 'Best Kettles', focus_keyword: null, asins: [] },
  ])
})

it('invalid posts are refused with the reason, and the rest is imported', async () => {
  put(
    'posts.csv',
    [
      'Site,Post_ID,Title,Published,Products,Address,Picture',
      'nobody,1,A,,,,',
      'hs,,A,,,,',
      'hs,1,,,,,',
      'hs,1,A,yesterday,,,',
      'hs,1,A,2026-02-30,,,',
      'hs,1,A,,B0A,,',
      'hs,1,A,,,/a,https://pictures.example/a.png',
      'hs,1,B,,,,',
      'hs,2,A,,,javascript:alert(1),',
      'hs,2,A,,,,//elsewhere.example/a.png',
      'hs,2/../3,A,,,,',
      'hs,2,A,,,,,one too many',
      '',
    ].join('\n'),
  )
  const { code, said } = await run('content', 'posts.csv')
  expect(code).toBe(2)
  expect(said.split('\n')).toEqual([
    '1 added, 0 changed, 0 repeated, 11 refused.',
    '  1 refused: site: There is no such site.',
    '  1 refused: post_id: Missing post ID',
    '  1 refused: title: Missing title',
    '  2 refused: published: Must be a date such as 2026-03-01',
    '  1 refused: products: Must be at most 200 ASINs, or a list of products as JSON, each with its asin',
    '  1 refused: post_id: Line 8 has this post already.',
    '  1 refused: address: Must be an address that begins with https:// or with /',
    '  1 refused: picture: Must be an address that begins with https:// or with /',
    '  1 refused: post_id: Must be letters, digits, dots, hyphens or colons',
    '  1 refused: The row has more cells than the header.',
    `The refused rows are in ${path.join(folder, 'posts.csv.refused.csv')}.`,
  ])
  expect(read('posts.csv.refused.csv').split(/\r?\n/)[1]).toBe(
    '2,site: There is no such site.,nobody,1,A,,,,',
  )
})

it('earnings are matched to posts by number, address, tracking ID or the product, and summed by week', async () => {
  await put3Posts()
  put(
    'earnings.csv',
    [
      'Site,Post ID,Address,Tracking ID,ASIN,Day,Week,Earnings,Currency',
      'hs,7,,,,2026-11-16,,10.50,USD',
      'hs,7,,,,2026-11-22,,"$1,000",usd',
      'hs,7,,,,2026-11-15,,(0.50),',
      ',,http://hearthside.example/vacuums,,,,2026-11-02,7,',
      'hs,,/mops/,,,,2026-11-05,1.25,',
      ',,,MOPS-20,,,2026-10-26,2,',
      ',,,hearth-20,B0AAAAAAA1,,2026-10-26,3,',
      '',
    ].join('\n'),
  )
  const first = await run('earnings', 'earnings.csv')
  expect(first).toEqual({ code: 0, said: '6 weeks of posts added, 0 changed, 0 repeated, 0 refused.' })
  const all = [
    { post: '7', week: '2026-10-26', cents: 300 },
    { post: '7', week: '2026-11-02', cents: 700 },
    { post: '7', week: '2026-11-09', cents: -50 },
    { post: '7', week: '2026-11-16', cents: 101_050 },
    { post: '8', week: '2026-10-26', cents: 200 },
    { post: '8', week: '2026-11-02', cents: 125 },
  ]
  expect(await earned()).toEqual(all)
  expect((await run('earnings', 'earnings.csv')).said).toBe(
    '0 weeks of posts added, 0 changed, 6 repeated, 0 refused.',
  )
  expect(await earned()).toEqual(all)
})

it('earnings are never taken from sales, and the column used is named', async () => {
  await put3Posts()
  const heading = 'ASIN,Product Title,Tracking ID,Date,Items Shipped,Revenue,Commission Income'
  put('amazon.csv', `${heading}\nB0AAAAAAA1,Vacuum,hearth-20,2026-11-16,3,310.50,9.30\n`)
  expect(await run('earnings', 'amazon.csv')).toEqual({
    code: 0,
    said: '1 week of a post added, 0 changed, 0 repeated, 0 refused.\nEarnings were read from “Commission Income” of the report “Amazon, earnings”.',
  })
  const told = await rowsOf("select after from audit_entries where act = 'earnings.imported'")
  expect(told).toMatchObject([{ after: { earningsColumns: ['Commission Income'] } }])
  const all = [{ post: '7', week: '2026-11-16', cents: 930 }]
  expect(await earned()).toEqual(all)

  put('sold.csv', 'Site,Post ID,Week,Revenue\nhs,8,2026-11-16,310.50\n,,,12.00\n')
  const sold = await run('earnings', 'sold.csv')
  expect(sold).toEqual({ code: 1, said: expect.stringContaining('“Revenue” contains sales') })
  expect(fs.existsSync(path.join(folder, 'sold.csv.refused.csv'))).toBe(false)
  expect(await earned()).toEqual(all)

  const named = await run('earnings', 'sold.csv', '--earnings-column', 'Revenue')
  expect(named.said.split('\n').slice(0, 2)).toEqual([
    '1 week of a post added, 0 changed, 0 repeated, 1 refused.',
    'Earnings were read from “Revenue”.',
  ])
  expect(read('sold.csv.refused.csv').split(/\r?\n/)[1]).toBe('3,day: Missing day or week,,,,12.00')
})

it('days of a week from two files are summed, and for a repeated day the last value counts', async () => {
  await put3Posts()
  const file = (...lines: string[]) => put('days.csv', ['site,post_id,day,earnings', ...lines, ''].join('\n'))
  file('hs,7,2026-11-16,1', 'hs,7,2026-11-17,2')
  await run('earnings', 'days.csv')
  file('hs,7,2026-11-17,5', 'hs,7,2026-11-18,3')
  expect((await run('earnings', 'days.csv')).said).toContain('1 changed')
  expect(await earned()).toEqual([{ post: '7', week: '2026-11-16', cents: 900 }])
  put('week.csv', 'site,post_id,week,earnings\nhs,7,2026-11-20,8\n')
  await run('earnings', 'week.csv')
  expect(await earned()).toEqual([{ post: '7', week: '2026-11-16', cents: 800 }])
})

it('lines with a product are parts of the line without one, or otherwise the total', async () => {
  await put3Posts()
  put(
    'parts.csv',
    [
      'site,post_id,asin,week,earnings',
      'hs,7,,2026-11-16,10',
      'hs,7,B0AAAAAAA1,2026-11-16,4',
      'hs,8,B0AAAAAAA2,2026-11-16,4',
      'hs,8,b0zzzzzzz9,2026-11-16,1',
      '',
    ].join('\n'),
  )
  put(
    'days.csv',
    [
      'site,post_id,asin,day,earnings',
      'ok,7,,2026-11-16,10',
      'ok,7,B0AAAAAAA1,2026-11-16,4',
      'ok,7,B0AAAAAAA1,2026-11-17,2',
      '',
    ].join('\n'),
  )
  expect((await run('earnings', 'days.csv')).code).toBe(0)
  expect(await earned()).toEqual([{ post: '7', week: '2026-11-16', cents: 1000 }])
  await database.pool.query('truncate content_earnings, product_earnings')
  expect((await run('earnings', 'parts.csv')).code).toBe(0)
  expect(await earned()).toEqual([
    { post: '7', week: '2026-11-16', cents: 1000 },
    { post: '8', week: '2026-11-16', cents: 500 },
  ])
  expect(await rowsOf('select asin, cents from product_earnings order by asin')).toEqual([
    { asin: 'B0AAAAAAA1', cents: 400 },
    { asin: 'B0AAAAAAA2', cents: 400 },
    { asin: 'B0ZZZZZZZ9', cents: 100 },
  ])
})

it('earnings that match no post are listed with the reason, and their unchanged file is imported later', async () => {
  await put3Posts()
  put(
    'earnings.csv',
    [
      'Site,Post_ID,Address,Tracking_ID,ASIN,Day,Week,Earnings,Currency',
      'hs,99,,,,,2026-11-16,1,',
      'xx,7,,,,,2026-11-16,1,',
      ',7,,,,,2026-11-16,1,',
      ',,https://hearthside.example/nothing,,,,2026-11-16,1,',
      ',,,nobody-20,,,2026-11-16,1,',
      ',,,hearth-20,,,2026-11-16,1,',
      ',,,hearth-20,B0AAAAAAA2,2026-11-17,,12.34,',
      ',,,hearth-20,B0ZZZZZZZ9,,2026-11-16,1,',
      ',,,,,,2026-11-16,1,',
      'hs,7,,,,,,1,',
      'hs,7,,,,,soon,1,',
      'hs,7,,,,2099-01-01,,1,',
      'hs,7,,,,,2026-11-16,much,',
      'hs,7,,,,,2026-11-16,1,EUR',
      'hs,7,,,B0,,2026-11-16,1,',
      'hs,7,,,,,2026-11-16,1,USD,one too many',
      '',
    ].join('\n'),
  )
  const { code, said } = await run('earnings', 'earnings.csv')
  expect(code).toBe(1)
  expect(said.split('\n').slice(0, -1).toSorted()).toEqual(
    [
      '0 weeks of posts added, 0 changed, 0 repeated, 16 refused.',
      '  1 refused: The row has more cells than the header.',
      '  1 refused: post_id: Copydesk has no such post of this site.',
      '  1 refused: site: There is no such site.',
      '  1 refused: site: Missing; a post ID needs its site',
      '  1 refused: address: No post at this address.',
      '  1 refused: tracking_id: Neither a post nor a site uses it.',
      '  1 refused: tracking_id: It belongs to a whole site, so the row also needs an ASIN.',
      '  1 refused: asin: Several posts of the site recommend it.',
      '  1 refused: asin: No post of the site recommends it.',
      '  1 refused: post_id: Missing post ID, address, tracking ID or site and ASIN',
      '  1 refused: day: Missing day or week',
      '  1 refused: week: Must be a date such as 2026-03-01',
      '  1 refused: day: It is in the future.',
      '  1 refused: earnings: Must be an amount such as 1,234.56',
      '  1 refused: currency: Must be USD',
      '  1 refused: asin: Must be ten letters and digits',
    ].toSorted(),
  )
  expect(read('earnings.csv.refused.csv')).toContain(
    '8,asin: Several posts of the site recommend it.,,,,hearth-20,B0AAAAAAA2,2026-11-17,,12.34,',
  )
  const refused = read('earnings.csv.refused.csv').split(/\r?\n/)
  for (const line of [
    '12,week: Must be a date such as 2026-03-01,hs,7,,,,,soon,1,',
    '14,"earnings: Must be an amount such as 1,234.56",hs,7,,,,,2026-11-16,much,',
    '15,currency: Must be USD,hs,7,,,,,2026-11-16,1,EUR',
    '17,The row has more cells than the header.,hs,7,,,,,2026-11-16,1,USD,one too many',
  ])
    expect(refused).toContain(line)
  // Once the post exists, the refused lines can be imported from the file of refusals.
  put('post.csv', 'site,post_id,title\nhs,99,New\n')
  await run('content', 'post.csv')
  fs.renameSync(path.join(folder, 'earnings.csv.refused.csv'), path.join(folder, 'refused.csv'))
  expect((await run('earnings', 'refused.csv')).said).toContain('1 week of a post added')
})

it('a damaged report imports nothing, and says after which line it is damaged', async () => {
  await put3Posts()
  const lines = Array.from({ length: 9000 }, () => 'hs,7,2026-11-16,1')
  put('cut.csv', ['site,post_id,week,earnings', ...lines, 'hs,7,"2026'].join('\n'))
  const cut = await run('earnings', 'cut.csv')
  expect(cut).toEqual({
    code: 1,
    said: expect.stringMatching(/damaged after line 9,00\d: .* Nothing was imported\./),
  })
  const whole = gzipSync(['site,post_id,week,earnings', ...lines].join('\n'))
  put('cut.csv.gz', whole.subarray(0, whole.length - 40))
  expect((await run('earnings', 'cut.csv.gz')).said).toContain('compressed with gzip and incomplete')
  expect(await earned()).toEqual([])
})

it('imported stock becomes the products’ state, with a row per change, and older readings change nothing', async () => {
  await put3Posts()
  put(
    'stock.csv',
    [
      'ASIN,Availability,Seen',
      'B0AAAAAAA1,Now,2026-11-01T10:00:00Z',
      'B0AAAAAAA1,out of stock,2026-11-03',
      'B0AAAAAAA1,OUT_OF_STOCK,2026-11-04',
      'B0AAAAAAA2,INVALID_ASIN,2026-11-04',
      'B0ZZZZZZZ9,Now,2026-11-04',
      'B0AAAAAAA2,perhaps,2026-11-05',
      'B0AAAAAAA2,Now,2099-11-05',
      'B0,Now,',
      '',
    ].join('\n'),
  )
  const { code, said } = await run('availability', 'stock.csv')
  expect(code).toBe(2)
  expect(said.split('\n').slice(0, 5)).toEqual([
    '3 changed, 1 repeated, 4 refused.',
    '  1 refused: asin: No article or post recommends it.',
    '  1 refused: availability: Must be Now, IN_STOCK, OUT_OF_STOCK or INVALID_ASIN',
    '  1 refused: seen: It is in the future.',
    '  1 refused: asin: Must be ten letters and digits',
  ])
  const stock = () =>
    rowsOf(
      'select asin, stock, stock_since::date as since, scanned_at::date as seen from products order by asin',
    )
  const now = [
    { asin: 'B0AAAAAAA1', stock: 'OUT_OF_STOCK', since: '2026-11-03', seen: '2026-11-04' },
    { asin: 'B0AAAAAAA2', stock: 'INVALID_ASIN', since: '2026-11-04', seen: '2026-11-04' },
  ]
  expect(await stock()).toEqual(now)
  expect(await rowsOf('select stock from product_stocks order by product_stock_id')).toMatchObject([
    { stock: 'IN_STOCK' },
    { stock: 'OUT_OF_STOCK' },
    { stock: 'INVALID_ASIN' },
  ])
  expect((await run('availability', 'stock.csv')).said).toContain('0 changed, 4 repeated, 4 refused.')
  expect(await stock()).toEqual(now)
})

it('a missing file, and a command without a file, are reported in one line', async () => {
  expect(await run('earnings', 'nothing.csv')).toEqual({
    code: 1,
    said: expect.stringContaining('Cannot read the file'),
  })
  expect(await run('earnings')).toEqual({
    code: 1,
    said: expect.stringContaining('npm run import -- earnings FILE'),
  })
})

it('a directory in place of a file is reported as a directory', async () => {
  for (const kind of ['keywords', 'content', 'earnings', 'availability', 'share-of-voice'])
    expect(await run(kind, '.')).toEqual({ code: 1, said: `${folder} is a directory. Name a file in it.` })
})
