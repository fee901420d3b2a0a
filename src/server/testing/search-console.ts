import { createVerify, generateKeyPairSync } from 'node:crypto'
import type { SearchRow } from '../integrations/search-performance/port.ts'
import type { SearchConsoleAccount } from '../integrations/search-performance/search-console-settings.ts'
import { startWebServer } from './web-server.ts'

const PAIR = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PRIVATE_KEY = PAIR.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A question as it came. */
export interface ConsoleQuestion {
  method: string
  path: string
  authorization: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent
  body: any
}

interface ConsoleRefusal {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** The claims of an assertion that our key has signed; null where it has not. */
function claimsOf(assertion: string): Record<string, unknown> | null {
  const [head = '', claims = '', signature = ''] = assertion.split('.')
  const isSigned = createVerify('RSA-SHA256')
    .update(`${head}.${claims}`)
    .verify(PAIR.publicKey, signature, 'base64url')
  return isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null
}

/** As much of Google's Search Console as we ask: signs service accounts in, and knows the searches of some days. */
export async function startSearchConsole() {
  const google = {
    questions: [] as ConsoleQuestion[],
    /** What service accounts have said of themselves. */
    claims: [] as Record<string, unknown>[],
    /** By property and day. */
    rows: new Map<string, SearchRow[]>(),
    properties: [{ siteUrl: 'sc-domain:site.example', permissionLevel: 'siteFullUser' }],
    /** What the next questions are answered with in the place of what they should. */
    refusals: [] as ConsoleRefusal[],
    /** The tokens that were given, of which only the newest is good. */
    tokens: 0,
  }
  const server = await startWebServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body))
      if (request.url === '/token') {
        const claims = claimsOf(new URLSearchParams(text).get('assertion') ?? '')
        if (claims === null) return reply(400, { error: 'invalid_grant' })
        google.claims.push(claims)
        google.tokens += 1
        return reply(200, { access_token: `token-${google.tokens}`, expires_in: 3600, token_type: 'Bearer' })
      }
      const { authorization } = request.headers
      const body = text === '' ? null : JSON.parse(text)
      google.questions.push({ method: request.method ?? '', path: request.url ?? '', authorization, body })
      const refusal = google.refusals.shift()
      if (refusal) return reply(refusal.status, refusal.body ?? {}, refusal.headers)
      if (authorization !== `Bearer token-${google.tokens}`)
        return reply(401, { error: { status: 'UNAUTHENTICATED' } })
      if (request.url === '/webmasters/v3/sites') return reply(200, { siteEntry: google.properties })
      const [, property = ''] =
        /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(request.url ?? '') ?? []
      const rows = google.rows.get(`${decodeURIComponent(property)} ${body.startDate}`) ?? []
      const part = rows.slice(body.startRow, body.startRow + body.rowLimit)
      // Google leaves the field out where there are none.
      if (part.length === 0) return reply(200, { responseAggregationType: 'BY_PAGE' })
      return reply(200, {
        rows: part.map(({ page, query, clicks, impressions, position }) => ({
          keys: [page, query],
          clicks,
          impressions,
          ctr: clicks / impressions,
          position,
        })),
      })
    })
  })
  const url = `http://127.0.0.1:${server.port}`
  const account: SearchConsoleAccount = {
    key: { client_email: 'desk@project.example', private_key: PRIVATE_KEY, token_uri: `${url}/token` },
    properties: { hs: 'sc-domain:site.example' },
    baseUrl: url,
  }
  /** Waits for the sign-in as long as it takes: who is impatient with the service under test is so with nobody else. */
  const unhurried: typeof fetch = (input, init) =>
    fetch(input, String(input) === account.key.token_uri ? { ...init, signal: null } : init)
  return { google, account, url, unhurried, close: () => server.close() }
}
export type SearchConsoleServer = Awaited<ReturnType<typeof startSearchConsole>>
