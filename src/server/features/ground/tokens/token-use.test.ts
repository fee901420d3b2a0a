import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../app.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildKeyword } from '../../../testing/builders.ts'
import { tablesHolding } from '../../../testing/stored-text.ts'

const TOKENS = '/api/profile/tokens'

const lines: string[] = []
let api: Api
let qa: Client
beforeAll(async () => {
  api = await startApi({ LOG_LEVEL: 'trace' }, { logTo: { write: (line) => void lines.push(line) } })
  qa = await api.as('qa')
})
afterAll(() => api.close())

async function made(more: object = {}, owner = qa) {
  const wish = { name: 'n8n', permissions: null, may_write: true, days: 30, ...more }
  const { body } = await owner.post(TOKENS, wish)
  return { secret: body.secret as string, id: body.token.id as number, program: api.program(body.secret) }
}

describe('the secret of a token', () => {
  test('is in no table, no log line and no list, in whole or in part', async () => {
    const { secret, id, program } = await made()
    const rotated = (await qa.post(`${TOKENS}/${id}/rotate`, { end_old: false })).body
    lines.length = 0
    await program.get('/api/profile')
    await program.post('/api/keywords', { keyword: 'secret kettles' })
    await program.send({ method: 'GET', url: `/api/users?query=${secret}` })
    await program.post('/api/keyword-uploads', { token: secret })
    await api.program(`${secret.slice(0, -1)}!`).get('/api/profile')
    await qa.delete(`${TOKENS}/${rotated.token.id}`)
    await api.mails()
    const lists = [await qa.get(TOKENS), await (await api.as('adm')).get(`/api/users/${qa.id}/tokens`)]
    const said = [...lines, ...lists.map(({ body }) => JSON.stringify(body))].join('\n')
    for (const part of [secret.slice(4, 47), secret.slice(8), rotated.secret.slice(8)]) {
      expect(await tablesHolding(api.database, part)).toEqual([])
      expect(said.includes(part)).toBe(false)
    }
    const calls = lines.map((line) => JSON.parse(line)).filter(({ tokenId }) => tokenId !== undefined)
    expect(calls.map(({ userId, tokenId }) => [userId, tokenId])).toContainEqual([qa.id, id])
  })
})

describe('on two servers of one database', () => {
  test('a revocation, a lock and a new role count on the other within a second', async () => {
    let ahead = 0
    const second = await createApp({
      ...{ settings: api.settings, database: api.database, webFolder: null },
      clock: () => new Date(api.now().getTime() + ahead),
    })
    const opm = await api.as('opm', 2)
    const tokens = [await made({}, opm), await made({}, opm)]
    const statusesThere = async (url: string) =>
      Promise.all(
        tokens.map(async ({ secret }) => {
          const headers = { authorization: `Bearer ${secret}` }
          return (await second.server.inject({ url, headers })).statusCode
        }),
      )
    expect(await statusesThere('/api/keywords')).toEqual([200, 200])
    await opm.delete(`${TOKENS}/${tokens[0]?.id}`)
    ahead += 1001
    expect(await statusesThere('/api/keywords')).toEqual([401, 200])
    const { pool } = api.database
    await pool.query("update users set role_id = 'wrt' where id = $1", [opm.id])
    ahead += 1001
    expect(await statusesThere('/api/keywords')).toEqual([401, 403])
    await pool.query('update users set active = false where id = $1', [opm.id])
    ahead += 1001
    expect(await statusesThere('/api/profile')).toEqual([401, 401])
    await second.server.close()
  })

  test('a token works on a server that was started after it was made', async () => {
    const { secret } = await made()
    const { settings, database } = api
    const next = await createApp({ settings, database, clock: api.now, webFolder: null })
    const headers = { authorization: `Bearer ${secret}` }
    expect((await next.server.inject({ url: '/api/profile', headers })).statusCode).toBe(200)
    await next.server.close()
  })
})

describe('a program', () => {
  test('that only reads prepares exports and downloads files', async () => {
    const { program, id } = await made({ may_write: false })
    const { status, headers } = await program.get('/api/keywords/keywords.csv')
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('csv')])
    const { rows } = await api.database.pool.query(
      "select credential_id from audit_entries where act = 'file.asked' order by id desc limit 1",
    )
    expect(rows).toEqual([{ credential_id: id }])
    const { body } = await program.post('/api/stats/keyword-winners-raw', { dateRange: 7 })
    await api.app.queue.drain()
    const url = `/api/export/${body.exportId}`
    expect((await program.get(url)).body).toMatchObject({ status: 'FINISHED' })
    expect((await program.get(`${url}/file`)).status).toBe(200)
    const other = await made({ may_write: false }, await api.as('opm'))
    expect((await other.program.get(`${url}/file`)).status).toBe(404)
  })

  test('gets no file of what is for people, though its owner requested it', async () => {
    const eng = await api.as('eng')
    const { program } = await made({}, eng)
    const { body } = await eng.post('/api/query/export', { query: 'select 1', format: 'csv' })
    await api.app.queue.drain()
    const url = `/api/export/${body.exportId}`
    expect((await eng.get(`${url}/file`)).status).toBe(200)
    expect((await program.get(url)).status).toBe(404)
    expect((await program.get(`${url}/file`)).status).toBe(404)
    expect((await program.post(`${url}/again`)).status).toBe(404)
  })

  test('sees and changes of others only what its owner may', async () => {
    const { db } = api.database
    const eng = await api.as('eng')
    const draft = await buildArticle(db, { userId: eng.id, siteId: 1, status: 'draft' })
    const returned = await buildArticle(db, { userId: eng.id, siteId: 1, status: 'returned' })
    const { id: keywordId } = await buildKeyword(db)
    const { body } = await eng.post(`/api/keywords/${keywordId}/comments`, { comment: 'Mine.' })
    const view = await eng.post('/api/saved-views', { screen: 'keywords', name: 'Mine', search: 'a=1' })
    const { program } = await made()
    const both = async (call: (client: Client) => ReturnType<Client['get']>) => {
      const [asPerson, asProgram] = [await call(qa), await call(program)]
      expect(asProgram.status).toBe(asPerson.status)
      return asProgram.status
    }
    expect(await both((client) => client.get(`/api/articles/${draft.id}`))).toBe(404)
    expect(await both((client) => client.delete(`/api/articles/${draft.id}`))).toBe(404)
    expect(await both((client) => client.patch(`/api/articles/cancel/${returned.id}`))).toBe(403)
    const comment = `/api/keywords/${keywordId}/comments/${body.comment.comment_id}`
    expect(await both((client) => client.delete(comment))).toBe(403)
    expect(await both((client) => client.delete(`/api/saved-views/${view.body.view_id}`))).toBe(404)
    expect(await both((client) => client.get(`/api/users/${eng.id}`))).toBe(403)
  })

  test('is counted apart from its owner, so that it cannot lock them out', async () => {
    const limited = await startApi({ RATE_LIMIT: '10' })
    const owner = await limited.as('eng')
    const wish = { name: 'Loop', permissions: null, may_write: false, days: 30 }
    const program = limited.program((await owner.post(TOKENS, wish)).body.secret)
    const statuses = []
    for (let at = 0; at < 12; at += 1) statuses.push((await program.get('/api/profile')).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect((await owner.get('/api/profile')).status).toBe(200)
    await limited.close()
  })
})
