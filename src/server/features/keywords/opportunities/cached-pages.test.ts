import { getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { connectDatabase, type Database } from '../../../db/connect.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { marketKeywords } from '../../../db/schema/market.ts'
import { insertMarket } from '../../../sample/market.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let manager: Client
/** Another server on the same database: what it writes is not heard here. */
let other: Database
beforeAll(async () => {
  api = await startApi()
  other = connectDatabase(api.database.url)
  await insertMarket(api.database.db, api.now(), ['us'])
  manager = await api.as('opm')
  // The cache expires by this clock.
  api.stopClock()
})
afterAll(async () => {
  await other.close()
  await api.close()
})

const read = async (search: string) => (await manager.get(`/api/keyword-opportunities?${search}`)).body
const shrinkBy = (units: number) =>
  other.db.execute(sql`update market_keywords set volume = volume - ${units}::int`)

it.each([marketKeywords, keywords].map((table) => [getTableName(table), table] as const))(
  'a page and its remaining filters come from the cache until something is written to %s',
  async (_, table) => {
    const search = 'country=us&sort=estimatedExactSearchVolume'
    const none = 'country=us&includeText=e&avgPriceMin=1000000'
    const [first, left] = [await read(search), await read(none)]
    expect(left.without[0].filter).toBe('avgPrice')
    await shrinkBy(1)
    await other.db.execute(
      sql`update market_keywords set identity = replace(identity, 'e', 'é') where identity like 'b%'`,
    )
    expect(await read(search)).toEqual(first)
    expect(await read(none)).toEqual(left)
    await api.database.db.execute(sql`delete from ${table} where false`)
    expect((await read(search)).keywords[0].estimatedExactSearchVolume).toBe(
      first.keywords[0].estimatedExactSearchVolume - 1,
    )
    expect((await read(none)).without[0].count).toBeLessThan(left.without[0].count)
    await other.db.execute(sql`update market_keywords set identity = replace(identity, 'é', 'e')`)
    await api.database.db.execute(sql`delete from ${table} where false`)
  },
)

it('the overview of a market that another process imports is at most a minute old', async () => {
  const count = async () => (await manager.get('/api/keyword-opportunities/overview?country=us')).body.count
  const before = await count()
  await other.db.execute(sql`delete from market_keywords where identity like 'c%'`)
  expect(await count()).toBe(before)
  api.advance(MINUTE_MS)
  expect(await count()).toBeLessThan(before)
})
