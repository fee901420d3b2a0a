import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { createApiToken } from '../../../security/api-tokens.ts'
import { type Answer, type Api, type Client, PASSWORD, startApi } from '../../../testing/api.ts'

const TOKENS = '/api/profile/tokens'

let api: Api
let qa: Client
beforeAll(async () => {
  api = await startApi()
  qa = await api.as('qa')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.pool.query('delete from api_tokens')
})

const wish = (more: object = {}) => ({ name: 'n8n', permissions: null, may_write: false, days: 90, ...more })

async function made(more: object = {}, owner: Client = qa) {
  const { status, body } = await owner.post(TOKENS, wish(more))
  expect([status, body.message]).toEqual([201, undefined])
  return { ...body, program: api.program(body.secret) } as {
    secret: string
    token: { id: number; ends_at: string }
    program: Client
  }
}

const refusal = ({ status, body: { message } }: Answer) => [status, message]

describe('a token', () => {
  test('is shown once and then only by its first characters', async () => {
    const { secret, token } = await made({ may_write: true, permissions: ['ViewKeywords'], days: 30 })
    expect(secret).toMatch(/^cdk_[\w-]{43}[0-9A-Za-z]{6}$/)
    const { body } = await qa.get(TOKENS)
    expect(body).toMatchObject({ is_allowed: true, most: 20, most_days: 365 })
    expect(body.tokens).toEqual([token])
    expect(token).toMatchObject({
      ...{ name: 'n8n', start: secret.slice(0, 8), permissions: ['ViewKeywords'], may_write: true },
      ...{ created_by: null, last_used_at: null, last_address: null, is_new_address: false },
      ...{ revoked_at: null, old: null },
    })
    const { rows } = await api.database.pool.query(
      `select t.*, (select count(*) from api_tokens where t::text like '%' || $1 || '%')::int as places from api_tokens t`,
      [secret.slice(4)],
    )
    expect(rows).toMatchObject([{ places: 0, user_id: qa.id, kind: 'personal' }])
  })

  test('acts for its owner, and its use is known to the minute', async () => {
    const { program, token } = await made()
    const { body } = await program.get('/api/profile')
    expect(body).toMatchObject({ id: qa.id, username: qa.username })
    const used = async () => (await qa.get(TOKENS)).body.tokens[0]
    const first = await used()
    expect(first).toMatchObject({ id: token.id, last_address: '127.0.0.1', is_new_address: false })
    api.advance(MINUTE_MS / 2)
    await program.get('/api/profile')
    expect((await used()).last_used_at).toBe(first.last_used_at)
    api.advance(MINUTE_MS / 2)
    await program.get('/api/profile')
    expect((await used()).last_used_at > first.last_used_at).toBe(true)
  })

  test('changes nothing unless it may, and its trail names it', async () => {
    const reader = await made()
    const writer = await made({ name: 'Zapier', may_write: true })
    const create = (client: Client) => client.post('/api/keywords', { keyword: 'token kettles' })
    expect(refusal(await create(reader.program))).toEqual([
      403,
      'This token can only read. Use one with “Can change things” switched on.',
    ])
    expect((await create(writer.program)).status).toBeLessThan(300)
    const { body } = await (await api.as('adm')).get(`/api/audit?credential_id=${writer.token.id}`)
    expect(body.nodes).toMatchObject([
      {
        act: 'keyword.created',
        actor: { kind: 'token', id: qa.id, credential: { id: writer.token.id, name: 'Zapier' } },
      },
    ])
  })

  test('that is narrowed has only the permissions it names, and no other than its owner', async () => {
    const { program } = await made({ permissions: ['ViewKeywords'] })
    expect((await program.get('/api/profile')).body.permissions).toEqual(['ViewKeywords'])
    expect((await program.get('/api/keywords')).status).toBe(200)
    expect(refusal(await program.get('/api/articles'))).toEqual([
      403,
      expect.stringMatching(/^This token lacks the permission /),
    ])
    const answer = await qa.post(TOKENS, wish({ permissions: ['ViewKeywords', 'ManageUsers', 'UpdateUser'] }))
    expect([answer.status, answer.body.validation?.body.message]).toEqual([
      400,
      'This account doesn’t have the permission ManageUsers, UpdateUser.',
    ])
  })

  test('reaches nothing that is for people who are signed in', async () => {
    const { program, token } = await made({ may_write: true })
    const calls = [
      () => program.get(TOKENS),
      () => program.post(TOKENS, wish()),
      () => program.post(`${TOKENS}/${token.id}/rotate`, { end_old: false }),
      () => program.delete(`${TOKENS}/${token.id}`),
      () => program.get('/api/profile/sessions'),
      () => program.post('/api/auth/step-up', { password: PASSWORD }),
      () => program.patch('/api/profile/password', { password: PASSWORD, newPassword: 'another secret' }),
      () => program.delete('/api/auth'),
    ]
    for (const call of calls)
      expect(refusal(await call())).toEqual([
        403,
        'API tokens can’t make this call. It needs a person who is signed in.',
      ])
  })
})

