import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Replacement } from '#shared/features/replacements/contract.ts'
import { catalogReadings } from '../../db/schema/catalog.ts'
import type { CatalogItem, ProductCatalog } from '../../integrations/product-catalog/port.ts'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildKeyword, buildSite } from '../../testing/builders.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import { saveReadings } from '../products/store.ts'

const OUT = 'B0AAAAAAR1'
const GLIDE = 'B0AAAAAAR2'
const PEBBLE = 'B0AAAAAAR3'
const HUSH = 'B0AAAAAAR4'
const FAR = 'B0AAAAAAR5'

const item = (asin: string, title: string, values: Partial<CatalogItem> = {}): CatalogItem => ({
  asin,
  title,
  categories: ['Home', 'Robot Vacuums'],
  price: { amount: 400, currency: 'USD', display: '$400.00' },
  stock: 'IN_STOCK',
  rating: { stars: 4.5, count: 900 },
  ...values,
})
/** What is sold out has no price any more. */
const { price: _price, ...soldOut } = item(OUT, 'Dunlarch V2', { stock: 'OUT_OF_STOCK' })
const GOODS: CatalogItem[] = [
  soldOut,
  item(GLIDE, 'Fennaway Glide M', {
    price: { amount: 369, currency: 'USD', display: '$369.00' },
    rating: { stars: 4.6, count: 12_204 },
  }),
  item(PEBBLE, 'Haldenby Slim Duo', { price: { amount: 410, currency: 'USD', display: '$410.00' } }),
  item(HUSH, 'Quenby Hush', { stock: 'OUT_OF_STOCK' }),
  item(FAR, 'Tent', { categories: ['Outdoors', 'Tents'] }),
]
const catalog: ProductCatalog = {
  getItems: async (asins) => ({
    items: GOODS.filter(({ asin }) => asins.includes(asin)),
    invalid: asins.filter((asin) => !GOODS.some((good) => good.asin === asin)),
  }),
  check: async () => ({ adapter: 'staged', ok: true, detail: '' }),
}

let api: Api
let qa: Client
let opm: Client
let siteId: number
let serial = 0

beforeAll(async () => {
  api = await startApi({}, { catalog })
  ;[qa, opm] = [await api.as('qa'), await api.as('opm')]
  siteId = (await buildSite(api.database.db, { code: 'rp' })).id
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.pool.query('delete from replacements')
  await api.database.pool.query('delete from content_posts')
  await api.database.pool.query('delete from articles')
})

const nameOf = (wanted: string) => GOODS.find(({ asin }) => asin === wanted)?.title ?? ''
const row = (asin: string, award: string, name = nameOf(asin)) => ({
  asin,
  name,
  award,
  summary: 'It is.',
})
/** An article that recommends the product that is sold out. */
async function write(
  by: Client,
  { draft = false, award = 'Best Overall', others = [] as object[], title = '' } = {},
): Promise<number> {
  serial += 1
  const keyword = await buildKeyword(api.database.db, `vacuums ${serial}`)
  const { status, body } = await by.post('/api/articles', {
    siteId,
    keywords: [{ keyword_id: keyword.id }],
    title: title || `Vacuums ${serial}`,
    products: [row(OUT, award, 'Dunlarch V2'), ...others],
    faqs: [{ question: 'Is it loud?' }],
    draft,
  })
  expect([status, body.validation]).toEqual([201, undefined])
  return body.article_id
}
const publish = (id: number) =>
  api.database.pool.query(
    "update articles set status = 'published', wordpress_id = article_id where article_id = $1",
    [id],
  )
const prepare = async (by: Client, replacement = GLIDE): Promise<Replacement> => {
  const { status, body } = await by.post('/api/replacements', { asin: OUT, replacement })
  expect(status).toBe(201)
  return body
}
const open = ({ list }: Replacement) =>
  list.filter(({ state }) => state === 'open').map((place) => place.place_id)
const apply = (by: Client, { replacement_id: id }: Replacement, places: number[]) =>
  by.post(`/api/replacements/${id}/apply`, { places })
const read = async (by: Client, { replacement_id: id }: Replacement): Promise<Replacement> =>
  (await by.get(`/api/replacements/${id}`)).body
const undo = async (by: Client, { replacement_id: id }: Replacement) => {
  const answer = await by.post(`/api/replacements/${id}/undo`)
  await api.app.queue.drain()
  return answer
}
const article = async (by: Client, id: number) => (await by.get(`/api/articles/${id}`)).body
const states = ({ list }: Replacement) => list.map(({ state }) => state)
const asinsOf = async (by: Client, id: number) =>
  (await article(by, id)).products.map(({ asin }: { asin: string }) => asin)

