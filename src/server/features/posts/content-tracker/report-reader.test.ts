import { expect, it } from 'vitest'
import { earningsTable, lostSale } from './report-reader.ts'

/** What a table is taken for: its report, the column that was earned, and the cells of its first row by fields. */
function read(text: string, wanted?: string) {
  const [row = '', header = '', ...above] = text.split('\n').toReversed()
  const cells = row.split(',')
  const table = earningsTable(wanted)
  const found = table.recognize(header.split(','), {
    isTable: true,
    above: above.map((line) => line.split(',')).toReversed(),
  })
  const fields = Object.entries(found?.fields ?? {}).map(([field, [place = 0]]) => [field, cells[place]])
  return { ...table.source(), ...Object.fromEntries(fields), ...found?.constants }
}

const FEES =
  'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($)'

it.each<[string, string, Record<string, unknown>]>([
  [
    'Amazon, Fee-Earnings',
    `Fee-Earnings reports from 11/02/2026 to 11/08/2026\n${FEES},Device Type Group\nKitchen,Kettle,B0AAAAAAA1,Amazon,kettle-20,11/03/2026,20.00,2,0,40.00,1.20,DESKTOP`,
    { tracking_id: 'kettle-20', asin: 'B0AAAAAAA1', day: '11/03/2026', earnings: '1.20' },
  ],
  [
    'Amazon, earnings',
    'ASIN,Product Title,Tracking ID,Date,Items Shipped,Revenue,Commission Income\nB0AAAAAAA1,Kettle,kettle-20,2026-11-03,10,499.00,22.45',
    { tracking_id: 'kettle-20', asin: 'B0AAAAAAA1', day: '2026-11-03', earnings: '22.45' },
  ],
  [
    'Amazon, Fee-Tracking',
    'Fee-Tracking reports from 11/02/2026 to 11/08/2026\nTracking ID,Clicks,Items Ordered,Items Shipped,Revenue($),Ad Fees($)\nkettle-20,90,4,4,120.00,5.40',
    { tracking_id: 'kettle-20', week: '2026-11-02', earnings: '5.40' },
  ],
  [
    'Amazon, Fee-Tracking',
    'Fee-Tracking reports from 11/04/2026 to 11/04/2026\nTracking ID,Clicks,Items Ordered,Revenue($),Ad Fees($)\nkettle-20,90,4,120.00,5.40',
    { tracking_id: 'kettle-20', day: '2026-11-04', earnings: '5.40' },
  ],
  [
    'ShareASale',
    'Trans ID,User ID,Merchant ID,Trans Date,Trans Amount,Commission,Comment,Voided,Pending Date,Locked,Aff Comment,Banner Page\n1,2,3,11/03/2026 02:13:44 PM,80.00,6.40,,,,,kettles,https://hs.example/k',
    { tracking_id: 'kettles', day: '11/03/2026 02:13:44 PM', earnings: '6.40', voided: '' },
  ],
  [
    'CJ',
    'Posting Date,Event Date,Action Status,Advertiser Name,Sale Amount (USD),Publisher Commission (USD),SID\n2026-11-05,2026-11-03,locked,Pots,50.00,2.50,kettles',
    { tracking_id: 'kettles', day: '2026-11-05', earnings: '2.50', status: 'locked' },
  ],
  [
    'CJ',
    'Event Date,Advertiser ID,Action Name,Sale Amount,Commission,SID\n03-Nov-2026,12,Sale,50.00,2.50,kettles',
    { tracking_id: 'kettles', day: '03-Nov-2026', earnings: '2.50' },
  ],
  [
    'Impact',
    'Action Id,Campaign,Action Date,Status,SubId1,Sale Amount,Payout,Currency\n1.2.3,Pots,2026-11-03T10:11:12-08:00,APPROVED,kettles,80.00,6.40,USD',
    {
      ...{ tracking_id: 'kettles', day: '2026-11-03T10:11:12-08:00', earnings: '6.40' },
      ...{ status: 'APPROVED', currency: 'USD' },
    },
  ],
  [
    'Impact',
    'Action Date,Brand,State,Sub ID 1,Sale Amount,Action Earnings\n"Nov 3 2026",Pots,PENDING,kettles,80.00,6.40',
    { tracking_id: 'kettles', earnings: '6.40', status: 'PENDING' },
  ],
  [
    'Awin',
    'id,advertiser_id,sale_amount,commission,date,commission_status,validation_date,click_ref,type,site_name,URL,decline_reason,publisher_url\n1,2,80.00,6.40,2026-11-03 10:11:12,pending,,kettles,Sale,HS,https://hs.example,,https://hs.example/k',
    { tracking_id: 'kettles', day: '2026-11-03 10:11:12', earnings: '6.40', status: 'pending' },
  ],
  [
    'Awin',
    'Transaction Date,Sale Amount,Commission Amount,Commission Status,Commission Currency,Publisher URL\n2026-11-03,80.00,6.40,approved,USD,https://hs.example/k',
    { address: 'https://hs.example/k', day: '2026-11-03', earnings: '6.40', currency: 'USD' },
  ],
  [
    'Skimlinks, commissions',
    'Commission ID,Transaction Date,Merchant,Order Value,Publisher Commission,Status,Custom ID\n9,2026-11-03,Pots,80.00,6.40,active,kettles',
    { tracking_id: 'kettles', day: '2026-11-03', earnings: '6.40', status: 'active' },
  ],
  [
    'Skimlinks, performance',
    'Date,Page URL,Impressions,Clicks,Sales,Conversion rate,Order value,Revenue,EPC\n2026-11-03,https://hs.example/k,900,90,2,2%,80.00,6.40,0.07',
    { address: 'https://hs.example/k', day: '2026-11-03', earnings: '6.40' },
  ],
])('knows a report by its whole header: %s', (report, text, cells) => {
  expect(read(text)).toMatchObject({ report, ...cells })
})

