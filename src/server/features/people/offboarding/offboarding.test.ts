import { afterAll, beforeAll, expect, it } from 'vitest'
import { directoryAccounts } from '../../../db/schema/directory.ts'
import { type Api, type Client, startApi, usernameOf } from '../../../testing/api.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { until } from '../../../testing/until.ts'
import { startWebServer, type WebServer } from '../../../testing/web-server.ts'

const RUNS = '/api/users/offboarding-runs'
const PLAN = '/api/users/offboarding-plan'
const CLOSE_NEXT = 'offboarding.close-next'
const SECOND_LOOK = 'offboarding.second-look'

interface System {
  operation: string
  state: string
  detail: string
  later: { state: string } | null
}
interface Step {
  operation: string
  step: string
}

/** A GitHub of one organisation that answers what the test says. */
const github = {
  members: new Set<string>(),
  status: 0,
  /** Holds a removal back until the test lets it go. */
  held: null as Promise<void> | null,
  removals: 0,
}

let vendor: WebServer
let api: Api
let adm: Client
let siteId: number
beforeAll(async () => {
  vendor = await startWebServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const answer = (status: number, body?: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body && JSON.stringify(body))
    }
    const login = path.split('/').at(-1) ?? ''
    if (path === '/user') return answer(200, { login: 'desk-bot' })
    if (path.startsWith('/users/')) return answer(200, { email: null })
    if (request.method === 'DELETE') {
      github.removals += 1
      if (github.status > 0) return answer(github.status, {})
      github.members.delete(login)
      await github.held
      return answer(204)
    }
    if (path.includes('/memberships/') && github.members.has(login))
      return answer(200, { state: 'active', role: 'member', user: { login } })
    return path.includes('/memberships/') ? answer(404, {}) : answer(200, [])
  })
  api = await startApi({
    GITHUB_TOKEN: 'token',
    GITHUB_ORGS: 'acme',
    GITHUB_BASE_URL: `http://127.0.0.1:${vendor.port}`,
  })
  adm = await api.as('adm')
  siteId = (await buildSite(api.database.db, { code: 'hs', displayName: 'Hearthside' })).id
})
afterAll(async () => {
  await api.close()
  await vendor.close()
})

let people = 0
/** Somebody with an account here, one of a chat, and one of GitHub. */
async function leaver() {
  people += 1
  const email = `leaver${people}@desk.example`
  const login = `leaver-${people}`
  const names = { firstName: 'Ruth', lastName: `Leaver ${people}` }
  const { id } = await buildUser(api.database.db, { roleId: 'opm', username: email, ...names })
  await api.database.db.insert(directoryAccounts).values({
    system: 'Chat',
    email,
    handle: login,
    active: true,
    lastUsedAt: new Date('2026-02-01T12:00:00Z'),
  })
  github.members.add(login)
  return { id, email, login }
}

const start = async (email: string, more: object = {}) => adm.post(RUNS, { email, ...more })
const read = async (id: number) => (await adm.get(`${RUNS}/${id}`)).body
const statesOf = (run: { systems: System[] }) =>
  Object.fromEntries(run.systems.map(({ operation, state }) => [operation, state]))
const stepsOf = (run: { steps: Step[] }, operation: string) =>
  run.steps.filter((step) => step.operation === operation).map(({ step }) => step)
const entriesOf = async (id: number) => {
  const { rows } = await api.database.pool.query(
    "select act, actor_name from audit_entries where noun = 'access' and (noun_id = $1 or after->>'run' = $1) order by id",
    [String(id)],
  )
  return rows
}

it('shows beforehand the accounts it would close, those it would refuse with the reason, and the open work', async () => {
  const { id, email, login } = await leaver()
  const article = await buildArticle(api.database.db, { userId: id, siteId, status: 'requested' })
  await buildArticle(api.database.db, { userId: id, siteId, status: 'published' })
  const { status, body } = await adm.get(`${PLAN}?email=${email}&github=${login}`)
  expect([status, body.refusal, body.name]).toEqual([200, null, `Ruth Leaver ${people}`])
  const plans = body.systems.map(({ operation, plan, account }: Record<string, unknown>) => [
    operation,
    plan,
    account,
  ])
  expect(plans).toEqual([
    ['copydesk', 'closes', email],
    ['github-acme', 'closes', login],
    ['built-in-chat', 'closes', login],
  ])
  expect(body.work.articles).toMatchObject([
    { article_id: article.id, status: 'requested', site: 'Hearthside' },
  ])
  const unnamed = await adm.get(`${PLAN}?email=${email}`)
  expect(unnamed.body.systems[1]).toMatchObject({
    plan: 'refused',
    detail: 'GitHub needs the account’s name. Enter the code-hosting account.',
  })
  const own = await adm.get(`${PLAN}?email=${adm.username}`)
  expect(own.body.refusal).toBe('You can’t revoke your own access.')
  expect((await start(adm.username)).status).toBe(409)
})

