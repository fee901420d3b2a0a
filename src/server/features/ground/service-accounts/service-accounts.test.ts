import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { type Answer, type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'

const ACCOUNTS = '/api/service-accounts'

let api: Api
let adm: Client
let opm: Client
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  opm = await api.as('opm')
})
afterAll(() => api.close())

const wish = (more: object = {}) => ({
  ...{ name: 'Price sync', purpose: 'Reads prices.', role_id: 'opm', owner_id: opm.id },
  ...more,
})

const create = async (more: object = {}) => (await adm.post(ACCOUNTS, wish(more))).body

async function programOf(id: number, more: object = {}) {
  const token = { name: 'Main', permissions: null, may_write: true, days: 90, ...more }
  const { status, body } = await adm.post(`/api/users/${id}/tokens`, token)
  expect([status, body.message]).toEqual([201, undefined])
  return { ...body, program: api.program(body.secret) } as {
    secret: string
    token: { id: number; created_by: object }
    program: Client
  }
}

const refusal = ({ status, body: { message } }: Answer) => [status, message]
const problem = ({ status, body }: Answer) => [status, body.validation?.body.message]

describe('a service account', () => {
  test('acts by its tokens, and what it makes has its name', async () => {
    const account = await create()
    expect(account).toMatchObject({
      ...{ name: 'Price sync', purpose: 'Reads prices.', role_id: 'opm', active: true, version: 1 },
      owner: { id: opm.id, name: 'Opm One', active: true },
      created_by: { id: adm.id, name: 'Adm One' },
      ...{ tokens: 0, next_end_at: null, last_used_at: null, last_address: null },
    })
    const { program, token } = await programOf(account.id)
    expect(token.created_by).toEqual({ id: adm.id, name: 'Adm One' })
    expect((await program.get('/api/profile')).body).toMatchObject({
      ...{ id: account.id, first_name: 'Price sync', last_name: '', role_id: 'opm' },
    })
    const { body: article } = await program.post('/api/articles', {
      ...{ siteId: 1, keywords: ['service kettles'], draft: false },
    })
    expect((await adm.get(`/api/articles/${article.article_id}`)).body.user).toMatchObject({
      id: account.id,
      first_name: 'Price sync',
    })
    expect((await adm.get(`${ACCOUNTS}/${account.id}`)).body).toMatchObject({
      ...{ tokens: 1, next_end_at: expect.any(String), last_used_at: expect.any(String) },
      last_address: '127.0.0.1',
    })
  })

  test('is among no people, pickers or administrators', async () => {
    const { id } = await create({ role_id: 'adm', name: 'Qwerty' })
    const named = (people: { id: number }[]) => people.some((each) => each.id === id)
    expect((await adm.get('/api/users?query=qwerty')).body).toMatchObject({ nodes: [], totalCount: 0 })
    expect(named((await adm.get('/api/users/all')).body)).toBe(false)
    expect((await adm.get('/api/users?holding=ManageUsers&query=qwerty')).body.nodes).toEqual([])
    expect((await opm.get('/api/users?query=qwerty')).body.nodes).toEqual([])
    expect(JSON.stringify((await opm.get('/api/profile/admins')).body)).not.toContain('Qwerty')
    expect(JSON.stringify((await opm.get('/api/alert-rules')).body)).not.toContain('Qwerty')
    expect((await adm.get(`/api/users/${id}/held-work`)).status).toBe(404)
    // What names a user by id finds its name.
    expect(named((await opm.get(`/api/users?ids=${id}`)).body.nodes)).toBe(true)
    expect((await adm.get(`/api/users/${id}`)).body).toMatchObject({ id, confirmed: false, is_service: true })
  })

  test('does not count as the administrator who is left', async () => {
    const account = await create({ role_id: 'adm' })
    await programOf(account.id)
    const { pool } = api.database
    await pool.query("update users set active = false where username = 'adm2@desk.example'")
    const { body } = await adm.get(`/api/users/${adm.id}`)
    expect(refusal(await adm.put(`/api/users/${adm.id}`, { ...body, role_id: 'qa' }))).toEqual([
      409,
      'This is the last active administrator who can sign in.',
    ])
    await pool.query("update users set active = true where username = 'adm2@desk.example'")
  })

  test('cannot sign in, be invited or get a password, in the same words as an unknown account', async () => {
    const { id } = await create()
    const { body } = await adm.get(`/api/users/${id}`)
    const answerOf = async (username: string) => {
      const signIn = await api.signIn(username, 'correct horse battery')
      const reset = await api.visitor.post('/api/reset-password', { username })
      return [signIn.status, signIn.body.message, signIn.body.validation, reset.status, reset.body.message]
    }
    expect(await answerOf(body.username)).toEqual(await answerOf('service:0000000000000000'))
    const eng = await api.as('eng')
    expect(refusal(await eng.post(`/api/users/${id}/email/resend`))).toEqual([
      409,
      'Service accounts get no mail.',
    ])
    const change = { ...body, username: 'me@desk.example', last_name: 'Sync' }
    expect(refusal(await adm.put(`/api/users/${id}`, change))).toEqual([
      409,
      'This is a service account. Change it among the service accounts.',
    ])
    await expect(
      api.database.pool.query("update users set password_hash = 'x' where id = $1", [id]),
    ).rejects.toThrow('users_service_has_no_password')
    expect((await api.mails()).filter(({ to }) => to.startsWith('service'))).toEqual([])
  })

  test('gets no notices, even of its own articles', async () => {
    const { id } = await create()
    const { id: articleId } = await buildArticle(api.database.db, {
      userId: id,
      siteId: 1,
      status: 'requested',
    })
    const qa = await api.as('qa')
    const answer = await qa.patch(`/api/articles/validate/${articleId}`, { command: 'return', reason: 'No' })
    await api.app.queue.drain()
    const { rows } = await api.database.pool.query('select * from notices where user_id = $1', [id])
    expect([answer.status, rows]).toEqual([200, []])
  })

  test('is searched by name and purpose and sorted by every column', async () => {
    await create({ name: 'Zebra', purpose: 'Feeds the dashboard', role_id: 'wrt' })
    const namesOf = async (query: string) =>
      (await adm.get(`${ACCOUNTS}?${query}`)).body.nodes.map(({ name }: { name: string }) => name)
    expect(await namesOf('query=dashboard')).toEqual(['Zebra'])
    expect(await namesOf('query=zeb')).toEqual(['Zebra'])
    for (const sort of ['name', 'role', 'owner', 'tokens', 'last_used_at', 'active'])
      for (const sortOrder of ['asc', 'desc'])
        expect(await namesOf(`sort=${sort}&sortOrder=${sortOrder}`), sort).toContain('Zebra')
    expect((await namesOf('sort=name&sortOrder=desc'))[0]).toBe('Zebra')
  })
})

