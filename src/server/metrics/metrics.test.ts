import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../api.ts'
import { auditEntries, transactions, vendorCalls } from '../observed.ts'
import { audit } from '../security/audit.ts'
import { type Api, startApi, usernameOf } from '../testing/api.ts'
import { createRegistry } from './registry.ts'
import { readSharedValues } from './shared-values.ts'

const MOST_SERIES = 3000
/** Twenty systems, each with every outcome, a count of the day and a pause. */
const OF_VENDORS = 20 * 14

async function freePort(): Promise<number> {
  const probe = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

let api: Api
let address: string
let origin: string
beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}/metrics`
  api = await startApi({ METRICS_PORT: String(port) })
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

const scrape = async () => (await fetch(address)).text()
/** The value of a series as Prometheus reads it; undefined without the series. */
const readSeries = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

describe('metrics', () => {
  it('are answered at an address of their own, and not where people are', async () => {
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    expect(await answer.text()).toContain('copydesk_build_info{version=')
    expect((await fetch(address.replace('/metrics', '/api/health'))).status).toBe(404)
    expect((await fetch(address, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${origin}/metrics`)).status).toBe(404)
  })

  it('count requests by the template of their route, never by what an address says', async () => {
    await fetch(`${origin}/api/users/4711`)
    await fetch(`${origin}/api/nowhere/4712`)
    const text = await scrape()
    expect(readSeries(text, 'copydesk_http_seconds_count{method="GET",route="/api/users/:id"}')).toBe(1)
    expect(readSeries(text, 'copydesk_http_requests_total{method="GET",status_class="4xx"}')).toBeGreaterThan(
      1,
    )
    expect(text).not.toMatch(/"[^"]*471[12]/)
  })

  it('count sign-ins, entries of the trail and transactions', async () => {
    const before = await scrape()
    await api.signIn(usernameOf('opm'))
    await api.signIn(usernameOf('opm'), 'not the password')
    const after = await scrape()
    const grown = (series: string) => (readSeries(after, series) ?? 0) - (readSeries(before, series) ?? 0)
    expect(grown('copydesk_sign_ins_total{method="password",outcome="signed-in"}')).toBe(1)
    expect(grown('copydesk_sign_ins_total{method="password",outcome="failed"}')).toBe(1)
    expect(grown('copydesk_audit_entries_total')).toBe(2)
    expect(grown('copydesk_db_transaction_seconds_count')).toBeGreaterThan(0)
    expect(grown('copydesk_sessions{scope="shared"}')).toBe(1)
  })

  it('count a wrong code as that factor’s, and no failed confirmation of a user who is signed in', async () => {
    const before = await scrape()
    const visitor = { kind: 'visitor', name: 'ines', origin: { requestId: 'r', address: '::1' } } as const
    const { rows } = await api.database.pool.query("select * from users where role_id = 'qa' limit 1")
    const [qa] = rows
    const names = { firstName: qa.first_name, lastName: qa.last_name, username: qa.username }
    const person = { ...visitor, ...names, kind: 'person', id: qa.user_id, roleId: 'qa' } as const
    const user = { ...person, permissions: [], session: '' }
    await audit(api.database.db, visitor, 'session.failed', { after: { factor: 'totp' } })
    await audit(api.database.db, user, 'session.failed', { after: { reason: 'wrong' } })
    await audit(api.database.db, user, 'session.refused')
    const after = await scrape()
    const grown = (series: string) => (readSeries(after, series) ?? 0) - (readSeries(before, series) ?? 0)
    expect(grown('copydesk_sign_ins_total{method="totp",outcome="failed"}')).toBe(1)
    expect(grown('copydesk_sign_ins_total{method="password",outcome="failed"}')).toBe(0)
    expect(grown('copydesk_sign_ins_total{method="password",outcome="refused"}')).toBe(0)
  })

  it('show jobs that wait and jobs that failed', async () => {
    const job = api.app.jobs[0]?.name ?? ''
    await api.database.pool.query(
      `insert into jobs.job (name, state, start_after, data)
      values ($1, 'created', now() - interval '90 s', '{}'), ($1, 'failed', now(), '{}')`,
      [job],
    )
    const text = await scrape()
    const of = (name: string) => readSeries(text, `copydesk_${name}{scope="shared",job="${job}"}`)
    expect([of('jobs_waiting'), of('jobs_active'), of('jobs_failed')]).toEqual([1, 0, 1])
    expect(of('job_oldest_waiting_seconds')).toBeGreaterThanOrEqual(90)
  })

  it('have no series for the age of data that there is none of', async () => {
    const none = await scrape()
    expect(none).not.toMatch(/^copydesk_(share_of_voice|stock_scan|backup)_age_seconds[{ ]/m)
    await api.database.pool.query(`
      insert into stock_scans (kind, day, state, total, started_at, ended_at)
      values ('daily', current_date, 'finished', 1, now() - interval '2 hours', now() - interval '1 hour')`)
    const age = readSeries(await scrape(), 'copydesk_stock_scan_age_seconds{scope="shared"}')
    expect(Math.round((age ?? 0) / 60)).toBe(60)
  })

  it('show how long events wait, but not those for a hook that sends once a day', async () => {
    const hookOf = async (timing: string) => {
      const { rows } = await api.database.pool.query(
        `insert into event_hooks (name, format, address, host, types, timing, created_at, created_by)
        select $1::text, 'slack', 'x', 'hooks.slack.com', '{}', $1::text, now(), min(id) from users returning hook_id`,
        [timing],
      )
      await api.database.pool.query(
        `insert into event_sends (hook_id, type, label, actor_kind, actor_name, created_at)
        values ($1, 'alert.fired', 'Stock', 'job', 'Copydesk', now() - interval '2 hours')`,
        [rows[0].hook_id],
      )
    }
    const read = async () =>
      readSeries(await scrape(), 'copydesk_event_oldest_waiting_seconds{scope="shared"}')
    await hookOf('daily')
    expect(await read()).toBeUndefined()
    await hookOf('at_once')
    expect(await read()).toBeGreaterThanOrEqual(7200)
  })

  it('stay below 3,000 series once every call was made, with a 5xx of each and every job', async () => {
    for (const { endpoint } of OPERATIONS) {
      const url = `${origin}${endpoint.path.replace(/:\w+/g, '1')}`
      await fetch(url, { method: endpoint.method })
      if (endpoint.method === 'GET') await fetch(url, { method: 'HEAD' })
    }
    const text = await scrape()
    const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const routes = new Set(OPERATIONS.map(({ endpoint }) => endpoint.path))
    expect(routes.size).toBeGreaterThan(200)
    const called = new Set(
      [...text.matchAll(/_seconds_count\{[^}]*route="([^"]+)"/g)].map(([, route]) => route),
    )
    expect([...routes].filter((route) => !called.has(route))).toEqual([])
    const ofJobs = 4 * api.app.jobs.length
    expect(series.length + routes.size + ofJobs + OF_VENDORS).toBeLessThan(MOST_SERIES)
  })

  it('are all described on the page about monitoring', async () => {
    const page = readFileSync(new URL('../../../docs/operating/monitoring.md', import.meta.url), 'utf8')
    const names = [...(await scrape()).matchAll(/^# TYPE copydesk_(\w+)/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  it.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
    'are accepted by Prometheus’s own tool',
    async () => {
      execFileSync('promtool', ['check', 'metrics'], { input: await scrape() })
    },
  )
})

it.each([
  ['refuses', () => Promise.reject(new Error('away'))],
  ['hangs', () => new Promise(() => {})],
])('a database that %s leaves the other metrics, within the patience of Prometheus', async (_, answer) => {
  const registry = createRegistry()
  const db = new Proxy({}, { get: () => answer }) as never
  const log = { warn() {} }
  await readSharedValues(registry, {
    db,
    log,
    clock: () => new Date(),
    timeZone: 'UTC',
    backupDir: '/nowhere',
  })
  const text = await registry.read()
  expect(readSeries(text, 'copydesk_db_answers')).toBe(0)
  expect(text).toContain('process_resident_memory_bytes')
})

it('a server that has ended observes nothing any more', async () => {
  const port = await freePort()
  const other = await startApi({ METRICS_PORT: String(port) })
  await other.close()
  await api.app.server.close()
  expect([transactions, vendorCalls, auditEntries].map((events) => events.isObserved())).toEqual([
    false,
    false,
    false,
  ])
})
