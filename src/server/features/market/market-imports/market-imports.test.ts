import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketScores } from '#shared/features/keywords/opportunities/rules.ts'
import { createRandom } from '../../../random.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

const KEYWORDS = '/api/keyword-opportunities/import'
const PRODUCTS = '/api/keyword-opportunities/products/import'

let api: Api
let adm: Client
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
})
afterAll(() => api.close())

const BOUNDARY = 'market-file'
const PLACE = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename=`

const upload = (client: Client, url: string, content: string, name = 'market.csv') =>
  client.send({
    method: 'POST',
    url,
    payload: `${PLACE}"${name}"\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })

it('a file of market data is imported, and each wrong row is reported with its line and reason', async () => {
  const content = 'keyword,volume,price\nquiet fan,1200,29\nloud fan,many,\n'
  const { status, body } = await upload(adm, KEYWORDS, content)
  expect([status, body]).toEqual([
    200,
    {
      saved: 1,
      refused: 1,
      errors: [
        { line: 3, text: 'loud fan, many, ', reason: 'volume: Must be a number from 0, such as 1200' },
      ],
      damage: null,
    },
  ])
  const found = await adm.get('/api/keyword-opportunities?includeText=quiet+fan')
  expect(found.body.keywords).toMatchObject([{ name: 'quiet fan', estimatedExactSearchVolume: 1200 }])
  const { rows } = await api.database.pool.query(
    "select actor_kind, actor_name from audit_entries where act = 'opportunities.imported'",
  )
  expect(rows).toEqual([{ actor_kind: 'person', actor_name: 'Adm One' }])
})

it('imported products are what Product Search finds, and both screens count as served from then on', async () => {
  const search = '/api/keyword-opportunities/products?includeText=quiet+fan'
  const before = await adm.get(search)
  expect(before.body.data.data.usage).toMatchObject({ source: 'built-in', is_connected: false })
  const content = 'ASIN,Title,Price,Rating,Reviews\nB0FANAAAA1,Quiet Fan,29.90,4.6,1200\n'
  expect((await upload(adm, PRODUCTS, content)).body).toMatchObject({ saved: 1, refused: 0 })
  const { data } = (await adm.get(search)).body.data
  expect(data.usage.is_connected).toBe(true)
  expect(data.products).toMatchObject([{ asin: 'B0FANAAAA1', price: 29.9, rating: 4.6 }])
})

it('a file without a known header, or of another kind, is refused and changes nothing', async () => {
  const unknown = await upload(adm, PRODUCTS, 'colour,size\nred,3\n')
  expect([unknown.status, unknown.body.message]).toEqual([
    422,
    'None of the first 20 lines is a header. Expected columns: ASIN, Name.',
  ])
  const sheet = await upload(adm, PRODUCTS, 'asin,name\n', 'market.xlsx')
  expect([sheet.status, sheet.body.message]).toEqual([415, 'Only .csv files can be uploaded.'])
})

it('market data and products are imported by everybody who works with keywords, and by no writer', async () => {
  for (const path of [KEYWORDS, PRODUCTS])
    for (const role of ['adm', 'opm', 'qa', 'eng', 'wrt'] as const) {
      const { status } = await upload(await api.as(role), path, 'colour\n')
      expect(status, `${role} ${path}`).toBe(role === 'wrt' ? 403 : 422)
    }
})

it('a score compares a search with all others of its country, after any import', async () => {
  const random = createRandom('scores of imports')
  for (let round = 0; round < 8; round++) {
    const lines = Array.from({ length: random.between(1, 20) }, () => {
      const country = random.pick(['us', 'gb'])
      const competition = random.pick(['', '20', '80'])
      return `fan ${random.between(1, 30)},${country},${random.between(0, 9000)},${random.between(-50, 90)},${competition}`
    })
    const content = `keyword,country,volume,trend,competition\n${lines.join('\n')}\n`
    expect((await upload(adm, KEYWORDS, content)).body.refused).toBe(0)
    for (const country of ['us', 'gb']) {
      const { rows } = await api.database.pool.query(
        `select score, volume, monthly_trend as "monthlyTrend", competition, seasonality from market_keywords
         where country = $1 order by market_keyword_id`,
        [country],
      )
      expect(rows.map(({ score }) => score)).toEqual(marketScores(rows))
    }
  }
})
