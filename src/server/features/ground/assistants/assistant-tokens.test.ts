import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { OPERATIONS } from '../../../api.ts'
import type { Api, Client } from '../../../testing/api.ts'
import { callBadly } from '../../../testing/bad-call.ts'
import {
  allowAssistants,
  createProgram,
  prove,
  startApiForAssistants,
} from '../../../testing/oauth-client.ts'
import { SCRIBE } from '../../../testing/program-documents.ts'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const callOf = (name: string, args: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
})

let api: Api
let opm: Client
beforeAll(async () => {
  api = await startApiForAssistants()
  opm = await api.as('opm')
})
afterAll(() => api.close())

const use = (token: string, payload: object = LIST) =>
  api.program(token).send({
    ...{ method: 'POST', url: '/api/mcp', payload },
    headers: { host: 'localhost:3000', accept: 'application/json, text/event-stream' },
  })

describe('a connected assistant', () => {
  it('uses the tools as its person', async () => {
    const { access_token } = await createProgram(api).connectedBy(opm)
    const { status, body } = await use(access_token, callOf('overview'))
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('Opm One')
  })

  it('has no other call than the tools, whatever its person may do', async () => {
    const adm = await api.as('adm')
    const { access_token } = await createProgram(api).connectedBy(adm, { mayWrite: true })
    const program = api.program(access_token)
    for (const { id, endpoint } of OPERATIONS.filter(({ endpoint }) => endpoint.access !== 'public')) {
      const { status, body } = await callBadly(program, endpoint)
      expect([status, body.message], id).toEqual([403, expect.stringMatching(/^This token is for the tools/)])
    }
    const headers = { 'x-copydesk-tool': 'yes' }
    expect((await program.send({ method: 'GET', url: '/api/articles', headers })).status).toBe(403)
  })

  it('that may only look things up learns how to ask for more when it tries to write', async () => {
    const { access_token } = await createProgram(api).connectedBy(opm)
    const { status, headers } = await use(access_token, callOf('draft_article', {}))
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toMatch(/^Bearer error="insufficient_scope", scope="read write", /)
  })

  it('that renews its token with less than it may do has less', async () => {
    const program = createProgram(api)
    const { refresh_token } = await program.connectedBy(await api.as('opm', 2), { mayWrite: true })
    const { body } = await program.token({ grant_type: 'refresh_token', refresh_token, scope: 'read' })
    expect(body.scope).toBe('read')
    const { status, headers } = await use(body.access_token, callOf('draft_article', {}))
    expect([status, headers['www-authenticate']]).toEqual([
      403,
      expect.stringContaining('insufficient_scope'),
    ])
  })

  it('renews its token, and lasts as long as it is used', async () => {
    const program = createProgram(api)
    const first = await program.connectedBy(opm)
    api.advance(2 * HOUR_MS)
    const late = await use(first.access_token)
    expect([late.status, late.headers['www-authenticate']]).toEqual([
      ...[401, expect.stringContaining('error="invalid_token"')],
    ])
    const { body: second } = await program.refresh(first.refresh_token)
    expect((await use(second.access_token)).status).toBe(200)
    const [{ ends_at }] = (await opm.get('/api/profile/assistants')).body.assistants
    const left = new Date(ends_at).getTime() - api.now().getTime()
    expect(left).toBeGreaterThan(29.9 * DAY_MS)
  })

  it('ends after a year, however much it is used', async () => {
    const program = createProgram(api)
    let { refresh_token, access_token } = await program.connectedBy(await api.as('wrt', 2))
    for (let day = 0; day < 364; day += 28) {
      api.advance(28 * DAY_MS)
      ;({ refresh_token, access_token } = (await program.refresh(refresh_token)).body)
      expect([day, (await use(access_token)).status]).toEqual([day, 200])
    }
    api.advance(DAY_MS)
    expect((await use(access_token)).status).toBe(401)
    expect((await program.refresh(refresh_token)).body.error).toBe('invalid_grant')
  })

  it('is listed among its person’s assistants, not among their tokens, and for administrators among both', async () => {
    const qa = await api.as('qa')
    await createProgram(api).connectedBy(qa)
    expect((await qa.get('/api/profile/assistants')).body).toMatchObject({
      allowed: 'consent',
      address: `${new URL(api.settings.publicUrl).origin}/api/mcp`,
      assistants: [{ name: 'Quill', host: 'quill.example', may_write: false }],
    })
    expect((await qa.get('/api/profile/tokens')).body.tokens).toEqual([])
    const { tokens } = (await (await api.as('adm')).get(`/api/users/${qa.id}/tokens`)).body
    expect(tokens).toMatchObject([{ name: 'Quill', assistant_host: 'quill.example', start: '' }])
  })

  it('can’t be turned into an API token by a rotation', async () => {
    const adm = await api.as('adm')
    await createProgram(api).connectedBy(adm)
    const [{ id }] = (await adm.get('/api/profile/assistants')).body.assistants
    const { status, body } = await adm.post(`/api/profile/tokens/${id}/rotate`, { end_old: true })
    expect([status, body.message]).toEqual([409, 'Assistants renew their tokens themselves.'])
  })

  it('keeps nothing in the database that could be used in its place', async () => {
    const program = createProgram(api)
    const tokens = await program.connectedBy(opm)
    const { rows } = await api.database.pool.query(
      'select row_to_json(r)::text as text from authorization_records r union all select row_to_json(t)::text from api_tokens t',
    )
    const kept = rows.map(({ text }) => text).join()
    for (const secret of [tokens.access_token, tokens.refresh_token]) expect(kept).not.toContain(secret)
  })
})

