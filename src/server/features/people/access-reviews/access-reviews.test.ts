import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { directoryAccounts } from '../../../db/schema/directory.ts'
import { type Api, type Client, startApi, usernameOf } from '../../../testing/api.ts'
import { until } from '../../../testing/until.ts'
import { startWebServer, type WebServer } from '../../../testing/web-server.ts'

const REVIEWS = '/api/users/access-reviews'
const KNOWN = usernameOf('wrt')
const LOCKED = usernameOf('wrt', 2)
const OUTSIDER = 'studio@elsewhere.example'

interface Account {
  reviewed_account_id: number
  operation: string
  account: string
  standing: string
  is_own: boolean
  decision: string | null
}

/** A GitHub of one organisation, with one member who shows no address. */
const github = { fails: true, members: new Set(['octo-ada']) }

let vendor: WebServer
let api: Api
let adm: Client
let id: number
beforeEach(async () => {
  Object.assign(github, { fails: true, members: new Set(['octo-ada']) })
  vendor = await startWebServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const answer = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
    if (github.fails) return answer(401, { message: 'Bad credentials' })
    const login = path.split('/').at(-1)?.toLowerCase() ?? ''
    if (path === '/user') return answer(200, { login: 'desk-bot' })
    if (path.startsWith('/users/')) return answer(200, { email: null })
    if (request.method === 'DELETE') {
      github.members.delete(login)
      return answer(204)
    }
    const isMember = github.members.has(login)
    if (path.includes('/memberships/'))
      return isMember ? answer(200, { state: 'active', role: 'member', user: { login } }) : answer(404, {})
    const isOwners = request.url?.includes('role=admin')
    return answer(
      200,
      path.endsWith('/members') && !isOwners ? [...github.members].map((name) => ({ login: name })) : [],
    )
  })
  api = await startApi({
    GITHUB_TOKEN: 'token',
    GITHUB_ORGS: 'acme',
    GITHUB_BASE_URL: `http://127.0.0.1:${vendor.port}`,
  })
  adm = await api.as('adm')
  await api.database.pool.query('update users set active = false where username = $1', [LOCKED])
  const ago = (days: number) => new Date(api.now().getTime() - days * DAY_MS)
  const account = { system: 'Chat', active: true }
  await api.database.db.insert(directoryAccounts).values([
    { ...account, email: KNOWN, handle: 'known', lastUsedAt: ago(5) },
    { ...account, email: adm.username, handle: 'own', lastUsedAt: ago(1) },
    { ...account, email: LOCKED, handle: 'locked', lastUsedAt: ago(80) },
    { ...account, email: OUTSIDER, handle: 'studio', lastUsedAt: ago(91) },
    { ...account, email: usernameOf('qa'), handle: 'never', lastUsedAt: null },
    { ...account, email: 'closed@desk.example', handle: 'closed', active: false },
  ])
  const { body } = await adm.post(REVIEWS)
  id = body.review_id
  await api.app.queue.drain()
})
afterEach(async () => {
  await api.close()
  await vendor.close()
})

const read = async () => (await adm.get(`${REVIEWS}/${id}`)).body
const list = async (query = '') =>
  (await adm.get(`${REVIEWS}/${id}/accounts?perPage=1000${query}`)).body.nodes as Account[]
const accountOf = async (name: string) => {
  const found = (await list()).find(({ account }) => account === name)
  if (!found) throw new Error(`${name} is not listed.`)
  return found
}
const decide = (ids: number[], decision: string, who = adm) =>
  who.post(`${REVIEWS}/${id}/decisions`, { ids, decision })
/** What a call is refused with that comes at the wrong time. */
const refusal = async (call: ReturnType<Client['post']>) => {
  const { status, body } = await call
  return [status, body.message]
}
const revoke = async (name: string) =>
  adm.post(`${REVIEWS}/${id}/accounts/${(await accountOf(name)).reviewed_account_id}/revoke`)

it('asks every system for all its open accounts; one that does not let us in says so and hides no other', async () => {
  const { systems, title } = await read()
  expect(title).toMatch(/^Access review of \d+ \w+ \d{4}$/)
  const begun = await adm.get('/api/audit?act=access.review-begun')
  expect(begun.body.nodes[0]).toMatchObject({ label: title })
  expect(systems).toMatchObject([
    { operation: 'copydesk', state: 'listed', accounts: 9 },
    { operation: 'github-acme', state: 'failed', detail: 'GitHub did not accept our credentials.' },
    { operation: 'built-in-chat', state: 'listed', accounts: 5 },
  ])
})

