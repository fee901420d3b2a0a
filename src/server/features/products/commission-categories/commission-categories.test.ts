import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { catalogReadings } from '../../../db/schema/catalog.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let eng: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  eng = await api.as('eng')
})
beforeEach(async () => {
  await api.database.pool.query('truncate commission_categories restart identity')
})
afterAll(() => api.close())

/** As the specification writes it. */
const ALL = '/api/commission-categories/'
const add = (name: string, commission: number, client = opm) => client.post(ALL, { name, commission })
const names = async (query = '') =>
  (await opm.get(`${ALL}${query}`)).body.nodes.map(({ name }: { name: string }) => name)
const issueOf = ({ body }: { body: { validation?: { body?: { issues: object[] } } } }) =>
  body.validation?.body?.issues[0]

it('a category has a number, a name and a commission in percent [COMMIS-008, COMMIS-014]', async () => {
  const { status, body } = await opm.post(ALL, {
    commission_category_id: null,
    name: ' Kitchen ',
    commission: 4.5,
  })
  expect([status, body]).toEqual([
    201,
    { commission_category_id: 1, name: 'Kitchen', commission: 4.5, products: 0, earnings: null, version: 1 },
  ])
})

it('categories are listed by twenty, by name descending by default [COMMIS-003, COMMIS-004, COMMIS-013, D134]', async () => {
  for (let n = 1; n <= 22; n++) await add(`Shelf ${String(n).padStart(2, '0')}`, 23 - n)
  const { body } = await opm.get(ALL)
  expect([body.totalCount, body.page, body.nodes.length]).toEqual([22, 1, 20])
  expect(body.nodes[0].name).toBe('Shelf 22')
  expect(await names('?page=2')).toEqual(['Shelf 02', 'Shelf 01'])
  expect((await names('?sort=commission&sortOrder=ascend'))[0]).toBe('Shelf 22')
  expect((await names('?sort=commission&sortOrder=descend'))[0]).toBe('Shelf 01')
  expect((await names('?sort=name&sortOrder=asc'))[0]).toBe('Shelf 01')
  expect((await opm.get(`${ALL}?sort=password`)).status).toBe(400)
})

it('a name is read as people do: élan before zoo [COMMIS-004]', async () => {
  for (const name of ['zoo', 'Élan', 'Apple']) await add(name, 1)
  expect(await names()).toEqual(['zoo', 'Élan', 'Apple'])
})

it('a category without a name is refused, and one of more than 150 characters [COMMIS-009, COMMIS-010]', async () => {
  for (const name of [undefined, '', '  ']) {
    const refused = await opm.post(ALL, { name, commission: 1 })
    expect([refused.status, issueOf(refused)]).toMatchObject([400, { path: 'name' }])
  }
  expect((await add('x'.repeat(150), 1)).status).toBe(201)
  const long = await add('x'.repeat(151), 1)
  expect([long.status, issueOf(long)]).toEqual([400, { path: 'name', message: 'At most 150 characters' }])
})

it('a category without a commission is refused, and one that is no percentage [COMMIS-011, D133]', async () => {
  const missing = 'Please input a commission percentage!'
  for (const commission of [undefined, null, '']) {
    const refused = await opm.post(ALL, { name: 'Kitchen', commission })
    expect([refused.status, issueOf(refused)]).toEqual([400, { path: 'commission', message: missing }])
  }
  for (const commission of [-0.01, 100.01, 4.555]) expect((await add('Kitchen', commission)).status).toBe(400)
  for (const commission of [0, 100, 4.55, 0.07, 1.1]) {
    const { status, body } = await add(`At ${commission}`, commission)
    expect([status, body.commission]).toEqual([201, commission])
  }
})

it('a second category of the same name, in any spelling, is refused [D133]', async () => {
  await add('Kitchen', 4)
  const again = await add('KITCHEN', 5)
  expect([again.status, again.body.message]).toEqual([409, 'The category “KITCHEN” already exists.'])
  const { commission_category_id } = (await add('Garden', 3)).body
  const renamed = await opm.put(ALL, { commission_category_id, name: 'kitchen', commission: 3 })
  expect(renamed.status).toBe(409)
  const same = await opm.put(ALL, { commission_category_id, name: 'GARDEN', commission: 3 })
  expect(same.body.name).toBe('GARDEN')
})

it('a category is changed by the number in the body, or in the path [COMMIS-015, D133]', async () => {
  const { commission_category_id } = (await add('Kitchen', 4)).body
  const body = { commission_category_id, name: 'Kitchen & Dining', commission: 4.5 }
  expect(await opm.put(ALL, body)).toMatchObject({ status: 200, body })
  const byPath = await opm.put(`${ALL}${commission_category_id}`, { name: 'Kitchen', commission: 5 })
  expect(byPath.body).toMatchObject({ commission_category_id, name: 'Kitchen', commission: 5 })
  expect((await opm.put(ALL, { ...body, commission_category_id: 999 })).status).toBe(404)
  expect((await opm.put(ALL, { name: 'Nothing', commission: 5 })).status).toBe(400)
})

