import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { catalogReadings } from '../../../db/schema/catalog.ts'
import { RESUME_RUNS } from '../../../kernel/runs/resume-runs.ts'
import type { Api, Client } from '../../../testing/api.ts'
import {
  GLIDE,
  GOODS,
  HUSH,
  OUT,
  openPlaces,
  PEBBLE,
  replacementSteps,
  row,
  startReplacementApi,
  statesOf,
} from '../../../testing/replacement-stage.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'
import { saveReadings } from '../../products/products/store.ts'
import { CARRY_OUT } from './verbs/carry-out.ts'

const POOR = 'B0AAAAAAR8'

let api: Api
let qa: Client
let opm: Client
const { apply, article, asinsOf, clear, prepare, publish, read, replaced, site, write } = replacementSteps(
  () => api,
)

beforeAll(async () => {
  api = await startReplacementApi()
  ;[qa, opm] = [await api.as('qa'), await api.as('opm')]
})
afterAll(() => api.close())
beforeEach(clear)

describe('candidates for a sold-out product', () => {
  beforeEach(async () => {
    const { db, pool } = api.database
    for (const table of ['catalog_readings', 'product_prices', 'product_stocks'])
      await pool.query(`delete from ${table}`)
    await saveReadings(
      db,
      GOODS.map((good) => ({ asin: good.asin, item: good })),
      api.now(),
    )
    await filled(await site())
  })
  const filled = (siteId: number) =>
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

  const seeGlide = (stock: string, ago: string) =>
    api.database.db.execute(
      sql`insert into product_stocks (product_id, stock, created_at)
        select product_id, ${stock}, ${api.now().toISOString()}::timestamptz - ${ago}::interval from products where asin = ${GLIDE}`,
    )

  it('are of the same shelf and in stock, the best rated first, with price, rating and their current posts', async () => {
    await seeGlide('IN_STOCK', '9 days 12 hours')
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
          expected: null,
          days_in_stock: 10,
          days_known: 10,
          used_in: 1,
        },
        expect.objectContaining({
          asin: PEBBLE,
          price: '$410.00',
          days_in_stock: null,
          days_known: 0,
          used_in: 0,
        }),
      ],
    })
  })

  it('come by their expected earnings: the earnings at risk, by both prices and the days in stock', async () => {
    const { pool, db } = api.database
    await pool.query(
      `insert into product_prices (product_id, created_at, cents, currency) select product_id, now(), 36900, 'USD' from products where asin = $1`,
      [OUT],
    )
    await seeGlide('OUT_OF_STOCK', '39 days 12 hours')
    await seeGlide('IN_STOCK', '9 days 12 hours')
    await pool.query("update products set stock = 'OUT_OF_STOCK', stock_since = now() where asin = $1", [OUT])
    await pool.query('update stock_risks set cents = 10000 where asin = $1', [OUT])
    await saveReadings(
      db,
      GOODS.filter(({ asin }) => asin === PEBBLE).map((good) => ({
        asin: POOR,
        item: { ...good, asin: POOR, stock: 'IN_STOCK' as const, rating: { stars: 4.4, count: 99_000 } },
      })),
      api.now(),
    )
    const { body } = await opm.get(`/api/replacements/candidates?asin=${OUT}`)
    const expected = body.candidates.map((each: { asin: string; expected: number }) => [
      each.asin,
      Math.round(each.expected),
    ])
    // Two posts, 100 dollars each: 200 × 410 / 369, and 200 × 10 of the 40 days with known stock. The product
    // with 4.4 stars is not offered.
    expect(expected).toEqual([
      [PEBBLE, 222],
      [GLIDE, 50],
    ])
  })

  it('are none while the shelf is unknown', async () => {
    await api.database.db.delete(catalogReadings).where(sql`asin = ${OUT}`)
    const { body } = await opm.get(`/api/replacements/candidates?asin=${OUT}`)
    expect(body).toMatchObject({ shelf: null, candidates: [] })
    expect((await opm.get('/api/replacements/candidates?asin=B0')).status).toBe(400)
  })

  it('posts that were not written here and have no keyword are shown with where they are, and cannot be ticked', async () => {
    const prepared = await prepare(opm)
    expect(prepared.list).toHaveLength(2)
    expect(prepared.list[0]).toMatchObject({
      state: 'blocked',
      reason: 'Set a keyword for the post in the Content Tracker first.',
      article_id: null,
      site: 'rp',
      url: expect.stringContaining('https://rp.example/8'),
    })
    expect((await apply(opm, prepared, [prepared.list[0]?.place_id ?? 0])).status).toBe(400)
  })
})

