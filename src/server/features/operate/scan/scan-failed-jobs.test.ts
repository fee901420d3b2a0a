import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let eng: Client
let adm: Client
beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
  adm = await api.as('adm')
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['jobs.job', 'scan_runs', 'scan_alarms', 'notices'])
    await api.database.pool.query(`delete from ${table}`)
  await addFailed('offboarding.mail-manager', { runId: 0, endedAt: '2026-11-01T10:00:00.000Z' })
})

const addFailed = (name: string, data: object) =>
  api.database.pool.query(
    `insert into jobs.job (name, state, data, retry_limit, retry_count, started_on, completed_on)
     values ($1, 'failed', $2, 1, 1, now(), now())`,
    [name, data],
  )
const failedIn = async () => {
  const { rows } = await api.database.pool.query("select name from jobs.job where state = 'failed'")
  return rows.map(({ name }) => name)
}
const run = async (by: Client) => (await by.get('/api/scan/jobs-failed')).body
const fix = (by: Client) => by.put('/api/scan/jobs-failed', { fix: 'retry-jobs' })

it('failed jobs about people who leave are counted and retried only for users who may revoke access', async () => {
  expect(await run(eng)).toMatchObject({
    status: 'success',
    history: ['success'],
    items: [{ label: 'Jobs', value: 'None failed', fix: null }],
  })
  expect((await fix(eng)).status).toBe(409)
  expect(await failedIn()).toEqual(['offboarding.mail-manager'])
  const { data } = (await adm.get('/api/scan?function=jobs-failed')).body
  expect(data[0].features[0].functions[0]).toMatchObject({
    status: 'error',
    history: ['error'],
    items: [{ label: 'Jobs' }, { value: '1 job failed permanently', fix: 'retry-jobs' }],
  })
  expect((await fix(adm)).body.status).toBe('success')
  expect(await failedIn()).toEqual([])
})

it('failed jobs about people who leave are left alone where another user retries the others', async () => {
  await addFailed('outside.check', {})
  expect((await run(eng)).items).toMatchObject([{ value: '1 job failed permanently' }])
  expect((await fix(eng)).body).toMatchObject({ status: 'success', items: [{ value: 'None failed' }] })
  expect(await failedIn()).toEqual(['offboarding.mail-manager'])
})

it('failed jobs about people who leave are reported at night only to users who may revoke access, and hide no later failure', async () => {
  const told = async (client: Client) =>
    (await client.get('/api/notices')).body.nodes.filter(({ words }: { words: string | null }) =>
      words?.includes('No job has failed'),
    )
  await api.runJob('scan.run-all')
  expect([await told(eng), await told(adm)]).toMatchObject([
    [],
    [{ words: expect.stringContaining('Jobs about access, 1 job failed permanently') }],
  ])
  await addFailed('outside.check', {})
  await api.runJob('scan.run-all')
  expect(await told(eng)).toMatchObject([
    { words: expect.stringContaining('Jobs, 1 job failed permanently') },
  ])
})