describe('an assistant is out at once', () => {
  const connect = async (person: Client) => {
    const program = createProgram(api)
    const tokens = await program.connectedBy(person)
    expect((await use(tokens.access_token)).status).toBe(200)
    /** The status of a call with the token, and the error of its renewal. */
    const isOut = async () => [
      (await use(tokens.access_token)).status,
      (await program.refresh(tokens.refresh_token)).body.error,
    ]
    return { ...tokens, program, isOut }
  }
  const OUT = [401, 'invalid_grant']

  it('when its person disconnects it', async () => {
    const wrt = await api.as('wrt')
    const { isOut } = await connect(wrt)
    const [{ id }] = (await wrt.get('/api/profile/assistants')).body.assistants
    expect((await opm.delete(`/api/profile/assistants/${id}`)).status).toBe(404)
    expect((await wrt.delete(`/api/profile/assistants/${id}`)).status).toBe(204)
    expect(await isOut()).toEqual(OUT)
    expect((await wrt.get('/api/profile/assistants')).body.assistants).toEqual([])
  })

  it('when an administrator revokes it', async () => {
    const wrt = await api.as('wrt')
    const { isOut } = await connect(wrt)
    const [{ id }] = (await wrt.get('/api/profile/assistants')).body.assistants
    expect((await (await api.as('adm')).delete(`/api/users/${wrt.id}/tokens/${id}`)).status).toBe(204)
    expect(await isOut()).toEqual(OUT)
  })

  it('while its person’s account is locked', async () => {
    const eng = await api.as('eng')
    const { isOut } = await connect(eng)
    const adm = await api.as('adm')
    await prove(adm)
    const { body: user } = await adm.get(`/api/users/${eng.id}`)
    const setActive = async (active: boolean) =>
      (await adm.put(`/api/users/${eng.id}`, { ...user, active, version: undefined })).status
    expect(await setActive(false)).toBe(200)
    expect(await isOut()).toEqual(OUT)
    expect(await setActive(true)).toBe(200)
    expect((await isOut())[0]).toBe(200)
  })

  it('when it gives its token back', async () => {
    const { program, refresh_token, isOut } = await connect(opm)
    expect((await program.revoke(refresh_token)).status).toBe(200)
    expect(await isOut()).toEqual(OUT)
  })

  it('but not when another program gives its token back', async () => {
    const { refresh_token, access_token } = await connect(opm)
    await createProgram(api).revoke(refresh_token, SCRIBE)
    expect((await use(access_token)).status).toBe(200)
  })

  it('when a refresh token is used twice, because it was stolen', async () => {
    const { program, refresh_token } = await connect(opm)
    const { body: second } = await program.refresh(refresh_token)
    expect((await program.refresh(refresh_token)).body.error).toBe('invalid_grant')
    expect((await use(second.access_token)).status).toBe(401)
    expect((await program.refresh(second.refresh_token)).body.error).toBe('invalid_grant')
    const { nodes } = (await opm.get('/api/notices')).body
    expect(nodes[0]).toMatchObject({ kind: 'assistant-ended' })
  })

  it('when the rules name its host no longer, or allow none, and others go on', async () => {
    const { isOut } = await connect(opm)
    const other = createProgram(api)
    const back = 'http://127.0.0.1:4000/back'
    const scribe = { clientId: SCRIBE, redirectUri: back }
    const { access_token } = await other.connectedBy(opm, scribe)
    const { status } = await allowAssistants(api, {
      ...{ assistants: 'consent', assistant_hosts: ['scribe.example'] },
    })
    expect(status).toBe(200)
    expect((await use(access_token)).status).toBe(200)
    expect((await isOut())[0]).toBe(401)
    await allowAssistants(api, { assistants: 'off' })
    expect((await use(access_token)).status).toBe(401)
    expect((await other.begin(scribe)).location).toContain('why=off')
    expect((await api.visitor.get('/.well-known/oauth-authorization-server')).status).toBe(404)
    await allowAssistants(api, {
      ...{ assistants: 'consent', assistant_hosts: ['quill.example', 'scribe.example'] },
    })
  })
})

it('of fifty uses of one code at once, at most one gets a token, and the connection ends', async () => {
  const program = createProgram(api)
  const code = await program.allowedBy(opm)
  const answers = await Promise.all(Array.from({ length: 50 }, () => program.exchange(code)))
  const given = answers.filter(({ status }) => status === 200)
  expect(given.length).toBeLessThanOrEqual(1)
  for (const { body } of given) expect((await use(body.access_token)).status).toBe(401)
})

it('a code counts for nothing with another proof, another address or another program', async () => {
  const program = createProgram(api)
  const code = await program.allowedBy(opm)
  const wish = { grant_type: 'authorization_code', code, redirect_uri: 'https://quill.example/back' }
  for (const values of [
    { ...wish, code_verifier: 'a'.repeat(43) },
    { ...wish, code_verifier: program.verifier, redirect_uri: 'https://evil.example/back' },
    { ...wish, code_verifier: program.verifier, client_id: SCRIBE },
  ])
    expect((await program.token(values)).body.error).toBe('invalid_grant')
})