it('closes every account on the server, mails the manager once, and records each step with its user [ACCESS-013]', async () => {
  const { email, login } = await leaver()
  const manager = `boss${people}@desk.example`
  const { status, body } = await start(email, { github: login, manager })
  expect([status, body.ended_at]).toEqual([200, null])
  expect(statesOf(body)).toEqual({
    copydesk: 'waiting',
    'github-acme': 'waiting',
    'built-in-chat': 'waiting',
  })
  await api.app.queue.drain()
  const run = await read(body.run_id)
  expect(statesOf(run)).toEqual({
    copydesk: 'revoked',
    'github-acme': 'revoked',
    'built-in-chat': 'revoked',
  })
  expect(run).toMatchObject({ ended_at: expect.any(String), second_look_at: expect.any(String) })
  expect(run.systems[1]).toMatchObject({
    account: login,
    detail: expect.stringContaining('Checked again: closed.'),
  })
  for (const operation of ['copydesk', 'github-acme', 'built-in-chat'])
    expect(stepsOf(run, operation)).toEqual(['asked', 'revoked'])
  expect(github.members.has(login)).toBe(false)
  expect((await entriesOf(run.run_id)).map(({ act }) => act)).toEqual([
    'access.run-started',
    'access.revoked',
    'access.revoked',
    'access.revoked',
    'access.run-ended',
  ])
  expect((await entriesOf(run.run_id))[1].actor_name).toBe(`Adm One (offboarding run ${run.run_id})`)
  const mails = (await api.mails()).filter(({ to }) => to === manager)
  expect(mails).toMatchObject([
    {
      subject: `Offboarding of Ruth Leaver ${people}: all accounts closed`,
      text: expect.stringContaining(`GitHub · acme (${login}): Revoked.`),
    },
  ])
  expect(mails[0]?.text).toMatch(/^Chat \(.+\): Revoked\. .+ Last used 2026-02-01\.$/m)
})

it('a locked manager gets no mail, as in the plan', async () => {
  const [{ email, login }, locked] = [await leaver(), await leaver()]
  const about = `email=${email}&github=${login}`
  expect((await adm.get(`${PLAN}?${about}&manager=${locked.email}`)).body.is_manager_locked).toBe(false)
  await api.database.pool.query('update users set active = false where id = $1', [locked.id])
  expect((await adm.get(`${PLAN}?${about}&manager=${locked.email}`)).body.is_manager_locked).toBe(true)
  await start(email, { github: login, manager: locked.email })
  await api.app.queue.drain()
  expect((await api.mails()).filter(({ to }) => to === locked.email)).toEqual([])
})

