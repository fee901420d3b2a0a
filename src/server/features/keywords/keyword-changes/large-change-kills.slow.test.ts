import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { until } from '../../../testing/until.ts'
import { createWorkers } from '../../../testing/workers.ts'
import { MAKE_CHANGE } from './verbs/make-change.ts'

/** Three slices, the last of them small. */
const MANY = 20_500
const PATIENCE_MS = 50_000

let api: Api
let opm: Client
const workers = createWorkers('change-worker.ts')
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  await api.database.pool.query(`
    insert into tags (tag) values ('kept'), ('goes');
    insert into keywords (keyword, identity, tag_ids)
    select word, word, case i % 3 when 0 then array[1] when 1 then array[1, 2] else '{}'::int[] end
    from generate_series(1, ${MANY}) i, lateral (select 'kettle ' || i as word) w;
    create table changed (keyword_id integer);
    create function note() returns trigger language plpgsql as $$
      begin insert into changed values (new.keyword_id); return null; end $$;
    create trigger noted after update on keywords for each row execute function note()`)
})
afterAll(async () => {
  await workers.killAll()
  await api.close()
})

const rowsOf = async (query: string) => (await api.database.pool.query(query)).rows
/** Everything in the rows except the version, which an undo increments too. */
const sum = async () =>
  (
    await rowsOf(
      "select md5(string_agg((to_jsonb(k) - 'version')::text, ' ' order by keyword_id)) from keywords k",
    )
  )[0].md5
/** How far a change is; read where nobody counts how often. */
const read = async (id: number) =>
  (
    await rowsOf(
      `select state, slices_done, cardinality(keyword_ids) as changes from keyword_changes where change_id = ${id}`,
    )
  )[0]
/** How many rows were written, and how many of them different ones, since the last time. */
async function changed() {
  const [counts] = await rowsOf(
    'select count(*)::int, count(distinct keyword_id)::int as different from changed',
  )
  await api.database.pool.query('truncate changed')
  return counts
}

/** A slice is done, and another is being written. */
async function isInSlice(id: number): Promise<boolean> {
  const { slices_done: done } = await read(id)
  const writing = await rowsOf(
    // No more than its beginning is shown of what a server is at; an undo begins with what it may put back.
    "select from pg_stat_activity where datname = current_database() and state = 'active' and query ~* 'update keywords k|bounds as materialized' and pid <> pg_backend_pid()",
  )
  return done > 0 && done < 3 && writing.length > 0
}

/** Starts the work, kills it in the middle, and lets another worker continue. */
async function killInTheMiddle(id: number, end: string) {
  const { url } = api.database
  const [first, second] = [workers.start(url), workers.start(url)]
  // Nobody waits the two minutes here after which the job of a dead worker comes back.
  await api.database.pool.query(
    "update jobs.job set expire_seconds = 2, retry_delay = 0, retry_backoff = false where name = $1 and state = 'created'",
    [MAKE_CHANGE],
  )
  first.go()
  await until(() => isInSlice(id), PATIENCE_MS)
  await first.kill()
  expect([1, 2]).toContain((await read(id)).slices_done)
  second.go()
  await until(async () => (await read(id)).state === end, PATIENCE_MS)
  await second.kill()
}

it('a large change whose worker is killed midway changes each keyword once, and its undo, killed too, restores it exactly [R16]', async () => {
  const before = await sum()
  const { body } = await opm.post('/api/keyword-changes', {
    selection: { filter: {} },
    change: { action: 'changeTags', tagsToAdd: ['comes'], tagsToRemove: ['goes'] },
  })
  const id: number = body.change_id
  expect((await opm.post(`/api/keyword-changes/${id}/apply`)).body.state).toBe('applying')
  await killInTheMiddle(id, 'applied')
  expect(await changed()).toEqual({ count: MANY, different: MANY })
  const [{ wrong }] = await rowsOf(
    'select count(*)::int as wrong from keywords where tag_ids <> case keyword_id % 3 when 2 then array[3] else array[1, 3] end',
  )
  expect(wrong).toBe(0)
  expect((await read(id)).changes).toBe(MANY)

  expect((await opm.post(`/api/keyword-changes/${id}/undo`)).body.state).toBe('undoing')
  await killInTheMiddle(id, 'undone')
  expect(await changed()).toEqual({ count: MANY, different: MANY })
  expect(await sum()).toBe(before)
})