describe('the end of a token', () => {
  test('comes on its day, and only who holds it learns why', async () => {
    const { program, token } = await made({ days: 1 })
    api.advance(DAY_MS - 1000)
    expect((await program.get('/api/profile')).status).toBe(200)
    api.advance(1001)
    const { status, body, headers } = await program.get('/api/profile')
    expect([status, body.message, headers['www-authenticate']]).toEqual([
      401,
      `This token ended on ${token.ends_at.slice(0, 10)}. Its owner can rotate it.`,
      'Bearer',
    ])
    expect(refusal(await api.program(createApiToken().secret).get('/api/profile'))).toEqual([
      401,
      'This token isn’t valid.',
    ])
    expect(refusal(await api.program('cdk_mistyped').get('/api/profile'))).toEqual([
      401,
      'This token isn’t valid.',
    ])
  })

  test('comes with its revocation at once; it stays in the list for 30 days', async () => {
    qa = await api.as('qa')
    const { program, token } = await made()
    const other = await made({ name: 'Other' })
    expect((await program.get('/api/profile')).status).toBe(200)
    expect((await qa.delete(`${TOKENS}/${token.id}`)).status).toBe(204)
    expect(refusal(await program.get('/api/profile'))).toEqual([401, 'This token was revoked.'])
    const listed = async () => (await qa.get(TOKENS)).body.tokens
    expect(await listed()).toMatchObject([
      { id: other.token.id },
      { id: token.id, revoked_at: expect.any(String) },
    ])
    api.advance(30 * DAY_MS + 1)
    qa = await api.as('qa')
    expect(await listed()).toMatchObject([{ id: other.token.id }])
  })

  test('lets its owner remove it from the list', async () => {
    const { token } = await made()
    await qa.delete(`${TOKENS}/${token.id}`)
    expect((await qa.delete(`${TOKENS}/${token.id}`)).status).toBe(204)
    expect((await qa.get(TOKENS)).body.tokens).toEqual([])
    expect((await qa.delete(`${TOKENS}/${token.id}`)).status).toBe(404)
  })
})

describe('who owns a token', () => {
  test('has twenty at most that work', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => made()))
    expect(refusal(await qa.post(TOKENS, wish()))).toEqual([
      409,
      'You have 20 tokens, the most your workspace allows. Revoke one first.',
    ])
    await qa.post(`${TOKENS}/${tokens[0]?.token.id}/rotate`, { end_old: false })
    await qa.delete(`${TOKENS}/${tokens[1]?.token.id}`)
    await made()
    expect((await qa.post(TOKENS, wish())).status).toBe(409)
  })

  test('neither sees nor touches those of others', async () => {
    const { token } = await made()
    const wrt = await api.as('wrt')
    expect((await wrt.get(TOKENS)).body.tokens).toEqual([])
    expect((await wrt.delete(`${TOKENS}/${token.id}`)).status).toBe(404)
    expect((await wrt.post(`${TOKENS}/${token.id}/rotate`, { end_old: true })).status).toBe(404)
    expect((await wrt.delete(`${TOKENS}/${token.id}/old`)).status).toBe(404)
    expect((await wrt.get(`/api/users/${qa.id}/tokens`)).status).toBe(403)
    expect((await wrt.delete(`/api/users/${qa.id}/tokens/${token.id}`)).status).toBe(403)
  })

  test('gets a notice when an administrator revokes it', async () => {
    const { token, program } = await made()
    const adm = await api.as('adm')
    const url = `/api/users/${qa.id}/tokens`
    expect((await adm.get(url)).body.tokens).toMatchObject([{ id: token.id }])
    expect((await adm.delete(`/api/users/${adm.id}/tokens/${token.id}`)).status).toBe(404)
    expect((await adm.delete(`${url}/${token.id}`)).status).toBe(204)
    expect((await program.get('/api/profile')).status).toBe(401)
    const { body } = await qa.get('/api/notices')
    expect(body.nodes[0]).toMatchObject({ kind: 'token-revoked', words: '“n8n”' })
    expect((await api.mails())[0]).toMatchObject({
      to: qa.username,
      subject: 'Adm One revoked an API token',
    })
    for (const answer of [
      await adm.post(url, wish()),
      await adm.post(`${url}/${token.id}/rotate`, { end_old: true }),
    ])
      expect(refusal(answer)).toEqual([409, 'People make their own tokens in their profile.'])
  })
})