it('a change to an older version is refused with the current one', async () => {
  const { commission_category_id, version } = (await add('Kitchen', 4)).body
  const body = { commission_category_id, name: 'Kitchen', version }
  expect((await opm.put(ALL, { ...body, commission: 5 })).body.version).toBe(version + 1)
  const late = await opm.put(ALL, { ...body, commission: 6 })
  expect([late.status, late.body.details.current]).toMatchObject([
    409,
    { commission: 5, version: version + 1 },
  ])
})

it('a category is deleted by the number in the body, or in the path [COMMIS-016, D133]', async () => {
  const one = (await add('One', 1)).body.commission_category_id
  const two = (await add('Two', 2)).body.commission_category_id
  expect((await opm.delete(ALL, { commission_category_id: one })).status).toBe(204)
  expect((await opm.delete(`${ALL}${two}`)).status).toBe(204)
  expect(await names()).toEqual([])
  expect((await opm.delete(ALL, { commission_category_id: one })).status).toBe(404)
})

it('users with read access change nothing; a writer may not even read [COMMIS-005, COMMIS-006, COMMIS-007]', async () => {
  const { commission_category_id } = (await add('Kitchen', 4)).body
  const { rows } = await api.database.pool.query(
    'select count(*)::int from audit_entries where noun = $$commission$$',
  )
  const wrt = await api.as('wrt')
  const tries = [
    wrt.get(ALL),
    wrt.post(ALL, { name: 'Garden', commission: 3 }),
    wrt.put(ALL, { commission_category_id, name: 'Garden', commission: 3 }),
    wrt.put(`${ALL}${commission_category_id}`, { name: 'Garden', commission: 3 }),
    wrt.delete(ALL, { commission_category_id }),
    wrt.delete(`${ALL}${commission_category_id}`),
  ]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 403))
  expect(await names()).toEqual(['Kitchen'])
  expect(
    (await api.database.pool.query('select count(*)::int from audit_entries where noun = $$commission$$'))
      .rows,
  ).toEqual(rows)
})

it('changes are in the audit trail with their authors', async () => {
  const { commission_category_id: id } = (await add('Kitchen', 4)).body
  await eng.put(ALL, { commission_category_id: id, name: 'Kitchen', commission: 4.5 })
  await eng.delete(ALL, { commission_category_id: id })
  const { rows } = await api.database.pool.query(
    "select act, actor_name, before, after from audit_entries where noun = 'commission' order by id desc limit 3",
  )
  expect(rows).toMatchObject([
    { act: 'commission.deleted', actor_name: 'Eng One', before: { name: 'Kitchen', commission: 4.5 } },
    { act: 'commission.changed', before: { commission: 4 }, after: { commission: 4.5 } },
    { act: 'commission.created', after: { name: 'Kitchen', commission: 4 } },
  ])
})

/** Our own product in the catalogue, with these categories and this price. */
async function stand(asin: string, categories: string[], amount: number, currency = 'USD') {
  const { db, pool } = api.database
  const { id } = await buildArticle(db, { userId: opm.id, status: 'published' })
  await pool.query(
    "insert into article_products (article_id, position, asin, name, award) values ($1, 0, $2, 'A thing', '')",
    [id, asin],
  )
  const price = { amount, currency, display: String(amount) }
  const item = { asin, title: 'A thing', categories, price, stock: 'OUT_OF_STOCK' } as CatalogItem
  await db.insert(catalogReadings).values({ asin, item, readAt: api.now() }).onConflictDoUpdate({
    target: catalogReadings.asin,
    set: { item },
  })
}

it('a category counts our products on its shelf: each on the narrowest that has a commission', async () => {
  await add('home & kitchen', 3)
  await add('Coffee & Tea', 4.5)
  await stand('B000000001', ['Home & Kitchen', 'Coffee & Tea'], 200)
  await stand('B000000002', ['Home & Kitchen', 'Bedding'], 50)
  await stand('B000000003', ['Garden'], 50)
  const { body } = await opm.get(ALL)
  expect(
    body.nodes.map(({ name, products }: { name: string; products: number }) => [name, products]),
  ).toEqual([
    ['home & kitchen', 1],
    ['Coffee & Tea', 1],
  ])
  const found = await api.database.pool.query(
    "select count(*)::int from products where asin like 'B00000000%'",
  )
  expect(found.rows[0].count).toBe(3)
})
