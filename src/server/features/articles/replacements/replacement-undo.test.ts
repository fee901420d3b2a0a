import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Api, Client } from '../../../testing/api.ts'
import {
  GLIDE,
  OUT,
  openPlaces,
  PEBBLE,
  replacementSteps,
  row,
  startReplacementApi,
} from '../../../testing/replacement-stage.ts'

let api: Api
let qa: Client
let opm: Client
const { apply, article, asinsOf, clear, prepare, publish, read, replaced, undo, write } = replacementSteps(
  () => api,
)

beforeAll(async () => {
  api = await startReplacementApi()
  ;[qa, opm] = [await api.as('qa'), await api.as('opm')]
})
afterAll(() => api.close())
beforeEach(clear)

describe('the undo of a replacement', () => {
  it('puts back unchanged places, takes back untouched drafts, and leaves the rest', async () => {
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
      [edited, 'stays', 'Its products have changed since.'],
    ])
    expect((await article(qa, draft)).products).toMatchObject([row(OUT, 'Best Overall', 'Dunlarch V2')])
    expect((await qa.get(`/api/articles/${update}`)).status).toBe(404)
    expect(await asinsOf(qa, edited)).toEqual([PEBBLE])
    // Twice is once.
    expect((await undo(qa, done)).body.state).toBe('undone')
    expect((await article(qa, draft)).version).toBe(3)
  })

  it('of an update with later edits gives the product back and keeps the words', async () => {
    const out = await write(qa)
    await publish(out)
    const done = await replaced(qa)
    const update = done.list[0]?.result_id ?? 0
    await qa.patch(`/api/articles/${update}`, { intro: 'A new intro.', version: 1 })
    await undo(qa, done)
    expect(await article(qa, update)).toMatchObject({ intro: 'A new intro.', products: [{ asin: OUT }] })
  })

  it('leaves articles that were decided on since', async () => {
    const requested = await write(opm)
    const done = await replaced(qa)
    expect(done.places).toEqual({ done: 1 })
    await qa.patch(`/api/articles/validate/${requested}`, { command: 'approve' })
    await undo(qa, done)
    expect((await read(qa, done)).list[0]).toMatchObject({
      state: 'stays',
      reason: 'It has been reviewed since.',
    })
    expect(await asinsOf(qa, requested)).toEqual([GLIDE])
  })

  it('that fails in one place for a moment puts the others back, and that one when the job comes again', async () => {
    const [broken, whole] = [await write(qa, { draft: true }), await write(qa, { draft: true })]
    const done = await replaced(qa)
    await api.database.pool.query(`create function break_put_back() returns trigger language plpgsql as $$
      begin if new.article_id = ${broken} then raise exception 'broken'; end if; return new; end $$;
      create trigger break_put_back before update on articles for each row execute function break_put_back()`)
    await qa.post(`/api/replacements/${done.replacement_id}/undo`)
    await expect(api.app.queue.drain()).rejects.toThrow()
    await api.database.pool.query('drop trigger break_put_back on articles; drop function break_put_back')
    const half = await read(qa, done)
    expect(half).toMatchObject({ state: 'undoing', undo: { state: 'running' } })
    expect(half.list.map(({ article_id, state, reason }) => [article_id, state, reason])).toEqual([
      [broken, 'taking-back', null],
      [whole, 'undone', null],
    ])
    await api.app.jobs
      .find(({ name }) => name === 'replacements.carry-out')
      ?.run({ replacementId: done.replacement_id })
    expect(await read(qa, done)).toMatchObject({ state: 'undone', places: { undone: 2 } })
    expect([await asinsOf(qa, broken), (await article(qa, whole)).version]).toEqual([[OUT], 3])
  })

  it('that cannot be carried out in one place ends after a few tries, says so, and can be started again', async () => {
    const broken = await write(qa, { draft: true })
    const done = await replaced(qa)
    await api.database.pool.query(`create function break_for_good() returns trigger language plpgsql as $$
      begin if new.article_id = ${broken} then raise exception 'broken'; end if; return new; end $$;
      create trigger break_for_good before update on articles for each row execute function break_for_good()`)
    const again = () =>
      api.app.jobs
        .find(({ name }) => name === 'replacements.carry-out')
        ?.run({ replacementId: done.replacement_id })
    const inVain = async () => {
      await qa.post(`/api/replacements/${done.replacement_id}/undo`)
      await expect(api.app.queue.drain()).rejects.toThrow()
      for (const _try of [2, 3, 4]) await expect(again()).rejects.toThrow()
      await again()
      return read(qa, done)
    }
    const ended = await inVain()
    expect(ended).toMatchObject({ state: 'applied', places: { done: 1 }, undo: { state: 'open' } })
    expect(ended.list[0]?.reason).toBe('Couldn’t save it.')
    // Pressing undo again gives the same number of tries.
    expect(await inVain()).toMatchObject({ state: 'applied', places: { done: 1 } })
    await api.database.pool.query('drop trigger break_for_good on articles; drop function break_for_good')
    await undo(qa, done)
    expect(await read(qa, done)).toMatchObject({ state: 'undone', places: { undone: 1 } })
    expect(await asinsOf(qa, broken)).toEqual([OUT])
  })

  it('is possible for thirty days, and for completed replacements only', async () => {
    await write(qa, { draft: true })
    const prepared = await prepare(qa)
    expect((await undo(qa, prepared)).status).toBe(409)
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    await api.database.pool.query("update replacements set applied_at = applied_at - interval '31 days'")
    const late = await undo(qa, prepared)
    expect([late.status, late.body.message]).toEqual([409, 'You can’t undo this: it’s older than 30 days.'])
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

describe('the owner of a replacement', () => {
  it('is its maker: other users cannot carry out, retry, put back or see it, except those who may see others’ actions', async () => {
    const draft = await write(qa, { draft: true })
    const prepared = await prepare(qa)
    const adm = await api.as('adm')
    expect((await apply(adm, prepared, openPlaces(prepared))).status).toBe(404)
    expect((await adm.get(`/api/replacements/${prepared.replacement_id}`)).status).toBe(404)
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect((await opm.get(`/api/replacements/${prepared.replacement_id}`)).status).toBe(404)
    expect((await opm.post(`/api/replacements/${prepared.replacement_id}/retry`)).status).toBe(404)
    expect((await undo(opm, prepared)).status).toBe(404)
    expect((await opm.get('/api/replacements')).body.totalCount).toBe(0)
    const { body } = await adm.get('/api/replacements')
    expect(body).toMatchObject({
      totalCount: 1,
      nodes: [{ user: { id: qa.id }, places: { done: 1 } }],
    })
    // Another user's draft is hidden from the reader, who therefore cannot undo it.
    const seen = (await read(adm, prepared)).list[0]
    expect(seen).toMatchObject({
      title: 'A draft',
      article_id: null,
      result_id: null,
      before: null,
      after: null,
    })
    expect((await undo(adm, prepared)).status).toBe(404)
    expect(await read(qa, prepared)).toMatchObject({ state: 'applied', places: { done: 1 } })
    expect((await undo(qa, prepared)).status).toBe(200)
    expect(await asinsOf(qa, draft)).toEqual([OUT])
  })

  it('of a user who may not sign in any more is not carried out', async () => {
    const eng = await api.as('eng', 2)
    const draft = await write(eng, { draft: true })
    const prepared = await prepare(eng)
    await apply(eng, prepared, openPlaces(prepared))
    await api.database.pool.query('update users set active = false where id = $1', [eng.id])
    await api.app.queue.drain()
    const { rows } = await api.database.pool.query('select state, reason from replacement_places')
    expect(rows).toEqual([
      { state: 'failed', reason: 'The person who requested this can no longer sign in.' },
    ])
    const { rows: products } = await api.database.pool.query(
      'select asin from article_products where article_id = $1',
      [draft],
    )
    expect(products).toEqual([{ asin: OUT }])
  })

  it('is in the audit trail: the user, both products, the number of places, each article on its own, and the way back', async () => {
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
