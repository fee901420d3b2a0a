import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  AUTHORIZE_PATH,
  type AuthorizationServer,
  hostOf,
  isOfBrowser,
  REQUEST_COOKIE,
  RESOURCE_PATH,
  REVOKE_PATH,
  refusedAddress,
  SCOPES,
  TOKEN_PATH,
  withRequest,
} from '../integrations/authorization-server/port.ts'
import { cookiesOf } from './cookies.ts'

const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server'
/** As RFC 9728 puts the path of the resource behind it. */
const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`

const CALLS_PER_MINUTE = 120
/** Requests for consent. Each is kept until it is answered or expires. */
const REQUESTS_PER_MINUTE = 60
/** A request for consent is an address; none that is real comes near this. */
const MOST_CHARACTERS = 4096

/** All that a request for consent may say. Everything else that the library understands is left out. */
const ASKED = [
  ...['response_type', 'client_id', 'redirect_uri', 'state', 'resource'],
  ...['code_challenge', 'code_challenge_method'],
] as const

/** The request as we understand it: it asks for all scopes if it names none, and to read if it names only others. */
function tidied(url: string): string {
  const { searchParams } = new URL(url, 'http://localhost')
  const kept = new URLSearchParams()
  for (const name of ASKED) for (const value of searchParams.getAll(name)) kept.append(name, value)
  const asked = (searchParams.get('scope') ?? '').split(' ').filter(Boolean)
  const known = SCOPES.filter((scope) => asked.length === 0 || asked.includes(scope))
  kept.set('scope', known.join(' ') || 'read')
  return `${AUTHORIZE_PATH}?${kept}`
}

/** Cookies of the library, which knows one request for each browser. */
const OF_LIBRARY = /^connect-(?:session|resume)=/

/** Each request stands alone: what else was connected in this browser, and by whom, plays no part. */
function standAlone({ raw }: FastifyRequest, uid?: string): void {
  const cookies = (raw.headers.cookie ?? '').split(';').map((each) => each.trim())
  const others = cookies.filter((each) => !OF_LIBRARY.test(each))
  raw.headers.cookie = [...others, ...(uid === undefined ? [] : [`connect-resume=${uid}`])].join('; ')
}

/** Lets the cookie that the library sets name the requests that this browser made before, too. */
function keepRequests({ raw: answer }: FastifyReply, cookie: string | null): void {
  const setHeader = answer.setHeader.bind(answer)
  const withOthers = (line: string) =>
    line.replace(/^((?:__Host-)?connect=)([\w-]+)/, (_, name, uid) => name + withRequest(cookie, uid))
  answer.setHeader = (name, value) =>
    setHeader(
      name,
      name.toLowerCase() === 'set-cookie' ? [value].flat().map((line) => withOthers(String(line))) : value,
    )
}

/** Control characters, which the database can't store. */
const isUnstorable = (url: string) => /%(?:[01][0-9a-f]|7f)/i.test(url)

const paramOf = ({ query }: FastifyRequest, name: string) => {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

interface OauthDeps {
  publicUrl: string
  authorizations: Pick<AuthorizationServer, 'handle' | 'leave'>
  /** Whether assistants may connect by consent, and from which hosts. */
  readRules: () => Promise<{ allowed: string; hosts: readonly string[] }>
}

/** Lets the library answer, whose addresses are those of the server's own name, whatever name the caller used. */
async function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  { deps: { publicUrl, authorizations }, url }: { deps: OauthDeps; url?: string },
): Promise<void> {
  const { raw } = request
  const { host, protocol } = new URL(publicUrl)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  delete raw.headers['x-forwarded-host']
  Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) })
  if (url !== undefined) raw.url = url
  await authorizations.handle(raw, reply.raw)
}

/** A refusal as OAuth words it (RFC 6749, 5.2). */
const faultOf = (error_description: string, error = 'invalid_request') => ({ error, error_description })

/** Words the refusals of the server, such as those of its limits, as programs understand them. */
function sayFault(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (status >= 500) throw error
  return reply
    .code(status)
    .send(faultOf(error.message, status === 429 ? 'temporarily_unavailable' : undefined))
}

/** The answer to a program without a token, or with one that no longer counts or allows too little. */
export function challengeOf(publicUrl: string, said: Readonly<Record<string, string>> = {}): string {
  const parts = { ...said, resource_metadata: new URL(RESOURCE_METADATA_PATH, publicUrl).href }
  const words = Object.entries(parts).map(([name, value]) => `${name}="${value}"`)
  return `Bearer ${words.join(', ')}`
}

/** What RFC 9728 wants to know of `/api/mcp`. */
const resourceMetadata = (publicUrl: string) => ({
  resource: new URL(RESOURCE_PATH, publicUrl).href,
  authorization_servers: [new URL(publicUrl).origin],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Copydesk',
})

/** What RFC 8414 wants to know of the authorization server. */
const serverMetadata = (publicUrl: string) => ({
  issuer: new URL(publicUrl).origin,
  authorization_endpoint: new URL(AUTHORIZE_PATH, publicUrl).href,
  token_endpoint: new URL(TOKEN_PATH, publicUrl).href,
  revocation_endpoint: new URL(REVOKE_PATH, publicUrl).href,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

/**
 * Serves the authorization server by which assistants connect, and what tells programs where it is. Without the
 * workspace's permission, none of these addresses exists.
 */
export function addOauth(server: FastifyInstance, deps: OauthDeps): void {
  const { publicUrl, readRules } = deps
  const isTls = publicUrl.startsWith('https:')
  const cookieOf = (request: FastifyRequest, reply: FastifyReply) =>
    cookiesOf(request, reply, isTls).read(REQUEST_COOKIE)
  const atMost = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } })
  const config = atMost(CALLS_PER_MINUTE)
  const isOn = async () => (await readRules()).allowed === 'consent'
  async function refuseOff(_request: FastifyRequest, reply: FastifyReply) {
    if (!(await isOn())) return reply.code(404).send(faultOf('Assistants can’t connect by consent here.'))
  }

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body itself.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.get(
      AUTHORIZE_PATH,
      { config: atMost(REQUESTS_PER_MINUTE), exposeHeadRoute: false },
      async (request, reply) => {
        const { allowed, hosts } = await readRules()
        const host = hostOf(paramOf(request, 'client_id'))
        if (allowed !== 'consent') return reply.redirect(refusedAddress('off', host))
        if (request.url.length > MOST_CHARACTERS || isUnstorable(request.url))
          return reply.redirect(refusedAddress('invalid', host))
        if (host === null || !hosts.includes(host))
          return reply.redirect(refusedAddress(host === null ? 'invalid' : 'host', host))
        standAlone(request)
        keepRequests(reply, cookieOf(request, reply))
        return handOver(request, reply, { deps, url: tidied(request.url) })
      },
    )
    scope.get(`${AUTHORIZE_PATH}/:uid`, { config, exposeHeadRoute: false }, async (request, reply) => {
      const { uid } = request.params as { uid: string }
      if (!isOfBrowser(cookieOf(request, reply), uid) || !(await deps.authorizations.leave(uid)))
        return reply.redirect(refusedAddress('expired', null))
      standAlone(request, uid)
      return handOver(request, reply, { deps })
    })
    for (const url of [TOKEN_PATH, REVOKE_PATH])
      scope.post(url, { config, preHandler: refuseOff, errorHandler: sayFault }, (request, reply) => {
        // The library answers a browser with a page.
        request.raw.headers.accept = 'application/json'
        return handOver(request, reply, { deps })
      })
    scope.get(SERVER_METADATA_PATH, { config, preHandler: refuseOff }, () => serverMetadata(publicUrl))
    scope.get(RESOURCE_METADATA_PATH, { config, preHandler: refuseOff }, () => resourceMetadata(publicUrl))
  })
}
