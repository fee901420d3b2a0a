import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBuiltInMarket } from '#server/integrations/keyword-market/built-in.ts'
import { startImports } from './import-testing.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())

const known = async (asin: string) =>
  (await imports.rowsOf(`select * from market_products where asin = '${asin}' order by country`))[0]

it.each<[string, string, string, object]>([
  [
    'our own names',
    'asin,name,price,rating,reviews\nB0FANAAAA1,Quiet Fan,29.90,4.6,1200\n',
    'B0FANAAAA1',
    { country: 'us', name: 'Quiet Fan', price: 2990, rating: 46, reviews: 1200, brand: null },
  ],
  [
    'the names of a research tool',
    'ASIN,Product Name,Brand,Est. Monthly Sales,Est. Monthly Revenue,# of Reviews,Date First Available\nB0FANAAAA2,Desk Fan,Fano,"1,400","$41,860.50",310,2024-05-01\n',
    'B0FANAAAA2',
    { brand: 'Fano', sales: 1400, revenue: 4_186_050, reviews: 310 },
  ],
  [
    'addresses in place of ASINs',
    'Title;URL;Price\nTower Fan;https://www.amazon.com/dp/B0FANAAAA3?tag=x-20;$59\n',
    'B0FANAAAA3',
    { name: 'Tower Fan', price: 5900 },
  ],
  [
    'lines above the header, a country and stock',
    'Products of a search\n\nasin\tname\tcountry\tavailability\nb0fanaaaa4\tWall Fan\tGermany\tsold out\n',
    'B0FANAAAA4',
    { country: 'de', is_available: false },
  ],
  [
    'dashes, and a picture that is no secure address',
    'asin,name,rating,sellers,image\nB0FANAAAA5,Clip Fan,–,-,javascript:alert(1)\n',
    'B0FANAAAA5',
    { rating: null, sellers: null, image_url: null },
  ],
])('a file of products with %s is imported', async (_what, content, asin, row) => {
  const { code, refused } = await imports.importAs('products', content)
  expect([code, refused]).toEqual([0, []])
  expect(await known(asin)).toMatchObject(row)
})

it.each([
  ['no ASIN', ',Lamp,,,', 'asin: Must have ten letters and digits'],
  ['no name', 'B0LAMPAAA1,,,,', 'name: Is missing'],
  ['a rating above 5', 'B0LAMPAAA1,Lamp,46,,', 'rating: Must be a number from 0 to 5, such as 5'],
  ['a price in words', 'B0LAMPAAA1,Lamp,,cheap,', 'price: Must be a number from 0, such as 1200'],
  ['a spreadsheet error as its name', 'B0LAMPAAA1,#REF!,,,', 'name: Contains a spreadsheet error'],
  ['a day that does not exist', 'B0LAMPAAA1,Lamp,,,2026-02-30', 'listed: Must be a day, such as 2026-11-28'],
])('a product with %s is refused with its reason', async (_what, row, why) => {
  const { code, refused } = await imports.importAs(
    'products',
    `asin,name,rating,price,listed\n${row}\nB0LAMPAAA2,Some Lamp,,,\n`,
  )
  expect(code).toBe(2)
  expect(refused[1]?.join()).toContain(why)
})

it('a product that is imported again changes what its row says and keeps the rest', async () => {
  await imports.importAs('products', 'asin,name,price,rating\nB0AGAINAA1,Kettle,20,4.5\n')
  await imports.importAs('products', 'asin,name,price\nB0AGAINAA1,Kettle,30\nb0againaa1,Better Kettle,40\n')
  expect(await known('B0AGAINAA1')).toMatchObject({ name: 'Better Kettle', price: 4000, rating: 45 })
})

it('Product Search finds imported products, those without a rating too, and has products only then', async () => {
  const { db } = imports
  const market = createBuiltInMarket({ db, clock: () => new Date(), isOurs: (identity) => identity })
  await imports.rowsOf('delete from market_products')
  expect(await market.hasProducts?.()).toBe(false)
  await imports.importAs(
    'products',
    'asin,name,brand,category,price,rating,reviews\nB0SEEKAAA1,Gooseneck Kettle,Fano,Kettles,60,4.8,900\nB0SEEKAAA2,Steel Kettle,,,40,,\nB0SEEKAAA3,Loud Kettle,,,20,3.1,900\nB0SEEKAAA4,Toaster,Kettleby,,90,4.9,900\n',
  )
  expect(await market.hasProducts?.()).toBe(true)
  const found = await market.searchProducts({
    country: 'us',
    words: 'kettle',
    ratingMin: 4.5,
    reviewsMin: 100,
    showUnavailable: false,
    sort: 'price',
    order: 'desc',
    page: 1,
    perPage: 25,
  })
  expect(found.value.products.map(({ asin }) => asin)).toEqual(['B0SEEKAAA1', 'B0SEEKAAA2', 'B0SEEKAAA4'])
  const byAsin = await market.productsByAsin(['B0SEEKAAA1'], 'us')
  expect(byAsin.value).toMatchObject([{ price: 60, rating: 4.8, category: 'Kettles' }])
})