it('shows leavers first, then accounts without a known person, each with its last use', async () => {
  const chat = await list('&system=built-in-chat')
  expect(chat.map(({ account, standing }) => [account, standing])).toEqual([
    ['locked', 'left'],
    ['studio', 'nobody'],
    ['never', 'known'],
    ['known', 'known'],
    ['own', 'known'],
  ])
  const { facts } = await read()
  expect(facts).toMatchObject({ left: 1, nobody: 1, unseen: 1 })
  const named = async (fact: string) =>
    (await list(`&system=built-in-chat&fact=${fact}`)).map(({ account }) => account)
  expect(await named('unseen')).toEqual(['studio'])
  expect(await named('unknown')).toEqual(['never'])
  expect(await named('recent')).toEqual(['locked', 'known', 'own'])
})

it('offers to keep active users’ accounts that were used within 90 days, and no others', async () => {
  const offered = await list('&decision=to-keep&system=built-in-chat')
  expect(offered.map(({ account }) => account)).toEqual(['known', 'own'])
})

it('records the decision with user and time, once, and takes it back', async () => {
  const { reviewed_account_id: known } = await accountOf('known')
  expect((await decide([known], 'keep')).body).toEqual({ changed: 1 })
  expect(await accountOf('known')).toMatchObject({ decision: 'keep', decided_by: 'Adm One' })
  expect((await decide([known], 'keep')).body).toEqual({ changed: 0 })
  await decide([known], 'undecided')
  expect(await accountOf('known')).toMatchObject({ decision: null, decided_by: null })
})

it('closes a revoked account with evidence, and takes no revocation back', async () => {
  const { status, body } = await revoke('locked')
  expect([status, body]).toMatchObject([200, { decision: 'revoked', decided_by: 'Adm One' }])
  const { body: steps } = await adm.get(`/api/users/access-steps?email=${LOCKED}`)
  expect(steps.nodes.map(({ step }: { step: string }) => step)).toEqual(['revoked', 'asked'])
  expect((await decide([body.reviewed_account_id], 'undecided')).body).toEqual({ changed: 0 })
  expect(await refusal(revoke('locked'))).toEqual([
    409,
    'Another reviewer has already decided on this account.',
  ])
})

it('revokes nothing where the person has another account by now than the one that was reviewed', async () => {
  await api.database.pool.query("update directory_accounts set handle = 'newcomer' where handle = 'locked'")
  const [status, message] = await refusal(revoke('locked'))
  expect([status, message]).toEqual([
    409,
    expect.stringContaining('has the account “newcomer”, not “locked”'),
  ])
  const { body } = await adm.get(`/api/users/check-account?email=${LOCKED}`)
  expect(body).toContainEqual(expect.objectContaining({ operationId: 'newcomer', active: true }))
})

it('recognizes Copydesk’s own account, does not count it among unknown people, and refuses to revoke it', async () => {
  github.fails = false
  github.members.add('desk-bot')
  const other = await startApi({
    GITHUB_TOKEN: 'token',
    GITHUB_ORGS: 'acme',
    GITHUB_BASE_URL: `http://127.0.0.1:${vendor.port}`,
  })
  const admin = await other.as('adm')
  const { review_id: reviewId } = (await admin.post(REVIEWS)).body
  await other.app.queue.drain()
  const accounts = (await admin.get(`${REVIEWS}/${reviewId}/accounts?system=github-acme`)).body.nodes
  const named = accounts.map(({ account, standing, is_own: isOwn }: Account) => [account, standing, isOwn])
  expect(named).toEqual([
    ['octo-ada', 'nobody', false],
    ['desk-bot', 'own', true],
  ])
  expect((await admin.get(`${REVIEWS}/${reviewId}`)).body.facts).toMatchObject({ nobody: 1 })
  const [, { reviewed_account_id: bot }] = accounts
  expect(await refusal(admin.post(`${REVIEWS}/${reviewId}/accounts/${bot}/revoke`))).toEqual([
    409,
    'Copydesk signs in to GitHub · acme with this account. Set another one first.',
  ])
  // Also where it was not known as such when the list was read.
  await other.database.pool.query('update access_review_accounts set is_own = false')
  expect(await refusal(admin.post(`${REVIEWS}/${reviewId}/accounts/${bot}/revoke`))).toEqual([
    409,
    'Copydesk signs in to GitHub with this account. Set another one first.',
  ])
  await other.close()
  github.members.delete('desk-bot')
  github.fails = true
})