/** Replaces everywhere that is offered. */
async function replaced(by: Client, replacement = GLIDE): Promise<Replacement> {
  const prepared = await prepare(by, replacement)
  expect((await apply(by, prepared, open(prepared))).status).toBe(200)
  await api.app.queue.drain()
  return read(by, prepared)
}

describe('candidates in place of what is sold out', () => {
  beforeAll(async () => {
    const { db } = api.database
    await saveReadings(
      db,
      GOODS.map((good) => ({ asin: good.asin, item: good })),
      api.now(),
    )
  })
  beforeEach(() => filled())
  const filled = () =>
    writePosts(
      api.database.db,
      [
        ['81', [OUT, GLIDE]],
        ['82', [OUT]],
      ].map(([postId, asins]) => ({
        siteId,
        postId: postId as string,
        title: `Post ${postId}`,
        published: null,
        modified: null,
        address: `https://rp.example/${postId}`,
        focusKeyword: null,
        picture: null,
        trackingId: null,
        products: (asins as string[]).map((asin) => ({ asin, name: '', award: 'Best Overall', image: null })),
      })),
      'import',
    )

  it('are of the same shelf and in stock, the best rated first, with price, rating and where they stand already', async () => {
    await api.database.db.execute(
      sql`insert into product_stocks (product_id, stock, created_at)
        select product_id, 'IN_STOCK', ${api.now().toISOString()}::timestamptz - interval '9 days 12 hours' from products where asin = ${GLIDE}`,
    )
    const { body } = await opm.get(`/api/replacements/candidates?asin=${OUT.toLowerCase()}`)
    expect(body).toEqual({
      shelf: 'Robot Vacuums',
      posts: 2,
      candidates: [
        {
          asin: GLIDE,
          name: 'Fennaway Glide M',
          image_url: null,
          price: '$369.00',
          rating: { stars: 4.6, count: 12_204 },
          days_in_stock: 10,
          used_in: 1,
        },
        expect.objectContaining({ asin: PEBBLE, price: '$410.00', days_in_stock: null, used_in: 0 }),
      ],
    })
  })

  it('are none where nobody has told the shelf', async () => {
    await api.database.db.delete(catalogReadings).where(sql`asin = ${OUT}`)
    const { body } = await opm.get(`/api/replacements/candidates?asin=${OUT}`)
    expect(body).toMatchObject({ shelf: null, candidates: [] })
    expect((await opm.get('/api/replacements/candidates?asin=B0')).status).toBe(400)
  })

  it('posts that were not written here are shown with where they are, and cannot be ticked', async () => {
    const prepared = await prepare(opm)
    expect(prepared.list).toHaveLength(2)
    expect(prepared.list[0]).toMatchObject({
      state: 'blocked',
      reason: 'It was not written here: change it on its site.',
      article_id: null,
      site: 'rp',
      url: expect.stringContaining('https://rp.example/8'),
    })
    expect((await apply(opm, prepared, [prepared.list[0]?.place_id ?? 0])).status).toBe(400)
  })
})