it('names the report and the column that was earned', () => {
  const found = read(`${FEES}\nKitchen,Kettle,B0AAAAAAA1,Amazon,kettle-20,11/03/2026,20.00,2,0,40.00,1.20`)
  expect(found).toMatchObject({ report: 'Amazon, Fee-Earnings', earningsColumns: ['Ad Fees($)'] })
  expect(read('Site,Post ID,Day,Earnings\nhs,7,2026-11-03,5')).toMatchObject({
    ...{ report: null, earningsColumns: ['Earnings'] },
    ...{ site: 'hs', post_id: '7', day: '2026-11-03', earnings: '5' },
  })
})

it('reads the column that the operator names, and the rest of the report as it is', () => {
  const text = `${FEES}\nKitchen,Kettle,B0AAAAAAA1,Amazon,kettle-20,11/03/2026,20.00,2,0,40.00,1.20`
  expect(read(text, 'revenue($)')).toMatchObject({ earnings: '40.00', day: '11/03/2026' })
})

it.each([
  [
    'Amazon, Fee-Orders',
    'Category,Name,ASIN,Date,Qty,Price($),Link Type,Tag,Indirect Sales,Device Type Group',
  ],
  [
    'Amazon, Fee-DailyTrends',
    'Date,Clicks,Items Ordered (Amazon),Items Ordered (3rd Party),Total Items Ordered,Conversion',
  ],
  [
    'Amazon, Fee-LinkType',
    'Link Type,Clicks,Items Ordered,Conversion,Ordered Revenue($),Items Shipped,Ad Fees($)',
  ],
])('refuses a report without earnings by post, and names one that has them: %s', (report, header) => {
  expect(() => read(`${header}\n`)).toThrow(
    `This is the report “${report}”. It does not say what each post earned. Import the report Fee-Earnings. Nothing was imported.`,
  )
})

it.each([
  ['a month', 'Fee-Tracking reports from 11/01/2026 to 11/30/2026\n'],
  ['seven days that are no week', 'Fee-Tracking reports from 11/03/2026 to 11/09/2026\n'],
  ['no days', ''],
])('refuses sums of a period that is neither a day nor a week: %s', (_what, title) => {
  const header = 'Tracking ID,Clicks,Items Ordered,Items Shipped,Revenue($),Ad Fees($)'
  expect(() => read(`${title}${header}\nkettle-20,90,4,4,120.00,5.40`)).toThrow(
    'This is the report “Amazon, Fee-Tracking”. It only has totals for its whole period. Import a report by day',
  )
})

it.each([
  [
    'Amazon in euros',
    FEES.replaceAll('$', '€'),
    'Earnings must be in US dollars, and this file has “Ad Fees(€)”.',
  ],
  [
    'an unknown report',
    'Site,Day,Commission',
    '“Commission” may be a rate, a sum of sales or an amount earned.',
  ],
  ['sales alone', 'Post ID,Date,Revenue', '“Revenue” contains sales, not earnings.'],
  ['no money at all', 'Site,Post ID,Day', 'No column is recognised as earnings.'],
])('refuses a file whose earnings are unclear: %s', (_what, header, why) => {
  expect(() => read(`${header}\n`)).toThrow(why)
})

it.each([
  ['a title', 'Fee-Earnings reports from 11/02/2026 to 11/08/2026'],
  ['a row', 'hs,7,2026-11-03,5'],
  ['one of our columns', 'Site,Colour'],
])('takes no other line for a header: %s', (_what, line) => {
  expect(earningsTable().recognize(line.split(','), { isTable: true, above: [] })).toBeNull()
})

it.each([
  [{ status: 'declined' }, true],
  [{ status: ' Reversed ' }, true],
  [{ status: 'REJECTED' }, true],
  [{ status: 'cancelled' }, true],
  [{ status: '2' }, true],
  [{ voided: '1' }, true],
  [{ voided: 'Yes' }, true],
  [{ status: 'approved', voided: '' }, false],
  [{ status: 'pending', voided: '0' }, false],
  [{ status: 'locked', voided: 'No' }, false],
  [{ status: '1' }, false],
  [{}, false],
])('a sale that was declined, reversed or voided does not count: %j → %s', (cells, isLost) => {
  expect(lostSale(cells)).toBe(isLost ? 'declined, reversed or voided' : undefined)
})
