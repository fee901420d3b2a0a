import { createHash, randomBytes } from 'node:crypto'
import { type Api, type Client, startApi } from './api.ts'
import { createCookieJar } from './oidc-provider.ts'
import { PASSWORD } from './people.ts'
import { createWeb, PROGRAMS, QUILL, QUILL_BACK } from './program-documents.ts'

const RULES = {
  ...{ second_factor: 'nobody', second_factor_from: null, passwords: 'everybody' },
  ...{ session_hours: null, session_idle_minutes: null, sessions_at_once: null },
  ...{ people_make_tokens: true, token_days: null, tokens_each: null },
}

/** Has this person prove who they are, however late it has become. */
export const prove = (person: Client) => person.post('/api/auth/step-up', { password: PASSWORD })

/** Saves the usual sign-in rules with these about assistants. */
export async function allowAssistants(
  api: Api,
  rules: { assistants: 'off' | 'tokens' | 'consent'; assistant_hosts?: string[] },
) {
  const adm = await api.as('adm')
  await prove(adm)
  const { version } = (await adm.get('/api/sign-in-rules')).body
  return adm.put('/api/sign-in-rules', { ...RULES, assistant_hosts: [], ...rules, version })
}

/** A server whose rules let the programs above connect. */
export async function startApiForAssistants(documents: Readonly<Record<string, object>> = {}): Promise<Api> {
  const api = await startApi({}, { web: createWeb({ ...PROGRAMS, ...documents }) })
  await allowAssistants(api, { assistants: 'consent', assistant_hosts: ['quill.example', 'scribe.example'] })
  return api
}

const formOf = (values: Record<string, string>) => ({
  payload: new URLSearchParams(values).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

interface Begin {
  clientId?: string
  redirectUri?: string
  scope?: string
  /** Parameters of the request besides those. */
  others?: Readonly<Record<string, string>>
}

/** A program that wants to connect, and the browser in which it asks. */
export function createProgram(api: Api) {
  const jar = createCookieJar()
  const verifier = randomBytes(32).toString('base64url')
  const open = async (url: string) => {
    const { status, headers, body } = await api.visitor.send({
      ...{ method: 'GET', url, headers: { cookie: jar.header() } },
    })
    jar.take([headers['set-cookie'] ?? []].flat() as string[])
    return { status, location: String(headers.location ?? ''), body }
  }
  let asked: Begin = {}
  const program = {
    jar,
    verifier,
    open,
    /** Where the browser is led by a request for consent. */
    async begin({
      clientId = QUILL,
      redirectUri = QUILL_BACK,
      scope = 'read write',
      others = {},
    }: Begin = {}) {
      asked = { clientId, redirectUri }
      const query = new URLSearchParams({
        ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, state: 'a-state' },
        ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url') },
        ...{ code_challenge_method: 'S256', ...others },
      })
      return open(`/oauth/authorize?${query}`)
    },
    /** The number of the request that the browser is asked about. */
    async ask(begin: Begin = {}): Promise<string> {
      const { location } = await program.begin(begin)
      return location.replace('/connect/', '')
    },
    /** A call in the browser of this person. */
    call: (person: Client, method: 'GET' | 'POST', url: string, payload?: object) =>
      person.send({ method, url, headers: { cookie: jar.header() }, ...(payload ? { payload } : {}) }),
    /** Where the browser brings the answer of a person who proves who they are and allows the request. */
    async answerOf(person: Client, uid: string, mayWrite = false): Promise<URL> {
      await prove(person)
      const { status, body } = await program.call(person, 'POST', `/api/connect/${uid}/allow`, {
        may_write: mayWrite,
      })
      if (status !== 200) throw new Error(`The assistant was not allowed: ${status} ${body.message}`)
      return new URL((await open(body.redirect_to)).location)
    },
    /** The code that the program is given once the person allows it. */
    async allowedBy(person: Client, { mayWrite, ...begin }: Begin & { mayWrite?: boolean } = {}) {
      const answer = await program.answerOf(person, await program.ask(begin), mayWrite)
      return answer.searchParams.get('code') ?? ''
    },
    /** Exchanges something for tokens. */
    token: (values: Record<string, string>) =>
      api.visitor.send({
        ...{ method: 'POST', url: '/oauth/token' },
        ...formOf({ client_id: asked.clientId ?? QUILL, ...values }),
      }),
    exchange: (code: string) =>
      program.token({
        ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
        redirect_uri: asked.redirectUri ?? QUILL_BACK,
      }),
    refresh: (refresh_token: string) => program.token({ grant_type: 'refresh_token', refresh_token }),
    /** Gives a token back. */
    revoke: (token: string, clientId = asked.clientId ?? QUILL) =>
      api.visitor.send({
        ...{ method: 'POST', url: '/oauth/revoke' },
        ...formOf({ client_id: clientId, token }),
      }),
    /** The tokens of a program that this person has connected. */
    async connectedBy(person: Client, begin: Begin & { mayWrite?: boolean } = {}) {
      const code = await program.allowedBy(person, begin)
      const { body } = await program.exchange(code)
      return body as { access_token: string; refresh_token: string; scope: string; expires_in: number }
    },
  }
  return program
}
