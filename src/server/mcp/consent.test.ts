import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Api, Client as Person } from '../testing/api.ts'
import { buildKeyword } from '../testing/builders.ts'
import { createProgram, startApiForAssistants } from '../testing/oauth-client.ts'
import { QUILL, QUILL_BACK } from '../testing/program-documents.ts'

const ERAS = [['2026-07-28', { pin: '2026-07-28' }] as const, ['2025-11-25', 'legacy'] as const]

let api: Api
let opm: Person
const clients: Client[] = []
beforeAll(async () => {
  api = await startApiForAssistants()
  opm = await api.as('opm')
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await api.close()
})

/** Brings the client's requests to the server, which does not listen. */
async function send(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const { host, pathname, search } = new URL(address)
  const { status, body, headers } = await api.visitor.send({
    ...{ method: (init.method ?? 'GET') as 'GET', url: pathname + search },
    headers: { host, ...Object.fromEntries(new Headers(init.headers)) },
    ...(init.body ? { payload: String(init.body) } : {}),
  })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(status === 202 || status === 204 ? null : text, {
    ...{ status, headers: headers as Record<string, string> },
  })
}

type Kept = Partial<Record<'client' | 'tokens' | 'verifier' | 'asked' | 'discovered', unknown>>

/** What the client library asks of a program: where it is described, and what it keeps. */
function described(kept: Kept): OAuthClientProvider {
  return {
    redirectUrl: QUILL_BACK,
    clientMetadataUrl: QUILL,
    clientMetadata: { client_name: 'Quill', redirect_uris: [QUILL_BACK] },
    clientInformation: () => kept.client as undefined,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens as undefined,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    codeVerifier: () => String(kept.verifier),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    redirectToAuthorization: (asked) => void Object.assign(kept, { asked }),
    state: () => 'a-state',
    discoveryState: () => kept.discovered as undefined,
    saveDiscoveryState: (discovered) => void Object.assign(kept, { discovered }),
    invalidateCredentials: (what) => void (what === 'tokens' && Object.assign(kept, { tokens: undefined })),
  }
}

/** Brings the client's request to a person's browser, and the answer back to the client. */
async function consent(
  person: Person,
  { transport, kept, mayWrite }: { transport: StreamableHTTPClientTransport; kept: Kept; mayWrite: boolean },
) {
  const browser = createProgram(api)
  const { location } = await browser.open(String(kept.asked).replace('http://localhost:3000', ''))
  const answer = await browser.answerOf(person, location.replace('/connect/', ''), mayWrite)
  await transport.finishAuth(answer.searchParams)
}

/** The official client, connected with the consent of a person. */
async function connect(person: Person, mode: 'legacy' | { readonly pin: string }, mayWrite = true) {
  const kept: Kept = {}
  const client = new Client({ name: 'quill', version: '1' }, { versionNegotiation: { mode } })
  clients.push(client)
  const open = () =>
    new StreamableHTTPClientTransport(new URL('http://localhost:3000/api/mcp'), {
      ...{ authProvider: described(kept), fetch: send },
    })
  const first = open()
  await expect(client.connect(first)).rejects.toThrow('Unauthorized')
  await consent(person, { transport: first, kept, mayWrite })
  const transport = open()
  await client.connect(transport)
  return { client, kept, transport }
}

describe.each(ERAS)('the official client that speaks %s', (_version, mode) => {
  it('finds the authorization server by itself, asks for consent, and uses the tools as the user', async () => {
    const { client, kept } = await connect(opm, mode)
    const { structuredContent } = await client.callTool({ name: 'overview', arguments: {} })
    expect(structuredContent).toMatchObject({ account: 'Opm One', role: 'opm' })
    expect(kept.tokens).toMatchObject({ scope: 'read write', issuer: 'http://localhost:3000' })
  })

  it('renews its access when that has ended, without asking the user again', async () => {
    const { client, kept } = await connect(opm, mode)
    const { access_token: first } = kept.tokens as { access_token: string }
    api.advance(2 * HOUR_MS)
    const { structuredContent } = await client.callTool({ name: 'overview', arguments: {} })
    expect(structuredContent).toMatchObject({ account: 'Opm One' })
    expect((kept.tokens as { access_token: string }).access_token).not.toBe(first)
  })

  it('asks the user again when it wants to write and was allowed only to look things up', async () => {
    const { client, kept, transport } = await connect(opm, mode, false)
    const { id } = await buildKeyword(api.database.db)
    const comment = { key: `comment-no-${id}`, keyword_id: id, comment: 'Worth an article.' }
    const say = () => client.callTool({ name: 'comment_on_keyword', arguments: comment })
    await expect(say()).rejects.toThrow('Unauthorized')
    await consent(opm, { transport, kept, mayWrite: true })
    expect((await say()).isError).not.toBe(true)
    const { structuredContent } = await client.callTool({
      ...{ name: 'read_keyword', arguments: { keyword_id: id } },
    })
    expect(structuredContent).toMatchObject({ rows: [{ comment: 'Worth an article.' }] })
  })

  it('asks the user again after they disconnected it', async () => {
    const person = await api.as('qa')
    const { client, kept, transport } = await connect(person, mode)
    const look = () => client.callTool({ name: 'overview', arguments: {} })
    for (const { id } of (await person.get('/api/profile/assistants')).body.assistants)
      await person.delete(`/api/profile/assistants/${id}`)
    await expect(look()).rejects.toThrow('Unauthorized')
    await consent(person, { transport, kept, mayWrite: false })
    expect((await look()).structuredContent).toMatchObject({ role: 'qa' })
  })
})

it('a program that says only what it must is answered once, with its own state and the name of the server', async () => {
  const program = createProgram(api)
  const answer = await program.answerOf(opm, await program.ask({ scope: '' }), true)
  const said = [...answer.searchParams].sort()
  expect(answer.origin + answer.pathname).toBe(QUILL_BACK)
  expect(said).toEqual([
    ['code', expect.stringMatching(/.+/)],
    ['iss', 'http://localhost:3000'],
    ['state', 'a-state'],
  ])
  const { body, headers } = await program.exchange(answer.searchParams.get('code') ?? '')
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'read write' })
})
