import { afterEach, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { RESUME_RUNS } from '../../../kernel/runs/resume-runs.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { MAKE_CHANGE } from './verbs/make-change.ts'

/** Three slices, the last of them not full. */
const MANY = 25_000

let api: Api
let opm: Client
beforeEach(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { rows } = await api.database.pool.query("insert into tags (tag) values ('kept') returning tag_id")
  await api.database.pool.query(
    `insert into keywords (keyword, identity, tag_ids, is_tracked, tracked_since)
     select word, word, case when i % 5 = 0 then array[$1::int] else '{}' end, i % 2 = 0,
       case when i % 2 = 0 then now() - i * interval '1 minute' end
     from generate_series(1, ${MANY}) i, lateral (select 'kettle ' || i as word) w`,
    [rows[0].tag_id],
  )
})
afterEach(() => api.close())

const rowsOf = async (query: string) => (await api.database.pool.query(query)).rows
/** Of everything but the versions. */
const sum = async () =>
  (
    await rowsOf(
      "select md5(string_agg((to_jsonb(k) - 'version')::text, ' ' order by keyword_id)) from keywords k",
    )
  )[0].md5
const countOf = async (condition: string) =>
  (await rowsOf(`select count(*)::int from keywords where ${condition}`))[0].count
const prepare = async (change: object) =>
  (await opm.post('/api/keyword-changes', { selection: { filter: { keyword: 'kettle' } }, change })).body
const send = (id: number, step: 'apply' | 'undo') => opm.post(`/api/keyword-changes/${id}/${step}`)
const read = async (id: number) => (await opm.get(`/api/keyword-changes/${id}`)).body
const goOn = (id: number) => api.runJob(MAKE_CHANGE, { changeId: id })

/** The process dies after it has written a slice and before that is committed. */
async function dieInSlice(number: number, id: number) {
  const { db } = api.database
  const transaction = db.transaction.bind(db)
  let slices = 0
  db.transaction = ((work: Parameters<typeof transaction>[0]) => {
    slices += 1
    if (slices < number) return transaction(work)
    return transaction(async (tx) => {
      await work(tx)
      throw new Error('Killed')
    })
  }) as typeof db.transaction
  await expect(goOn(id)).rejects.toThrow('Killed')
  db.transaction = transaction
}

it('a change of very many keywords is made in slices in the background, and resumes after a kill [R16]', async () => {
  const before = await sum()
  const { change_id: id, changes } = await prepare({
    action: 'changeTags',
    tagsToAdd: ['comes'],
    tagsToRemove: ['kept'],
  })
  expect(changes).toBe(MANY)
  const begun = await send(id, 'apply')
  expect([begun.status, begun.body]).toMatchObject([200, { state: 'applying', progress: 0, changes: MANY }])
  expect(await sum()).toBe(before)
  expect((await send(id, 'undo')).status).toBe(409)

  await dieInSlice(2, id)
  expect(await read(id)).toMatchObject({ state: 'applying', progress: 33, changes: MANY })
  expect(await countOf(`tag_ids @> array[(select tag_id from tags where tag = 'comes')]`)).toBe(10_000)
  expect((await send(id, 'apply')).body.state).toBe('applying')
  // The job that comes back, beside the one that was believed dead.
  await Promise.all([goOn(id), goOn(id)])
  expect(await read(id)).toMatchObject({ state: 'applied', progress: 100, changes: MANY })
  expect(await countOf(`tag_ids = array[(select tag_id from tags where tag = 'comes')]`)).toBe(MANY)
  const after = await sum()
  await api.app.queue.drain()
  expect(await sum()).toBe(after)

  expect((await send(id, 'undo')).body).toMatchObject({ state: 'undoing', progress: 0 })
  expect((await send(id, 'apply')).status).toBe(409)
  await dieInSlice(3, id)
  expect(await read(id)).toMatchObject({ state: 'undoing', progress: 66 })
  expect(await countOf(`tag_ids @> array[(select tag_id from tags where tag = 'comes')]`)).toBe(5_000)
  await api.app.queue.drain()
  expect((await read(id)).state).toBe('undone')
  expect(await sum()).toBe(before)
})

it('a change of tracking that is made in slices is taken back with since when each was tracked', async () => {
  const before = await sum()
  for (const [action, changes] of [
    ['untrack', MANY / 2],
    ['track', MANY / 2],
  ] as const) {
    const { change_id: id, changes: expected } = await prepare({ action })
    expect(expected).toBe(changes)
    await send(id, 'apply')
    await send(id, 'undo')
  }
  expect(await sum()).toBe(before)
  await api.database.pool.query(
    "update keywords set is_tracked = true, tracked_since = now() - keyword_id * interval '1 hour'",
  )
  const all = await sum()
  const { change_id: id } = await prepare({ action: 'untrack' })
  expect((await send(id, 'apply')).body.state).toBe('applying')
  await api.app.queue.drain()
  expect(await countOf('is_tracked')).toBe(0)
  await send(id, 'undo')
  await api.app.queue.drain()
  expect(await sum()).toBe(all)
})

it('a change whose job was lost is resumed', async () => {
  const { change_id: id } = await prepare({ action: 'addTags', tags: ['lost'] })
  await send(id, 'apply')
  await api.database.pool.query("delete from jobs.job where name = $1 and state = 'created'", [MAKE_CHANGE])
  api.advance(2 * MINUTE_MS)
  await api.runJob(RESUME_RUNS)
  await api.app.queue.drain()
  expect(await read(id)).toMatchObject({ state: 'applied', changes: MANY })
})

it('another user’s change cannot be read', async () => {
  const { change_id: id } = await prepare({ action: 'untrack' })
  expect((await (await api.as('adm')).get(`/api/keyword-changes/${id}`)).status).toBe(404)
})