describe('a rotation', () => {
  test('makes a new token of the same rights, and the old one works for a day more', async () => {
    const old = await made({ name: 'Sync', permissions: ['ViewKeywords'], may_write: true, days: 30 })
    await old.program.get('/api/profile')
    const { status, body } = await qa.post(`${TOKENS}/${old.token.id}/rotate`, { end_old: false })
    expect([status, body.token]).toEqual([
      201,
      expect.objectContaining({ name: 'Sync', permissions: ['ViewKeywords'], may_write: true }),
    ])
    const renewed = api.program(body.secret)
    expect((await qa.get(TOKENS)).body.tokens).toEqual([
      { ...body.token, old: { ends_at: expect.any(String), last_used_at: expect.any(String) } },
    ])
    expect((await old.program.get('/api/profile')).status).toBe(200)
    expect((await renewed.get('/api/profile')).status).toBe(200)
    const again = await qa.post(`${TOKENS}/${body.token.id}/rotate`, { end_old: false })
    expect(refusal(again)).toEqual([
      409,
      expect.stringMatching(/the one before it works until .* End that one first\.$/),
    ])
    expect(refusal(await qa.post(`${TOKENS}/${old.token.id}/rotate`, { end_old: false }))).toEqual([
      409,
      'This token was already rotated. Reload to see the one that replaced it.',
    ])
    api.advance(24 * HOUR_MS)
    qa = await api.as('qa')
    expect(refusal(await old.program.get('/api/profile'))).toEqual([
      401,
      'This token was replaced by a new one.',
    ])
    expect((await renewed.get('/api/profile')).status).toBe(200)
    expect((await qa.get(TOKENS)).body.tokens).toMatchObject([{ id: body.token.id, old: null }])
  })

  test('can end the old token at once, or a little later', async () => {
    const first = await made()
    const { body } = await qa.post(`${TOKENS}/${first.token.id}/rotate`, { end_old: true })
    expect(body.token.old).toBeNull()
    expect(refusal(await first.program.get('/api/profile'))).toEqual([
      401,
      'This token was replaced by a new one.',
    ])
    const next = await qa.post(`${TOKENS}/${body.token.id}/rotate`, { end_old: false })
    const second = api.program(body.secret)
    expect((await second.get('/api/profile')).status).toBe(200)
    expect((await qa.delete(`${TOKENS}/${next.body.token.id}/old`)).status).toBe(204)
    expect((await second.get('/api/profile')).status).toBe(401)
    expect((await qa.delete(`${TOKENS}/${next.body.token.id}/old`)).status).toBe(404)
    expect((await api.program(next.body.secret).get('/api/profile')).status).toBe(200)
  })

  test('of a revoked token is refused, of an ended one allowed', async () => {
    const revoked = await made()
    await qa.delete(`${TOKENS}/${revoked.token.id}`)
    expect(refusal(await qa.post(`${TOKENS}/${revoked.token.id}/rotate`, { end_old: false }))).toEqual([
      409,
      'This token was revoked. Make a new one instead.',
    ])
    const ended = await made({ days: 1 })
    api.advance(DAY_MS)
    qa = await api.as('qa')
    const { status, body } = await qa.post(`${TOKENS}/${ended.token.id}/rotate`, { end_old: false })
    expect([status, body.token.old]).toEqual([201, null])
    expect((await api.program(body.secret).get('/api/profile')).status).toBe(200)
    expect((await ended.program.get('/api/profile')).status).toBe(401)
  })

  test('succeeds once, however many are made at the same time', async () => {
    const { token } = await made()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => qa.post(`${TOKENS}/${token.id}/rotate`, { end_old: false })),
    )
    const refused = answers.filter(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(refused.map(refusal)).toEqual(
      Array(49).fill([409, 'This token was already rotated. Reload to see the one that replaced it.']),
    )
    expect((await qa.get(TOKENS)).body.tokens).toHaveLength(1)
  })

  test('is undone by the revocation of the new token, which takes the old one along', async () => {
    const old = await made()
    const { body } = await qa.post(`${TOKENS}/${old.token.id}/rotate`, { end_old: false })
    await qa.delete(`${TOKENS}/${body.token.id}`)
    for (const program of [old.program, api.program(body.secret)])
      expect((await program.get('/api/profile')).status).toBe(401)
  })
})

describe('the owner’s account', () => {
  test('takes its tokens along when it is locked, and brings them back', async () => {
    const { program } = await made()
    const set = (active: boolean) =>
      api.database.pool.query('update users set active = $2 where id = $1', [qa.id, active])
    expect((await program.get('/api/profile')).status).toBe(200)
    await set(false)
    api.advance(1000)
    expect(refusal(await program.get('/api/profile'))).toEqual([
      401,
      'The account of this token is locked. Please ask your administrator.',
    ])
    await set(true)
    expect((await program.get('/api/profile')).status).toBe(200)
  })

  test('gives its tokens another role’s permissions on the next call', async () => {
    const opm = await api.as('opm', 2)
    const { program } = await made({ may_write: true }, opm)
    expect((await program.get('/api/keywords')).status).toBe(200)
    const adm = await api.as('adm')
    const { body } = await adm.get(`/api/users/${opm.id}`)
    const { status } = await adm.put(`/api/users/${opm.id}`, { ...body, role_id: 'wrt' })
    expect(status).toBe(200)
    expect((await program.get('/api/keywords')).status).toBe(403)
  })
})
