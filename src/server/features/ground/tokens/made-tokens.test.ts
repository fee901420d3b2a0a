import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let adm: Client
let qa: Client
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  qa = await api.as('qa')
})
afterAll(() => api.close())

const WISH = { name: 'n8n', permissions: null, may_write: false, days: 90 }
const noticesOf = async (person: Client, kind: string) =>
  (await person.get('/api/notices?page=1')).body.nodes
    .filter((notice: { kind: string }) => notice.kind === kind)
    .map(({ words }: { words: string }) => words)
const mailsTo = async ({ username }: Client, subject: string) =>
  (await api.mails()).filter((mail) => mail.to === username && mail.subject === subject)

describe('a token that is made or rotated', () => {
  test('is told to its owner by notice and mail', async () => {
    const { token } = (await qa.post('/api/profile/tokens', WISH)).body
    const words = '“n8n”. If you didn’t make it, revoke it and change your password.'
    expect(await noticesOf(qa, 'token-made')).toEqual([words])
    await qa.post(`/api/profile/tokens/${token.id}/rotate`, { end_old: true })
    expect(await noticesOf(qa, 'token-made')).toEqual([words, words])
    expect(await mailsTo(qa, 'An API token was made for your account')).toHaveLength(2)
  })

  test('for a service account is told to the owner of the account, with who made it', async () => {
    const account = { name: 'Price sync', purpose: '', role_id: 'wrt', owner_id: qa.id }
    const { id } = (await adm.post('/api/service-accounts', account)).body
    await adm.post(`/api/users/${id}/tokens`, WISH)
    expect(await noticesOf(qa, 'service-token-made')).toEqual([
      '“n8n” of Price sync, made by Adm One. If this is a surprise, have it revoked.',
    ])
    expect(await mailsTo(qa, 'An API token was made for your service account')).toHaveLength(1)
  })
})

test('an email that an administrator changes revokes the person’s tokens, which say why', async () => {
  const opm = await api.as('opm')
  const { secret } = (await opm.post('/api/profile/tokens', WISH)).body
  const { body: person } = await adm.get(`/api/users/${opm.id}`)
  expect((await adm.put(`/api/users/${opm.id}`, { ...person, first_name: 'Renamed' })).status).toBe(200)
  expect((await api.program(secret).get('/api/profile')).status).toBe(200)
  const { version } = (await adm.get(`/api/users/${opm.id}`)).body
  const moved = { ...person, version, username: 'moved@desk.example' }
  expect((await adm.put(`/api/users/${opm.id}`, moved)).status).toBe(200)
  const { status, body } = await api.program(secret).get('/api/profile')
  expect([status, body.message]).toEqual([
    401,
    'This token was revoked because the email of its account was changed.',
  ])
  const trail = (await adm.get(`/api/audit?concerns_id=${opm.id}&act=token.revoked`)).body.nodes
  expect(trail).toMatchObject([
    { actor: { id: adm.id }, after: { revoked: [expect.stringMatching(/^.+ \(cdk_.{4}…\)$/)] } },
  ])
})
