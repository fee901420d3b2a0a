import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { webhookSubscriptions } from '../../../db/schema/webhooks.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { lookForPictures } from './pictures-reader.ts'

let api: Api
let eng: Client
let otherId: number
beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
  const { db } = api.database
  await buildSite(db, { displayName: 'Watched', boardGid: '1300000000000001' })
  otherId = (await buildSite(db, { displayName: 'Other' })).id
  // Our own board calls us over HTTP, so this server listens.
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  await api.app.queue.drain()
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['scan_runs', 'scan_alarms', 'notices'])
    await api.database.pool.query(`delete from ${table}`)
})

interface Item {
  label: string
  value: string
}
const run = async (id: string) => (await eng.get(`/api/scan/${id}`)).body
const itemOf = (body: { items: Item[] }, label: string) => body.items.find((item) => item.label === label)
const unread = async (client: Client) =>
  (await client.get('/api/notices')).body.nodes.filter(({ kind }: { kind: string }) => kind === 'scan-failed')

it('checks the picture of every article, of any age, and reports those it had no time for', async () => {
  const { db, pool } = api.database
  const opm = await api.as('opm')
  const old = await buildArticle(db, {
    userId: opm.id,
    siteId: otherId,
    title: 'Oldest',
    imageUrl: '/images/never-stored.svg',
  })
  const there = await api.app.images.put(
    { bytes: Buffer.from('<svg id="a"/>'), type: 'image/svg+xml' },
    'there',
  )
  // More than are read at a time, all of them newer, and all of them there.
  const { rows } = await pool.query(
    "select column_name as name from information_schema.columns where table_name = 'articles' and column_name not in ('article_id', 'image_url', 'task_gid', 'task_url') and is_generated = 'NEVER' and is_identity = 'NO'",
  )
  const columns = rows.map(({ name }) => `"${name}"`).join(', ')
  await pool.query(
    `insert into articles (image_url, ${columns}) select $2, ${columns} from articles, generate_series(1, 5001) where article_id = $1`,
    [old.id, there],
  )
  const deps = { db, images: api.app.images }
  const whole = await lookForPictures(deps)
  expect(whole.missing.map(({ label }) => label)).toContain('Oldest')
  expect(whole.isWhole).toBe(true)
  const late = await lookForPictures(deps, 0)
  expect([late.isWhole, late.looked < whole.looked]).toEqual([false, true])
  await pool.query('delete from articles where image_url in ($1, $2)', [there, '/images/never-stored.svg'])
})

it('gives the time of a board’s last event, if any', async () => {
  const heard = '2026-03-01T09:30:00.000Z'
  await api.database.pool.query('update webhook_subscriptions set last_seen_at = null')
  expect(itemOf(await run('webhooks'), 'Watched')?.value).toMatch(/; no event yet$/)
  await api.database.pool.query('update webhook_subscriptions set last_seen_at = $1', [heard])
  expect(itemOf(await run('webhooks'), 'Watched')?.value).toMatch(/; last event 2026-03-01 \d\d:\d\d$/)
})

it('a scan that is killed midway notifies nobody; begun again, it runs every function and notifies each reader once', async () => {
  await api.database.db.update(webhookSubscriptions).set({ secret: 'sealed with another key' })
  const nightly = api.app.jobs.find(({ name }) => name === 'scan.run-all')
  const { pool } = api.database
  // The server dies while storing the last function's result: earlier results are stored, and no notice was
  // sent.
  await pool.query(
    `create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  )
  await pool.query(
    "create trigger killed before insert on scan_runs for each row when (new.function_id = 'backup') execute function die()",
  )
  const killed = await Promise.allSettled([nightly?.run({})]).finally(() =>
    pool.query('drop function die cascade'),
  )
  expect(killed).toMatchObject([{ status: 'rejected' }])
  const runsOf = async (id: string) =>
    (await pool.query('select from scan_runs where function_id = $1', [id])).rowCount
  expect([await runsOf('webhooks'), await runsOf('backup')]).toEqual([1, 0])
  expect(await unread(eng)).toEqual([])
  await nightly?.run({})
  await nightly?.run({})
  expect([await runsOf('webhooks'), await runsOf('backup')]).toEqual([3, 2])
  expect(
    (await unread(eng)).filter(({ words }: { words: string }) => words.includes('Webhooks are alive')),
  ).toHaveLength(1)
})