it('runs once at a time for one person', async () => {
  const { email } = await leaver()
  const answers = await Promise.all([start(email), start(email), start(email)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await api.app.queue.drain()
  expect((await start(email)).status).toBe(200)
  await api.app.queue.drain()
})

it('goes on where a killed server stopped, queries that system again and keeps each step once', async () => {
  const { email, login } = await leaver()
  const { body } = await start(email, { github: login })
  const payload = { runId: body.run_id }
  let letGo = () => {}
  github.held = new Promise((resolve) => {
    letGo = resolve
  })
  const before = github.removals
  // This server is taken for dead while GitHub still thinks.
  const dead = api.runJob(CLOSE_NEXT, payload)
  await until(() => github.removals > before)
  expect(statesOf(await read(body.run_id))['github-acme']).toBe('running')
  github.held = null
  await api.runJob(CLOSE_NEXT, payload)
  expect(statesOf(await read(body.run_id))['github-acme']).toBe('revoked')
  letGo()
  await dead
  await api.app.queue.drain()
  const run = await read(body.run_id)
  expect(stepsOf(run, 'github-acme')).toEqual(['asked', 'revoked'])
  expect(run.systems[1].detail).toBe(
    'The account is closed. The server stopped before it could save the system’s answer.',
  )
  expect((await entriesOf(run.run_id)).filter(({ act }) => act === 'access.revoked')).toHaveLength(3)
  expect((await entriesOf(run.run_id)).filter(({ act }) => act === 'access.run-ended')).toHaveLength(1)
})

it('continues after a system that fails, and repeats only the failed step', async () => {
  const { email, login } = await leaver()
  github.status = 403
  const { body } = await start(email, { github: login })
  await api.app.queue.drain()
  const failed = await read(body.run_id)
  expect(statesOf(failed)).toEqual({
    copydesk: 'revoked',
    'github-acme': 'failed',
    'built-in-chat': 'revoked',
  })
  expect(failed.systems[1].detail).toMatch(/^GitHub does not allow us to do this\./)
  github.status = 0
  expect((await adm.post(`${RUNS}/${body.run_id}/repeat`)).body.ended_at).toBeNull()
  await api.app.queue.drain()
  const repeated = await read(body.run_id)
  expect(statesOf(repeated)['github-acme']).toBe('revoked')
  expect(stepsOf(repeated, 'built-in-chat')).toEqual(['asked', 'revoked'])
  expect((await adm.post(`${RUNS}/${body.run_id}/repeat`)).status).toBe(409)
})

it('reports that nothing was closed on a disconnected system, and continues with the others', async () => {
  const { email, login } = await leaver()
  const { body } = await start(email, { github: login })
  await api.database.pool.query(
    "update offboarding_systems set operation = 'built-in-forum' where run_id = $1 and operation = 'built-in-chat'",
    [body.run_id],
  )
  await api.app.queue.drain()
  const run = await read(body.run_id)
  expect(statesOf(run)).toMatchObject({ copydesk: 'revoked', 'built-in-forum': 'failed' })
  expect(run.systems.find(({ operation }: System) => operation === 'built-in-forum').detail).toBe(
    'This system is no longer connected.',
  )
  expect(run.ended_at).not.toBeNull()
})

it('leaves accounts that must not be closed or were not open, with the reason', async () => {
  const { email } = await leaver()
  await api.database.pool.query('update directory_accounts set active = false where email = $1', [email])
  const { body } = await start(email)
  await api.app.queue.drain()
  const run = await read(body.run_id)
  expect(statesOf(run)).toEqual({
    copydesk: 'revoked',
    'github-acme': 'refused',
    'built-in-chat': 'inactive',
  })
  expect(run.systems[1].detail).toContain('Enter the code-hosting account.')
  expect(stepsOf(run, 'built-in-chat')).toEqual(['inactive'])
})

it('ends without closing anything if its starter has lost the permission', async () => {
  const { email, login } = await leaver()
  const other = await api.as('adm', 2)
  const { body } = await other.post(RUNS, { email, github: login })
  await api.database.pool.query("update users set role_id = 'opm' where id = $1", [other.id])
  await api.app.queue.drain()
  await api.database.pool.query("update users set role_id = 'adm' where id = $1", [other.id])
  const run = await read(body.run_id)
  expect(new Set(Object.values(statesOf(run)))).toEqual(new Set(['failed']))
  expect(github.members.has(login)).toBe(true)
})

it('looks again a day later, notifies its starter of reopened accounts, and repeats that', async () => {
  const { email } = await leaver()
  const { body } = await start(email)
  await api.app.queue.drain()
  const { ended_at: endedAt } = await read(body.run_id)
  await api.database.pool.query('update directory_accounts set active = true where email = $1', [email])
  const look = () => api.runJob(SECOND_LOOK, { runId: body.run_id, endedAt })
  await look()
  await look()
  const run = await read(body.run_id)
  expect(run.open_again).toBe(1)
  expect(run.systems.map(({ later }: System) => later?.state ?? null)).toEqual(['away', null, 'open'])
  expect(stepsOf(run, 'built-in-chat')).toEqual(['asked', 'revoked', 'active'])
  const told = (await adm.get('/api/notices')).body.nodes.filter(
    ({ kind }: { kind: string }) => kind === 'access-open',
  )
  expect(told).toMatchObject([{ words: `Ruth Leaver ${people}: Chat` }])
  const { rows } = await api.database.pool.query(
    "select start_after - created_on as wait from jobs.job where name = 'offboarding.second-look' and data->>'runId' = $1",
    [String(body.run_id)],
  )
  expect(rows[0].wait).toMatchObject({ days: 1 })
  expect((await adm.post(`${RUNS}/${body.run_id}/repeat`)).status).toBe(200)
  await api.app.queue.drain()
  expect(statesOf(await read(body.run_id))['built-in-chat']).toBe('revoked')
})

it('is listed, the newest first, and its report can be taken as a CSV file', async () => {
  const { email } = await leaver()
  const { body } = await start(email)
  await api.app.queue.drain()
  const { body: list } = await adm.get(RUNS)
  expect(list.nodes[0]).toMatchObject({ run_id: body.run_id, email, by: 'Adm One', open_again: null })
  expect(list.nodes[0].states).toEqual({ revoked: 2, refused: 1 })
  const { body: job } = await adm.post(`${RUNS}/${body.run_id}/export`)
  await api.app.queue.drain()
  const { body: file } = await adm.get(`/api/export/${job.exportId}/file`)
  const lines = String(file).trim().split('\n')
  expect(lines[0]).toContain('System,Account,State,Result')
  expect(lines[3]).toContain(`Chat,leaver-${people},Revoked,The account is closed.`)
})

it('needs the right UserAccess', async () => {
  const { email } = await leaver()
  const { body } = await start(email)
  for (const role of ['opm', 'qa', 'eng'] as const) {
    const client = await api.as(role)
    const answers = await Promise.all([
      client.get(`${PLAN}?email=${email}`),
      client.post(RUNS, { email: usernameOf('wrt') }),
      client.get(RUNS),
      client.get(`${RUNS}/${body.run_id}`),
      client.post(`${RUNS}/${body.run_id}/repeat`),
      client.post(`${RUNS}/${body.run_id}/export`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  }
})

it('refuses a run for an address that no system knows', async () => {
  const refused = await start('nobody-at-all@desk.example')
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'No connected system has an account for this address.',
  ])
})
