import { afterAll, beforeAll, expect, test } from 'vitest'
import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import { articleMirrors } from '../../../db/schema/article-work.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { type FakeAsana, startFakeAsana } from '../../../testing/fake-asana.ts'

const BOARD = '1200000000000078'
const ARTICLES = 40
/** More than a busy machine takes for all of this, so that nothing ends by itself meanwhile. */
const PAUSE_S = 600

let fake: FakeAsana
let api: Api
beforeAll(async () => {
  fake = await startFakeAsana()
  for (const section of Object.values(TASK_SECTIONS)) fake.addSection(BOARD, section)
  api = await startApi({ ASANA_TOKEN: 'token', ASANA_WORKSPACE_GID: '111', ASANA_BASE_URL: fake.url })
})
afterAll(async () => {
  await api.close()
  await fake.close()
})

const taskJobs = async () => {
  const { rows } = await api.database.pool.query<{ retries: number; isLater: boolean }>(
    `select retry_count as retries, start_after > now() + interval '5 minutes' as "isLater" from jobs.job
     where name = 'articles.mirror-task' and state in ('created', 'retry')`,
  )
  return rows
}
/** As if this time had passed for the queue, too. */
const wake = () => api.database.pool.query(`update jobs.job set start_after = now() where state = 'created'`)

test('when Asana asks for a ten-minute pause, forty articles send at most two requests, use up no attempt, and get their tasks afterwards', async () => {
  const owner = await api.as('opm')
  const { id: siteId } = await buildSite(api.database.db, { boardGid: BOARD })
  fake.before = (_, response) => {
    response
      .writeHead(429, { 'retry-after': String(PAUSE_S), 'content-type': 'application/json' })
      .end('{"errors":[]}')
    return true
  }
  for (let each = 0; each < ARTICLES; each++) {
    await owner.post('/api/articles', { siteId, keywords: [{ keyword: `teapot ${each}` }], draft: false })
  }
  await api.app.queue.drain()
  for (const _ of [1, 2]) {
    await wake()
    await api.app.queue.drain()
  }
  expect(fake.sent.length).toBeLessThanOrEqual(2)
  expect(await taskJobs()).toEqual(Array(ARTICLES).fill({ retries: 0, isLater: true }))
  const mirrors = await api.database.db.select({ error: articleMirrors.error }).from(articleMirrors)
  expect(new Set(mirrors.map(({ error }) => error))).toEqual(new Set(['Asana asked us to wait.']))

  fake.before = null
  api.advance((PAUSE_S + 1) * 1000)
  await wake()
  await api.app.queue.drain()
  expect(fake.tasks.size).toBe(ARTICLES)
})