describe('replace everywhere', () => {
  it('shows every place that the user may change, with its new text, and the reasons for the others', async () => {
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
      doubt: 'It costs more, so “Best Budget” wouldn’t be true.',
      mentions: ['title'],
      moves_from: 'Runner-Up',
      before: { asin: OUT, name: 'Dunlarch V2' },
      after: { asin: PEBBLE, award: 'Best Budget', summary: 'It is.' },
    })
    expect(prepared.list[1]?.reason).toBe('Waiting for QA: only validators can change it.')
    // A validator changes requested articles, and does not see other users' drafts.
    const seen = (await prepare(qa, PEBBLE)).list.map((place) => [place.article_id, place.state])
    expect(seen).toEqual([
      [out, 'open'],
      [requested, 'open'],
      [others, 'open'],
    ])
    expect(await asinsOf(opm, own)).toEqual([OUT])
  })

  it('saves drafts and requested articles with a version, begins an update of published ones, and leaves the rest', async () => {
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
      reason: expect.stringMatching(/^\S+ .+ is already updating it\.$/),
    })
  })

  it('happens once, even with repeated requests and job runs', async () => {
    const draft = await write(qa, { draft: true })
    const prepared = await prepare(qa)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => apply(qa, prepared, openPlaces(prepared))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const job = api.app.jobs.find(({ name }) => name === 'replacements.carry-out')
    const payload = { replacementId: prepared.replacement_id }
    await Promise.all([job?.run(payload), job?.run(payload), job?.run(payload)])
    await api.app.queue.drain()
    expect((await article(qa, draft)).version).toBe(2)
    expect((await read(qa, prepared)).state).toBe('applied')
  })

  it('counts drafts of live posts apart from posts and drafts that are changed', async () => {
    const out = await write(qa)
    await publish(out)
    await write(qa, { draft: true })
    const done = await replaced(qa)
    expect(done).toMatchObject({
      drafted: 1,
      places: { done: 2 },
      list: [{ is_drafted: true }, { is_drafted: false, is_unpublished: false }],
    })
    const { result_id: id } = done.list[0] ?? {}
    await api.database.pool.query("update articles set status = 'published' where article_id = $1", [id])
    const isDrafted = (await read(qa, done)).list.map((place) => place.is_drafted)
    expect([(await read(qa, done)).drafted, isDrafted]).toEqual([0, [false, false]])
  })

  it('counts a draft that was canceled or deleted as not published', async () => {
    const out = await write(qa)
    await publish(out)
    const draft = await write(qa, { draft: true })
    const done = await replaced(qa)
    const { pool } = api.database
    await pool.query("update articles set status = 'canceled' where article_id = $1", [
      done.list[0]?.result_id,
    ])
    expect(await read(qa, done)).toMatchObject({ drafted: 0, unpublished: 1 })
    await pool.query('delete from articles where article_id = $1', [draft])
    expect(await read(qa, done)).toMatchObject({
      ...{ drafted: 0, unpublished: 2, places: { done: 2 } },
      list: [
        { is_drafted: false, is_unpublished: true },
        { is_drafted: false, is_unpublished: true },
      ],
    })
  })

  it('begins no second update while another user writes one', async () => {
    const out = await write(qa)
    await publish(out)
    const prepared = await prepare(qa)
    await apply(qa, prepared, openPlaces(prepared))
    const other = await api.database.pool.connect()
    const waiting = async () => {
      const { rowCount } = await api.database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rowCount
    }
    // The place as another run leaves it, whose update was thrown away at once.
    await other.query('begin')
    await other.query("update replacement_places set state = 'done' where state = 'waiting'")
    const drained = api.app.queue.drain()
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 })
    await other.query('commit')
    other.release()
    await drained
    const { rows } = await api.database.pool.query('select from articles where revises_id = $1', [out])
    expect([rows.length, statesOf(await read(qa, prepared))]).toEqual([0, ['done']])
  })

  it('resumes after a kill with the waiting places', async () => {
    const ids = [await write(qa, { draft: true }), await write(qa, { draft: true })]
    const prepared = await prepare(qa)
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    // As it is left by a server that dies after the first place.
    await api.database.pool.query("update replacements set state = 'applying'")
    await api.database.pool.query(
      "update runs set state = 'open', ended_at = null where run_id = (select max(run_id) from runs where name = $1)",
      [CARRY_OUT],
    )
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
    api.advance(2 * MINUTE_MS)
    await api.runJob(RESUME_RUNS)
    await api.app.queue.drain()
    expect(statesOf(await read(qa, prepared))).toEqual(['done', 'done'])
    expect([(await article(qa, ids[0] ?? 0)).version, await asinsOf(qa, ids[1] ?? 0)]).toEqual([2, [GLIDE]])
  })

  it('lists places that were changed or deleted in between, and overwrites neither', async () => {
    const [edited, deleted, kept] = [
      await write(qa, { draft: true }),
      await write(qa, { draft: true }),
      await write(qa, { draft: true }),
    ]
    const prepared = await prepare(qa)
    await qa.patch(`/api/articles/${edited}`, { title: 'Another title', version: 1 })
    await qa.delete(`/api/articles/${deleted}`)
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    const { list } = await read(qa, prepared)
    expect(list.map(({ state, reason }) => [state, reason])).toEqual([
      ['changed', 'It has changed since.'],
      ['changed', 'It no longer exists.'],
      ['done', null],
    ])
    expect([await asinsOf(qa, edited), await asinsOf(qa, kept)]).toEqual([[OUT], [GLIDE]])
  })

  it('that fails in one place is done in the others, and that place can be retried', async () => {
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
    expect(statesOf(await read(qa, half))).toEqual(['done', 'done'])
    expect((await article(qa, whole)).version).toBe(2)
  })

  it('refuses an unavailable product, a missing one, and the same product', async () => {
    const message = async (replacement: string) =>
      (await opm.post('/api/replacements', { asin: OUT, replacement })).body.validation?.body?.message
    expect(await message(HUSH)).toBe('This product is sold out too.')
    expect(await message('B0AAAAAAZ9')).toBe('The marketplace doesn’t have this product.')
    expect(await message(OUT)).toBe('It’s the same product.')
  })
})
