import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import type { Api, Client } from '../../../testing/api.ts'
import {
  allowAssistants,
  createProgram,
  prove,
  startApiForAssistants,
} from '../../../testing/oauth-client.ts'
import { QUILL_BACK, SCRIBE } from '../../../testing/program-documents.ts'
import { until } from '../../../testing/until.ts'

let api: Api
let opm: Client
beforeAll(async () => {
  api = await startApiForAssistants({
    'https://quill.example/loud.json': {
      client_name: `Quill\n\u202e${'very '.repeat(30)}loud`,
      redirect_uris: [QUILL_BACK],
    },
    'https://quill.example/plain.json': {
      client_name: 'Plain',
      redirect_uris: ['http://quill.example/back'],
    },
    'https://quill.example/script.json': { client_name: 'Script', redirect_uris: ['javascript:alert(1)'] },
    'https://quill.example/other.json': {
      client_id: 'https://quill.example/client.json',
      client_name: 'Other',
      redirect_uris: [QUILL_BACK],
    },
    'https://quill.example/secret.json': {
      client_name: 'Secretive',
      redirect_uris: [QUILL_BACK],
      jwks_uri: 'http://169.254.169.254/keys',
      token_endpoint_auth_method: 'client_secret_basic',
    },
  })
  opm = await api.as('opm')
})
afterAll(() => api.close())

describe('a program that wants to connect', () => {
  it('learns at the address of the tools where to ask for a token', async () => {
    const { status, headers } = await api.visitor.post('/api/mcp', {})
    const at = 'http://localhost:3000/.well-known/oauth-protected-resource/api/mcp'
    expect([status, headers['www-authenticate']]).toEqual([401, `Bearer resource_metadata="${at}"`])
    const { body: resource } = await api.visitor.get(new URL(at).pathname)
    expect(resource).toMatchObject({
      resource: 'http://localhost:3000/api/mcp',
      authorization_servers: ['http://localhost:3000'],
    })
    const { body: server } = await api.visitor.get('/.well-known/oauth-authorization-server')
    expect(server).toMatchObject({
      issuer: 'http://localhost:3000',
      authorization_endpoint: 'http://localhost:3000/oauth/authorize',
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    })
  })

  it('is shown to the person by its name, its host and where the answer goes', async () => {
    const program = createProgram(api)
    const uid = await program.ask()
    const { body } = await program.call(api.visitor, 'GET', `/api/connect/${uid}`)
    expect(body).toEqual({
      ...{ name: 'Quill', host: 'quill.example', redirect_host: 'quill.example', is_local: false },
      ...{ wants_write: true, expires_at: expect.any(String) },
    })
  })

  it('on the person’s own computer may choose its port, and is shown as one that can’t be identified', async () => {
    const program = createProgram(api)
    const uid = await program.ask({
      clientId: SCRIBE,
      redirectUri: 'http://127.0.0.1:52817/back',
      scope: 'read',
    })
    const { body } = await program.call(api.visitor, 'GET', `/api/connect/${uid}`)
    expect(body).toMatchObject({ redirect_host: '127.0.0.1:52817', is_local: true, wants_write: false })
  })

  it('can’t disguise itself by its name', async () => {
    const program = createProgram(api)
    const uid = await program.ask({ clientId: 'https://quill.example/loud.json' })
    const { name } = (await program.call(api.visitor, 'GET', `/api/connect/${uid}`)).body
    expect(name).toMatch(/^Quill very very/)
    expect(name.length).toBeLessThanOrEqual(60)
  })

  it('needs no key of its own, and its document leads the server nowhere else', async () => {
    const program = createProgram(api)
    expect(await program.ask({ clientId: 'https://quill.example/secret.json' })).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    ['a host that the rules don’t name', { clientId: 'https://evil.example/client.json' }, 'host'],
    ['a document that isn’t there', { clientId: 'https://quill.example/gone.json' }, 'unreadable'],
    ['a document about another program', { clientId: 'https://quill.example/other.json' }, 'unreadable'],
    [
      'an answer that would travel in plain text',
      { clientId: 'https://quill.example/plain.json' },
      'unreadable',
    ],
    ['an answer that would be a script', { clientId: 'https://quill.example/script.json' }, 'unreadable'],
    ['no program at all', { clientId: 'quill' }, 'invalid'],
    ['an answer to somewhere else', { redirectUri: 'https://evil.example/back' }, 'invalid'],
  ])('is refused for %s', async (_why, begin, why) => {
    const { location } = await createProgram(api).begin(begin)
    const { pathname, searchParams } = new URL(location, 'http://localhost:3000')
    expect([pathname, searchParams.get('why')]).toEqual(['/connect/refused', why])
  })

  it('leaves nothing behind but its open requests, however many it makes', async () => {
    const requests = async () => {
      const { rows } = await api.database.pool.query(
        "select count(*)::int as count from authorization_records where model = 'Interaction'",
      )
      return rows[0].count
    }
    await createProgram(api).ask()
    api.advance(11 * MINUTE_MS)
    await createProgram(api).ask()
    expect(await requests()).toBe(1)
    for (const state of ['s'.repeat(5000), 'a\u0000b']) {
      const { location } = await createProgram(api).begin({ others: { state } })
      expect([location, await requests()]).toEqual([expect.stringContaining('why=invalid'), 1])
    }
  })

  it.each([
    ['without proof that it began the request', { code_challenge: '', code_challenge_method: '' }],
    ['with a proof in plain text', { code_challenge_method: 'plain' }],
    ['for another resource', { resource: 'https://quill.example/api' }],
    ['for a token in the address', { response_type: 'token' }],
  ])('gets an error back %s', async (_how, others) => {
    const { location } = await createProgram(api).begin({ others })
    const { origin, search, hash } = new URL(location)
    const said = new URLSearchParams(search || hash.slice(1))
    expect([origin, said.get('code'), said.get('state')]).toEqual(['https://quill.example', null, 'a-state'])
    expect(said.get('error')).toMatch(/^(invalid|unsupported)/)
  })
})