it('refuses to revoke the caller’s own account', async () => {
  expect((await adm.post(`${REVIEWS}/${id}/accounts/999999/revoke`)).status).toBe(404)
  const { status, body } = await revoke('own')
  expect([status, body.message]).toEqual([409, 'You can’t revoke your own access.'])
  expect(await accountOf('own')).toMatchObject({ decision: null })
})

it('queries an unreachable system again, and recognizes the owner of an account with a handle after a look-up', async () => {
  github.fails = false
  await adm.get(`/api/users/check-account?email=${KNOWN}&github=Octo-Ada`)
  expect((await adm.post(`${REVIEWS}/${id}/ask-again`)).status).toBe(200)
  expect(await refusal(adm.post(`${REVIEWS}/${id}/finish`))).toEqual([
    409,
    'The systems are still being checked.',
  ])
  await api.app.queue.drain()
  expect(await accountOf('octo-ada')).toMatchObject({
    operation: 'github-acme',
    email: KNOWN,
    standing: 'known',
  })
  const { body } = await revoke('octo-ada')
  expect(body).toMatchObject({
    decision: 'revoked',
    outcome: expect.stringContaining('was removed from acme'),
  })
  const nothingLeft = [409, 'There are no systems left to check again.']
  expect(await refusal(adm.post(`${REVIEWS}/${id}/ask-again`))).toEqual(nothingLeft)
})

/** Offboards a person whose account was kept before. */
async function offboardKept(): Promise<number> {
  await decide([(await accountOf('never')).reviewed_account_id], 'keep')
  api.advance(1000)
  const run = await adm.post('/api/users/offboarding-runs', { email: usernameOf('qa') })
  expect(run.status, JSON.stringify(run.body)).toBe(200)
  await api.app.queue.drain()
  return run.body.run_id
}

it('takes over later closures of an offboarding run, even for accounts that were kept before', async () => {
  const runId = await offboardKept()
  expect(await accountOf('never')).toMatchObject({
    ...{ standing: 'left', decision: 'revoked', decided_by: 'Adm One' },
    outcome: expect.stringMatching(new RegExp(`^Offboarding run ${runId}: `)),
  })
  expect(await accountOf(usernameOf('qa'))).toMatchObject({ operation: 'copydesk', decision: 'revoked' })
})

it('asks again about an account that an offboarding run closed and a later look finds open', async () => {
  await offboardKept()
  const email = usernameOf('qa')
  const { body: runs } = await adm.get('/api/users/offboarding-runs')
  const run = runs.nodes.find((each: { email: string }) => each.email === email)
  const { pool } = api.database
  await pool.query('update directory_accounts set active = true where email = $1', [email])
  const payload = { runId: run.run_id, endedAt: run.ended_at }
  await api.runJob('offboarding.second-look', payload)
  expect(await accountOf('never')).toMatchObject({
    ...{ decision: null, decided_by: null },
    outcome: `Offboarding run ${run.run_id}: found open again.`,
  })
  // A closed account stays closed.
  expect(await accountOf(email)).toMatchObject({ operation: 'copydesk', decision: 'revoked' })
  expect((await revoke('never')).body).toMatchObject({ decision: 'revoked' })
})

it('takes over revocations for its own accounts only', async () => {
  const before = (await read()).undecided
  const revoked = await adm.put('/api/users/revoke-access', {
    source: 'built-in-chat',
    data: { email: OUTSIDER },
  })
  expect(revoked.status, JSON.stringify(revoked.body)).toBe(200)
  expect(await accountOf('studio')).toMatchObject({
    decision: 'revoked',
    outcome: expect.stringContaining('User Access: '),
  })
  expect((await read()).undecided).toBe(before - 1)
})

/** An account of somebody that its system does not let be closed. */
async function listBea(email: string): Promise<number> {
  github.members.add('octo-bea')
  await api.database.pool.query(
    `insert into access_review_accounts (review_id, operation, account, email, detail)
     values ($1, 'github-acme', 'octo-bea', $2, 'Member')`,
    [id, email],
  )
  return (await accountOf('octo-bea')).reviewed_account_id
}

it('asks again about a kept account of an offboarded user that could not be closed', async () => {
  const email = usernameOf('wrt', 3)
  await decide([await listBea(email)], 'keep')
  api.advance(1000)
  await adm.post('/api/users/offboarding-runs', { email, github: 'octo-bea' })
  await api.app.queue.drain()
  expect(await accountOf('octo-bea')).toMatchObject({ decision: null, decided_by: null })
})