describe('replace everywhere', () => {
  it('shows every place that somebody may change, with what would be said, and why the others cannot', async () => {
    const own = await write(opm, { draft: true })
    const requested = await write(opm)
    const others = await write(qa, { draft: true })
    const out = await write(opm, {
      award: 'Best Budget',
      others: [row(PEBBLE, 'Runner-Up')],
      title: 'Dunlarch V2 and others',
    })
    await publish(out)
    await api.database.pool.query(
      "insert into product_prices (product_id, created_at, cents, currency) select product_id, now(), 40000, 'USD' from products where asin = $1",
      [OUT],
    )
    const prepared = await prepare(opm, PEBBLE)
    const places = prepared.list.map((place) => [place.article_id, place.state, place.mode, place.is_fitting])
    expect(places).toEqual([
      [out, 'open', 'moveUp', false],
      [requested, 'blocked', 'replace', true],
      [own, 'open', 'replace', true],
    ])
    expect(prepared.list[0]).toMatchObject({
      status: 'published',
      award: 'Best Budget',
      doubt: 'It costs more: “Best Budget” would not be true.',
      mentions: ['title'],
      moves_from: 'Runner-Up',
      before: { asin: OUT, name: 'Dunlarch V2' },
      after: { asin: PEBBLE, award: 'Best Budget', summary: 'It is.' },
    })
    expect(prepared.list[1]?.reason).toBe('It waits for QA: validators can change it.')
    // A validator changes what was requested, and sees no draft of anybody else.
    const seen = (await prepare(qa, PEBBLE)).list.map((place) => [place.article_id, place.state])
    expect(seen).toEqual([
      [out, 'open'],
      [requested, 'open'],
      [others, 'open'],
    ])
    expect(await asinsOf(opm, own)).toEqual([OUT])
  })

  it('saves drafts and requested articles with a version, begins an update of what is out, and leaves the rest', async () => {
    const draft = await write(qa, { draft: true })
    const requested = await write(opm)
    const left = await write(qa, { draft: true })
    const out = await write(qa, { others: [row(HUSH, 'Runner-Up')] })
    await publish(out)
    const before = await article(qa, requested)
    const prepared = await prepare(qa)
    const ticked = prepared.list.filter((place) => place.article_id !== left).map((place) => place.place_id)
    const answer = await apply(qa, prepared, ticked)
    expect(answer.body).toMatchObject({ state: 'applying', undo: { state: 'running' } })
    await api.app.queue.drain()
    const done = await read(qa, prepared)
    expect([done.state, done.places]).toEqual(['applied', { done: 3, left: 1 }])
    expect([await asinsOf(qa, draft), await asinsOf(qa, left)]).toEqual([[GLIDE], [OUT]])
    const after = await article(qa, requested)
    expect(after).toMatchObject({ status: 'requested', version: before.version + 1 })
    expect(after.products).toMatchObject([
      { ...row(GLIDE, 'Best Overall'), name: 'Fennaway Glide M', summary: null },
    ])
    const { body: versions } = await qa.get(`/api/articles/${requested}/versions`)
    expect(JSON.stringify(versions)).toContain(String(after.version))
    // What readers see is as it was.
    expect(await asinsOf(qa, out)).toEqual([OUT, HUSH])
    const update = done.list.find((place) => place.article_id === out)?.result_id ?? 0
    expect(await article(qa, update)).toMatchObject({
      status: 'draft',
      revises: out,
      products: [{ asin: GLIDE, award: 'Best Overall' }, { asin: HUSH }],
      checklist: [{ kind: 'product', text: 'Fennaway Glide M: write its summary' }],
    })
    const again = await prepare(qa)
    expect(again.list.find((place) => place.article_id === out)).toMatchObject({
      state: 'blocked',
      reason: 'An update of this article is being worked on already.',
    })
  })

  it('is once, however often it is asked for and however often the job comes', async () => {
    const draft = await write(qa, { draft: true })
    const prepared = await prepare(qa)
    const answers = await Promise.all(Array.from({ length: 5 }, () => apply(qa, prepared, open(prepared))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const job = api.app.jobs.find(({ name }) => name === 'replacements.carry-out')
    const payload = { replacementId: prepared.replacement_id }
    await Promise.all([job?.run(payload), job?.run(payload), job?.run(payload)])
    await api.app.queue.drain()
    expect((await article(qa, draft)).version).toBe(2)
    expect((await read(qa, prepared)).state).toBe('applied')
  })

  it('goes on after a kill with those places that wait', async () => {
    const ids = [await write(qa, { draft: true }), await write(qa, { draft: true })]
    const prepared = await prepare(qa)
    await apply(qa, prepared, open(prepared))
    await api.app.queue.drain()
    // As it is left by a server that dies after the first place.
    await api.database.pool.query("update replacements set state = 'applying'")
    const last = prepared.list.at(-1)?.place_id
    await api.database.pool.query(
      "update replacement_places set state = 'waiting', result_id = null where replacement_place_id = $1",
      [last],
    )
    await api.database.pool.query('update article_products set asin = $1 where article_id = $2', [
      OUT,
      ids[1],
    ])
    await api.database.pool.query('update articles set version = 1 where article_id = $1', [ids[1]])
    await api.app.jobs.find(({ name }) => name === 'replacements.sweep')?.run({})
    await api.app.queue.drain()
    expect(states(await read(qa, prepared))).toEqual(['done', 'done'])
    expect([(await article(qa, ids[0] ?? 0)).version, await asinsOf(qa, ids[1] ?? 0)]).toEqual([2, [GLIDE]])
  })

  it('lists what somebody has changed in between, and what went away, and writes over neither', async () => {
    const [edited, deleted, kept] = [
      await write(qa, { draft: true }),
      await write(qa, { draft: true }),
      await write(qa, { draft: true }),
    ]
    const prepared = await prepare(qa)
    await qa.patch(`/api/articles/${edited}`, { title: 'Another title', version: 1 })
    await qa.delete(`/api/articles/${deleted}`)
    await apply(qa, prepared, open(prepared))
    await api.app.queue.drain()
    const { list } = await read(qa, prepared)
    expect(list.map(({ state, reason }) => [state, reason])).toEqual([
      ['changed', 'Somebody has changed it in the meantime.'],
      ['changed', 'It is not there any more.'],
      ['done', null],
    ])
    expect([await asinsOf(qa, edited), await asinsOf(qa, kept)]).toEqual([[OUT], [GLIDE]])
  })

  it('that fails in one place is done in the others, and that one can be tried again', async () => {
    const [broken, whole] = [await write(qa, { draft: true }), await write(qa, { draft: true })]
    await api.database.pool.query(`create function break_article() returns trigger language plpgsql as $$
      begin if new.article_id = ${broken} then raise exception 'broken'; end if; return new; end $$;
      create trigger break_article before update on articles for each row execute function break_article()`)
    const half = await replaced(qa)
    expect(half.list.map(({ article_id, state }) => [article_id, state])).toEqual([
      [broken, 'failed'],
      [whole, 'done'],
    ])
    expect(half).toMatchObject({ state: 'applied', undo: { state: 'open', days_left: 30 } })
    await api.database.pool.query('drop trigger break_article on articles; drop function break_article')
    expect((await qa.post(`/api/replacements/${half.replacement_id}/retry`)).status).toBe(200)
    await api.app.queue.drain()
    expect(states(await read(qa, half))).toEqual(['done', 'done'])
    expect((await article(qa, whole)).version).toBe(2)
  })

  it('refuses what cannot be bought either, what there is not, and the same product', async () => {
    const message = async (replacement: string) =>
      (await opm.post('/api/replacements', { asin: OUT, replacement })).body.validation?.body?.message
    expect(await message(HUSH)).toBe('This product cannot be bought either.')
    expect(await message('B0AAAAAAZ9')).toBe('The marketplace has no such product.')
    expect(await message(OUT)).toBe('It is the same product.')
  })
})

describe('the undo of a replacement', () => {
  it('puts back what is unchanged, takes back drafts that nobody has touched, and leaves the rest', async () => {
    const draft = await write(qa, { draft: true })
    const edited = await write(qa, { draft: true })
    const out = await write(qa)
    await publish(out)
    const done = await replaced(qa)
    const update = done.list.find((place) => place.article_id === out)?.result_id ?? 0
    const { version } = await article(qa, edited)
    await qa.patch(`/api/articles/${edited}`, { products: [row(PEBBLE, 'Best Overall')], version })
    expect((await undo(qa, done)).status).toBe(200)
    const back = await read(qa, done)
    expect(back.state).toBe('undone')
    expect(back.list.map(({ article_id, state, reason }) => [article_id, state, reason])).toEqual([
      [out, 'undone', null],
      [draft, 'undone', null],
      [edited, 'stays', 'Somebody has changed its products since.'],
    ])
    expect((await article(qa, draft)).products).toMatchObject([row(OUT, 'Best Overall', 'Dunlarch V2')])
    expect((await qa.get(`/api/articles/${update}`)).status).toBe(404)
    expect(await asinsOf(qa, edited)).toEqual([PEBBLE])
    // Twice is once.
    expect((await undo(qa, done)).body.state).toBe('undone')
    expect((await article(qa, draft)).version).toBe(3)
  })

  it('of an update in which somebody has written since gives the product back and keeps the words', async () => {
    const out = await write(qa)
    await publish(out)
    const done = await replaced(qa)
    const update = done.list[0]?.result_id ?? 0
    await qa.patch(`/api/articles/${update}`, { intro: 'A new intro.', version: 1 })
    await undo(qa, done)
    expect(await article(qa, update)).toMatchObject({ intro: 'A new intro.', products: [{ asin: OUT }] })
  })

  it('leaves what was decided on since', async () => {
    const requested = await write(opm)
    const done = await replaced(qa)
    expect(done.places).toEqual({ done: 1 })
    await qa.patch(`/api/articles/validate/${requested}`, { command: 'approve' })
    await undo(qa, done)
    expect((await read(qa, done)).list[0]).toMatchObject({
      state: 'stays',
      reason: 'It was decided on since.',
    })
    expect(await asinsOf(qa, requested)).toEqual([GLIDE])
  })

  it('is possible for thirty days, and of what was carried out only', async () => {
    await write(qa, { draft: true })
    const prepared = await prepare(qa)
    expect((await undo(qa, prepared)).status).toBe(409)
    await apply(qa, prepared, open(prepared))
    await api.app.queue.drain()
    await api.database.pool.query("update replacements set applied_at = applied_at - interval '31 days'")
    const late = await undo(qa, prepared)
    expect([late.status, late.body.message]).toEqual([409, 'This cannot be undone: older than 30 days.'])
  })

  it('is offered once the product is back in stock', async () => {
    await write(qa, { draft: true })
    const done = await replaced(qa)
    const stock = (state: string) =>
      api.database.pool.query('update products set stock = $1, stock_since = $2 where asin = $3', [
        state,
        new Date(Date.now() + 1000),
        OUT,
      ])
    const back = async () => (await qa.get('/api/replacements/back')).body
    await stock('OUT_OF_STOCK')
    expect(await back()).toEqual([])
    await stock('IN_STOCK')
    expect(await back()).toMatchObject([
      {
        replacement_id: done.replacement_id,
        is_back: true,
        from: { asin: OUT, name: 'Dunlarch V2' },
        places: { done: 1 },
      },
    ])
    expect((await opm.get('/api/replacements/back')).body).toEqual([])
    await undo(qa, done)
    expect(await back()).toEqual([])
  })
})

describe('whose a replacement is', () => {
  it('is its maker’s: others carry out, try again and see none, but for those who see what users do', async () => {
    await write(qa, { draft: true })
    const prepared = await prepare(qa)
    const adm = await api.as('adm')
    expect((await apply(adm, prepared, open(prepared))).status).toBe(404)
    expect((await adm.get(`/api/replacements/${prepared.replacement_id}`)).status).toBe(404)
    await apply(qa, prepared, open(prepared))
    await api.app.queue.drain()
    expect((await opm.get(`/api/replacements/${prepared.replacement_id}`)).status).toBe(404)
    expect((await opm.post(`/api/replacements/${prepared.replacement_id}/retry`)).status).toBe(404)
    expect((await undo(opm, prepared)).status).toBe(404)
    expect((await opm.get('/api/replacements')).body.pageInfo.total).toBe(0)
    const { body } = await adm.get('/api/replacements')
    expect(body).toMatchObject({
      pageInfo: { total: 1 },
      edges: [{ user: { id: qa.id }, places: { done: 1 } }],
    })
    // A draft of somebody else is not there for whoever looks on.
    expect((await read(adm, prepared)).list[0]?.result_id).toBeNull()
  })

  it('of somebody who may not sign in any more is not carried out', async () => {
    const eng = await api.as('eng', 2)
    const draft = await write(eng, { draft: true })
    const prepared = await prepare(eng)
    await apply(eng, prepared, open(prepared))
    await api.database.pool.query('update users set active = false where id = $1', [eng.id])
    await api.app.queue.drain()
    const { rows } = await api.database.pool.query('select state, reason from replacement_places')
    expect(rows).toEqual([{ state: 'failed', reason: 'Whoever asked for this may not sign in any more.' }])
    const { rows: products } = await api.database.pool.query(
      'select asin from article_products where article_id = $1',
      [draft],
    )
    expect(products).toEqual([{ asin: OUT }])
  })

  it('stands in the trail: who replaced what by what, in how many places, each article for itself, and the way back', async () => {
    const draft = await write(qa, { draft: true })
    const done = await replaced(qa)
    await undo(qa, done)
    const { rows } = await api.database.pool.query(
      "select act, actor_id, noun_id, label, after from audit_entries where after ->> 'replacementId' = $2 or (act = 'article.saved' and noun_id = $1) order by 1",
      [String(draft), String(done.replacement_id)],
    )
    expect(rows).toEqual([
      expect.objectContaining({ act: 'article.saved', actor_id: qa.id }),
      expect.objectContaining({ act: 'article.saved', actor_id: qa.id }),
      expect.objectContaining({ act: 'product.put-back', label: 'Dunlarch V2 → Fennaway Glide M' }),
      expect.objectContaining({
        act: 'product.replaced',
        after: { replacementId: done.replacement_id, from: OUT, to: GLIDE, places: 1 },
      }),
    ])
  })
})
