import { afterAll, beforeAll, expect, it } from 'vitest'
import { startImports } from './import-testing.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())

const known = async (keyword: string) =>
  (
    await imports.rowsOf(
      `select country, volume, competition, price, units_sold as units, monthly_trend as trend, category, score
       from market_keywords where name = '${keyword}' order by country`,
    )
  )[0]

it.each<[string, string, string, object]>([
  [
    'our own names',
    'keyword,volume\nquiet fan,1200\n',
    'quiet fan',
    { country: 'us', volume: 1200, competition: null },
  ],
  [
    'the column names of a keyword tool',
    'Keyword,Country,Keyword Difficulty,Search Volume\ndesk fan,GB,34,"2,400"\n',
    'desk fan',
    { country: 'uk', volume: 2400, competition: 34 },
  ],
  [
    'lines above the header',
    'Keywords by volume\n2026-11-01\n\nKeyword;Searches;Average Price\nfan heater;900;$29.90\n',
    'fan heater',
    { volume: 900, price: 2990 },
  ],
  [
    'percent and dashes',
    'keyword\tvolume\tmonthly trend\tunits sold\ntower fan\t800\t-12.5%\t–\n',
    'tower fan',
    { trend: -12.5, units: null },
  ],
  [
    'a category and a country by its name',
    'keyword,volume,category,country\nwall fan,50,Home & Kitchen,Germany\n',
    'wall fan',
    { country: 'de', category: 'Home & Kitchen' },
  ],
])('market data with %s is imported', async (_what, content, keyword, row) => {
  const { code, refused } = await imports.importAs('opportunities', content)
  expect([code, refused]).toEqual([0, []])
  expect(await known(keyword)).toMatchObject(row)
})

it.each([
  ['no keyword', ',100', 'keyword: Is missing'],
  ['no volume', 'lamp,', 'volume: Is missing'],
  ['a range instead of a volume', 'lamp,10-100', 'volume: Must be a number from 0, such as 1200'],
  ['a competition above 100', 'lamp,100,140', 'competition: Must be a number from 0 to 100, such as 100'],
  ['an unknown country', 'lamp,100,,Atlantis', 'country: Must be one of us'],
])('a row with %s is refused with its reason', async (_what, row, why) => {
  const content = `keyword,volume,competition,country\n${row}\nsome lamp,100,,\n`
  const { code, refused } = await imports.importAs('opportunities', content)
  expect(code).toBe(2)
  expect(refused[1]?.join()).toContain(why)
})

it('a second import changes the values in the file and keeps the others', async () => {
  await imports.importAs('opportunities', 'keyword,volume,price\nclip fan,100,20\n')
  await imports.importAs('opportunities', 'keyword,volume\nClip  Fan,300\nclip fan,400\n')
  const rows = await imports.rowsOf(
    "select volume, price from market_keywords where identity = 'clip fan' and country = 'us'",
  )
  expect(rows).toEqual([{ volume: 400, price: 2000 }])
})
