import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

const TOKENS = '/api/profile/tokens'
const REMIND = 'tokens.remind-of-ends'

let api: Api
let opm: Client
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.pool.query('truncate api_tokens, notices cascade')
  opm = await api.as('opm')
})

async function made(days: number, name = 'n8n', owner = opm) {
  const wish = { name, permissions: null, may_write: false, days }
  const { body } = await owner.post(TOKENS, wish)
  return body as { secret: string; token: { id: number; ends_at: string } }
}

async function remindersAt(days: number) {
  api.advance(days * DAY_MS)
  await api.runJob(REMIND)
  const { rows } = await api.database.pool.query(
    "select user_id, words from notices where kind = 'token-ending' order by notice_id",
  )
  return rows
}

test('its owner is reminded 14 and 3 days before a token ends, once each', async () => {
  const { token } = await made(30)
  const words = `“n8n” ends on ${token.ends_at.slice(0, 10)}. Rotate it before then, or what uses it stops working.`
  expect(await remindersAt(15)).toEqual([])
  expect(await remindersAt(1)).toEqual([{ user_id: opm.id, words }])
  expect(await remindersAt(0)).toHaveLength(1)
  expect(await remindersAt(10)).toHaveLength(1)
  expect(await remindersAt(1)).toHaveLength(2)
  expect(await remindersAt(1)).toHaveLength(2)
  const mails = (await api.mails()).filter(({ subject }) => subject === 'An API token ends soon')
  expect(mails.map(({ to, text }) => [to, text.includes(words)])).toEqual([
    [opm.username, true],
    [opm.username, true],
  ])
})

test('a reminder of one token leaves the one of another due', async () => {
  await made(15, 'Sooner')
  await made(21, 'Later')
  const firstWords = async (days: number) => (await remindersAt(days)).map(({ words }) => words.split(' ')[0])
  expect(await firstWords(8)).toEqual(['“Sooner”', '“Later”'])
  expect((await firstWords(4)).slice(2)).toEqual(['“Sooner”'])
  expect((await firstWords(6)).slice(3)).toEqual(['“Later”'])
})

test('a reminder asks for no rotation once the workspace allows no personal tokens', async () => {
  const { secret, token } = await made(15)
  await api.database.pool.query(
    'insert into sign_in_rules (changed_at, version, people_make_tokens) values (now(), 1, false)',
  )
  const day = token.ends_at.slice(0, 10)
  const words = `“n8n” ends on ${day}, because your workspace no longer allows personal tokens.`
  expect(await remindersAt(13)).toEqual([{ user_id: opm.id, words }])
  api.advance(2 * DAY_MS)
  const { status, body } = await api.program(secret).get('/api/profile')
  expect([status, body.message]).toEqual([401, `This token ended on ${day}.`])
  await api.database.pool.query('delete from sign_in_rules')
})

test('reminders that run at the same time remind once', async () => {
  await made(15)
  api.advance(DAY_MS)
  await Promise.all(Array.from({ length: 5 }, () => api.runJob(REMIND)))
  expect(await remindersAt(0)).toHaveLength(1)
})

test('nobody is reminded of tokens made for a short time, replaced, revoked or of a locked user', async () => {
  await made(14, 'Short')
  const rotated = await made(15, 'Rotated')
  const revoked = await made(15, 'Revoked')
  const wrt = await api.as('wrt', 2)
  await made(15, 'Locked', wrt)
  await opm.post(`${TOKENS}/${rotated.token.id}/rotate`, { end_old: false })
  await opm.delete(`${TOKENS}/${revoked.token.id}`)
  await api.database.pool.query('update users set active = false where id = $1', [wrt.id])
  const reminded = (await remindersAt(1.5)).map(({ words }) => words)
  expect(reminded.map((words: string) => words.split(' ')[0])).toEqual(['“Rotated”'])
})

test('the owner of a service account is reminded of its tokens', async () => {
  const adm = await api.as('adm')
  const account = { name: 'Price sync', purpose: '', role_id: 'qa', owner_id: opm.id }
  const { body } = await adm.post('/api/service-accounts', account)
  const wish = { name: 'Main', permissions: null, may_write: false, days: 15 }
  expect((await adm.post(`/api/users/${body.id}/tokens`, wish)).status).toBe(201)
  expect(await remindersAt(2)).toEqual([
    { user_id: opm.id, words: expect.stringMatching(/^“Main” of Price sync ends on /) },
  ])
})

test('administrators are reminded of the tokens of a service account whose owner is locked', async () => {
  const adm = await api.as('adm')
  const owner = await api.as('opm', 2)
  const account = { name: 'Stock sync', purpose: '', role_id: 'qa', owner_id: owner.id }
  const { body } = await adm.post('/api/service-accounts', account)
  const wish = { name: 'Main', permissions: null, may_write: false, days: 15 }
  expect((await adm.post(`/api/users/${body.id}/tokens`, wish)).status).toBe(201)
  await api.database.pool.query('update users set active = false where id = $1', [owner.id])
  const reminded = await remindersAt(2)
  expect(reminded.length).toBeGreaterThan(0)
  const words = expect.stringMatching(
    /^“Main” of Stock sync ends on .+\. The owner of this service account is locked\.$/,
  )
  const { rows } = await api.database.pool.query(
    "select id from users where role_id = 'adm' and active order by 1",
  )
  expect(reminded).toEqual(rows.map(({ id }) => ({ user_id: id, words })))
})

test('ended and revoked tokens are removed after 30 days, and the trail keeps their names', async () => {
  const { token: revoked } = await made(90, 'Revoked')
  const { token: ended } = await made(1, 'Ended')
  await made(90, 'Works')
  await opm.delete(`${TOKENS}/${revoked.id}`)
  const namesAt = async (days: number) => {
    api.advance(days * DAY_MS)
    await api.runJob('retention.remove-old')
    const { rows } = await api.database.pool.query('select name from api_tokens order by token_id')
    return rows.map(({ name }) => name)
  }
  expect(await namesAt(29)).toEqual(['Revoked', 'Ended', 'Works'])
  expect(await namesAt(1.5)).toEqual(['Ended', 'Works'])
  expect(await namesAt(1)).toEqual(['Works'])
  const { rows } = await api.database.pool.query(
    "select after ->> 'name' as name from audit_entries where act = 'token.created' order by id desc limit 3",
  )
  expect(rows.map(({ name }) => name)).toEqual(['Works', 'Ended', 'Revoked'])
  expect(ended.id).toBeGreaterThan(revoked.id)
})