describe('a request for consent', () => {
  beforeEach(() => prove(opm))

  it('that is allowed gives the program a code for a token of an hour, and a notice to the person', async () => {
    const program = createProgram(api)
    const code = await program.allowedBy(opm, { mayWrite: true })
    const { status, body, headers } = await program.exchange(code)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' })
    expect(body.access_token).toMatch(/^cdk_/)
    const { nodes } = (await opm.get('/api/notices')).body
    expect(nodes[0]).toMatchObject({ kind: 'assistant-connected' })
    const { rows } = await api.database.pool.query(
      "select after from audit_entries where act = 'assistant.connected' order by 1 desc limit 1",
    )
    expect(rows).toEqual([{ after: { name: 'Quill', host: 'quill.example', mayWrite: true } }])
  })

  it('gives no more than the person allowed', async () => {
    const { scope } = await createProgram(api).connectedBy(opm, { mayWrite: false })
    expect(scope).toBe('read')
  })

  it('can’t be allowed more than the program asked for', async () => {
    const program = createProgram(api)
    const uid = await program.ask({ scope: 'read' })
    const answer = await program.call(opm, 'POST', `/api/connect/${uid}/allow`, { may_write: true })
    expect([answer.status, answer.body.message]).toEqual([409, 'Quill asked only to look things up.'])
  })

  it('that is refused sends the program away with nothing', async () => {
    const program = createProgram(api)
    const uid = await program.ask()
    const { body } = await program.call(api.visitor, 'POST', `/api/connect/${uid}/refuse`)
    const { location } = await program.open(body.redirect_to)
    const { searchParams } = new URL(location)
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 'a-state'])
  })

  it('can be answered only in the browser in which it was made, so that nobody allows another’s request', async () => {
    const attacker = createProgram(api)
    const uid = await attacker.ask()
    const victim = createProgram(api)
    const answer = await victim.call(opm, 'POST', `/api/connect/${uid}/allow`, { may_write: false })
    expect(answer.status).toBe(404)
    expect((await victim.call(opm, 'GET', `/api/connect/${uid}`)).status).toBe(404)
  })

  it('is answered once', async () => {
    const connections = async () => (await opm.get('/api/profile/assistants')).body.assistants.length
    const before = await connections()
    const program = createProgram(api)
    const uid = await program.ask()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        program.call(opm, 'POST', `/api/connect/${uid}/allow`, { may_write: false }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    const { redirect_to } = answers.find(({ status }) => status === 200)?.body ?? {}
    expect(await connections()).toBe(before + 1)
    await program.open(redirect_to)
    const again = await program.call(opm, 'POST', `/api/connect/${uid}/allow`, { may_write: false })
    expect(again.status).toBe(404)
    expect((await program.open(redirect_to)).location).toContain('why=expired')
  })

  it('needs a person who is signed in and has proven who they are a short while ago', async () => {
    const program = createProgram(api)
    const uid = await program.ask()
    const path = `/api/connect/${uid}/allow`
    expect((await program.call(api.visitor, 'POST', path, { may_write: false })).status).toBe(401)
    const late = await api.as('opm', 2)
    api.advance(20 * MINUTE_MS)
    const answer = await program.call(late, 'POST', path, { may_write: false })
    expect([answer.status, answer.body.code]).toEqual([403, 'stepUp'])
  })

  it('is followed once: several answers at the same time give one code', async () => {
    const program = createProgram(api)
    const uid = await program.ask()
    const { body } = await program.call(opm, 'POST', `/api/connect/${uid}/allow`, { may_write: false })
    const back = await Promise.all(Array.from({ length: 10 }, () => program.open(body.redirect_to)))
    expect(back.filter(({ location }) => location.includes('code='))).toHaveLength(1)
  })

  it('can be open beside another one in the same browser, and both are answered', async () => {
    const program = createProgram(api)
    const uids = [
      await program.ask(),
      await program.ask({ clientId: SCRIBE, redirectUri: 'http://127.0.0.1:1/back' }),
    ]
    for (const uid of uids) {
      const answer = await program.answerOf(opm, uid)
      expect(answer.searchParams.get('code')).toEqual(expect.any(String))
    }
  })

  it('is followed by the browser that was asked, and by no other', async () => {
    const program = createProgram(api)
    const uid = await program.ask()
    const { body } = await program.call(opm, 'POST', `/api/connect/${uid}/allow`, { may_write: false })
    expect((await createProgram(api).open(body.redirect_to)).location).toContain('why=expired')
    expect((await program.open(body.redirect_to)).location).toContain('code=')
  })

  it('can be refused, and not allowed, after the rules have removed its host', async () => {
    const program = createProgram(api)
    const uid = await program.ask()
    const hosts = ['quill.example', 'scribe.example']
    await allowAssistants(api, { assistants: 'consent', assistant_hosts: hosts.slice(1) })
    const path = `/api/connect/${uid}`
    expect((await program.call(opm, 'POST', `${path}/allow`, { may_write: false })).status).toBe(503)
    expect((await program.call(opm, 'POST', `${path}/refuse`)).status).toBe(200)
    await allowAssistants(api, { assistants: 'consent', assistant_hosts: hosts })
  })

  it('is judged by rules that are just being saved', async () => {
    const { pool } = api.database
    const program = createProgram(api)
    const uid = await program.ask()
    await prove(opm)
    const saving = await pool.connect()
    await saving.query('begin')
    await saving.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.signInRules])
    await saving.query("update sign_in_rules set assistants = 'off', people_make_tokens = false")
    let isAnswered = false
    const answers = Promise.all([
      program.call(opm, 'POST', `/api/connect/${uid}/allow`, { may_write: false }),
      opm.post('/api/profile/tokens', { name: 'Late', permissions: null, may_write: false, days: 30 }),
    ]).finally(() => {
      isAnswered = true
    })
    const waiting = 'select from pg_locks where not granted and objid = $1'
    await until(
      async () => isAnswered || (await pool.query(waiting, [ADVISORY_LOCKS.signInRules])).rowCount === 2,
    )
    await saving.query('commit')
    saving.release()
    expect((await answers).map(({ status }) => status)).toEqual([409, 409])
    await pool.query("update sign_in_rules set assistants = 'consent', people_make_tokens = true")
  })

  it('that is allowed and refused at once is either, and connects nothing if it is refused', async () => {
    const connections = async () => (await opm.get('/api/profile/assistants')).body.assistants.length
    for (let runs = 0; runs < 5; runs++) {
      const before = await connections()
      const program = createProgram(api)
      const uid = await program.ask()
      const answers = await Promise.all([
        program.call(opm, 'POST', `/api/connect/${uid}/allow`, { may_write: false }),
        program.call(opm, 'POST', `/api/connect/${uid}/refuse`),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
      expect((await connections()) - before).toBe(answers[0]?.status === 200 ? 1 : 0)
    }
  })

  it('can be answered by another user of a browser in which a user has just connected one', async () => {
    const program = createProgram(api)
    await program.connectedBy(opm)
    const { access_token } = await program.connectedBy(await api.as('qa'))
    expect(access_token).toMatch(/^cdk_/)
  })
})