describe('who answers for a service account', () => {
  test('is an active person, and gets a notice', async () => {
    const wrt = await api.as('wrt')
    const account = await create({ owner_id: wrt.id, name: 'Told' })
    expect((await wrt.get('/api/notices')).body.nodes[0]).toMatchObject({
      kind: 'service-account-owned',
      words: '“Told”. You’ll get a notice before its tokens end.',
    })
    expect((await api.mails())[0]?.to).toBe(wrt.username)
    const unfit = [400, 'Choose an active user as the owner.']
    expect(problem(await adm.post(ACCOUNTS, wish({ owner_id: account.id })))).toEqual(unfit)
    expect(problem(await adm.post(ACCOUNTS, wish({ owner_id: 9_999_999 })))).toEqual(unfit)
  })

  test('gets one notice of each new address of a token', async () => {
    const account = await create({ name: 'Roaming' })
    const { program } = await programOf(account.id)
    const callFrom = (remoteAddress: string) =>
      program.send({ method: 'GET', url: '/api/profile', remoteAddress })
    const told = async () => {
      const { body } = await opm.get('/api/notices')
      return body.nodes.filter(({ kind }: { kind: string }) => kind === 'token-address').length
    }
    await callFrom('192.0.2.1')
    expect(await told()).toBe(0)
    for (const address of ['192.0.2.2', '192.0.2.1', '192.0.2.2']) await callFrom(address)
    expect(await told()).toBe(1)
    const { body } = await adm.get(`/api/users/${account.id}/tokens`)
    expect(body.tokens[0]).toMatchObject({ last_address: '192.0.2.2', is_new_address: true })
    expect((await api.mails())[0]).toMatchObject({
      to: opm.username,
      text: expect.stringContaining('“Main” of Roaming was used from 192.0.2.2 for the first time.'),
    })
  })

  test('gets a notice when one of its tokens is revoked', async () => {
    const account = await create({ name: 'Revoked' })
    const { program, token } = await programOf(account.id)
    await adm.delete(`/api/users/${account.id}/tokens/${token.id}`)
    expect((await program.get('/api/profile')).status).toBe(401)
    expect((await opm.get('/api/notices')).body.nodes[0]).toMatchObject({
      kind: 'token-revoked',
      words: '“Main” of Revoked',
    })
  })
})

describe('a change of a service account', () => {
  const changeOf = ({ name, purpose, role_id, owner, active, version }: Record<string, unknown>) => ({
    ...{ name, purpose, role_id, active, version },
    owner_id: (owner as { id: number }).id,
  })

  test('counts on the next call: its role, its lock', async () => {
    const account = await create()
    const { program } = await programOf(account.id)
    expect((await program.get('/api/keywords')).status).toBe(200)
    const { body: writer } = await adm.put(`${ACCOUNTS}/${account.id}`, {
      ...changeOf(account),
      role_id: 'wrt',
    })
    expect((await program.get('/api/keywords')).status).toBe(403)
    const { body: locked } = await adm.put(`${ACCOUNTS}/${account.id}`, {
      ...changeOf(writer),
      active: false,
    })
    expect(locked).toMatchObject({ active: false, version: 3 })
    expect(refusal(await program.get('/api/profile'))).toEqual([
      401,
      'The account of this token is locked. Please ask your administrator.',
    ])
  })

  test('is refused on an old version, and reaches no people', async () => {
    const account = await create()
    const change = changeOf(account)
    await adm.put(`${ACCOUNTS}/${account.id}`, { ...change, name: 'First' })
    const { status, body } = await adm.put(`${ACCOUNTS}/${account.id}`, { ...change, name: 'Second' })
    expect([status, body.details.current.name]).toEqual([409, 'First'])
    expect((await adm.put(`${ACCOUNTS}/${opm.id}`, change)).status).toBe(404)
    expect((await adm.get(`${ACCOUNTS}/${opm.id}`)).status).toBe(404)
  })

  test('is only for those who manage users', async () => {
    const { id } = await create()
    for (const role of ROLE_IDS.filter((each) => each !== 'adm')) {
      const client = await api.as(role)
      expect((await client.post(ACCOUNTS, wish())).status, role).toBe(403)
      expect((await client.put(`${ACCOUNTS}/${id}`, wish())).status, role).toBe(403)
      expect((await client.post(`/api/users/${id}/tokens`, wish())).status, role).toBe(403)
    }
  })
})