it('is not finished while something is becoming undecided again', async () => {
  const { pool } = api.database
  const email = usernameOf('wrt', 3)
  const bea = await listBea(email)
  const open = (await list('&decision=undecided')).map((each) => each.reviewed_account_id)
  await decide(open, 'keep')
  api.advance(1000)
  const other = await pool.connect()
  try {
    // The run learns about the account only once this lock is released.
    await other.query('begin')
    await other.query('select from access_review_accounts where reviewed_account_id = $1 for update', [bea])
    await adm.post('/api/users/offboarding-runs', { email, github: 'octo-bea' })
    const running = api.app.queue.drain()
    const waiting = (statement: string) =>
      until(async () => {
        const { rows } = await pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
          [statement],
        )
        return rows.length > 0
      })
    await waiting('%update access_review_accounts a%')
    const finishing = adm.post(`${REVIEWS}/${id}/finish`)
    await waiting('%access_reviews%for update%')
    await other.query('commit')
    await running
    const undecided = 'Some accounts are still undecided.'
    expect(await refusal(finishing)).toEqual([409, undecided])
  } finally {
    await other.query('rollback')
    other.release()
  }
})

it('is finished once everything is decided, not before, and then nothing is decided any more', async () => {
  await revoke('locked')
  const undecided = 'Some accounts are still undecided.'
  expect(await refusal(adm.post(`${REVIEWS}/${id}/finish`))).toEqual([409, undecided])
  expect(await refusal(adm.post(REVIEWS))).toEqual([409, 'An access review is already in progress.'])
  const idsLeft = async () => (await list('&decision=undecided')).map((each) => each.reviewed_account_id)
  await decide(await idsLeft(), 'keep')
  expect(await refusal(adm.post(`${REVIEWS}/${id}/finish`))).toEqual([409, undecided])
  await decide(await idsLeft(), 'keep', await api.as('adm', 2))
  const { status, body } = await adm.post(`${REVIEWS}/${id}/finish`)
  expect([status, body]).toMatchObject([200, { undecided: 0, revoked: 1, ended_by: 'Adm One' }])
  const { reviewed_account_id: known } = await accountOf('known')
  expect(await refusal(decide([known], 'undecided'))).toEqual([409, 'This review is finished.'])
  const { rows } = await api.database.pool.query(
    "select act, after from audit_entries where act like 'access.review%' order by id",
  )
  expect(rows.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['access.review-begun', 'access.reviewed', 'access.review-ended']),
  )
  const named = rows.flatMap(({ after }) => after.accounts ?? [])
  expect(named).toContain('Chat: known')
})

it('leaves its report as a file of every account', async () => {
  github.fails = false
  await adm.post(`${REVIEWS}/${id}/ask-again`)
  await api.app.queue.drain()
  const { body } = await adm.post(`${REVIEWS}/${id}/export`)
  await api.app.queue.drain()
  const { body: file } = await adm.get(`/api/export/${body.exportId}/file`)
  const lines = String(file).trim().split('\n')
  expect(lines).toHaveLength(1 + (await list()).length)
  expect(file).toMatch(/Chat,locked,.*Left the company/)
})

it('is proposed to its reviewers, once a quarter, where none was started for 90 days', async () => {
  const propose = api.app.jobs.find(({ name }) => name === 'access-reviews.propose')
  const told = async () =>
    (
      await api.database.pool.query(
        "select u.username from notices n join users u on u.id = n.user_id where n.kind = 'access-review-due' order by 1",
      )
    ).rows.map(({ username }) => username)
  await propose?.run({})
  expect(await told()).toEqual([])
  api.advance(91 * DAY_MS)
  await propose?.run({})
  await propose?.run({})
  expect(await told()).toEqual([usernameOf('adm'), usernameOf('adm', 2)])
  expect((await adm.get(REVIEWS)).body.is_due).toBe(true)
})

it('is also proposed to a workspace without any before, and gives the reason for an unqueried, disconnected system', async () => {
  const other = await startApi()
  other.advance(91 * DAY_MS)
  await other.runJob('access-reviews.propose')
  const { rows } = await other.database.pool.query("select from notices where kind = 'access-review-due'")
  expect(rows).toHaveLength(2)
  const admin = await other.as('adm')
  const { body: begun } = await admin.post(REVIEWS)
  await other.database.pool.query("update access_review_systems set operation = 'sold'")
  await other.app.queue.drain()
  const { systems } = (await admin.get(`${REVIEWS}/${begun.review_id}`)).body
  const detail = 'This system is no longer connected.'
  expect(systems).toMatchObject([{ operation: 'sold', state: 'failed', detail }])
  await other.close()
})
