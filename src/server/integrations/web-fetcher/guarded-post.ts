import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { answerTo, type Guard, lookUpIn, resolveByDns } from './guarded-fetch.ts'
import type { WebPost, WebPoster, WebReply } from './port.ts'
import { isPublicAddress } from './public-addresses.ts'

/** An answer may take this long after it has begun; by then its status is known. */
const REST_MS = 2000
const MOST_HEADERS = 20
const HEADER_MAXIMUM = 200
/** Never kept: what would let somebody in at the receiver. */
const SECRET_HEADER = /cookie|authorization|token|secret|api-?key/i

type Refusal = 'inner' | 'plain' | 'port' | 'unknown'

interface PostRules extends Pick<Guard, 'resolve'> {
  /** Hosts that the operator allows, wherever they are: `n8n.internal`, or one port of it, `n8n.internal:5678`. */
  hosts: readonly string[]
}

const WORDS: Readonly<Record<Refusal, (host: string) => string>> = {
  inner: (host) => `${host} is inside the server’s network, so nothing was sent.`,
  plain: () => 'The address isn’t encrypted, so nothing was sent.',
  port: () => 'The address has another port than 443, so nothing was sent.',
  unknown: (host) => `The host ${host} is unknown.`,
}

const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

function isListed(url: URL, hosts: readonly string[]): boolean {
  const names = [url.hostname, `${url.hostname}:${portOf(url)}`]
  return hosts.some((host) => names.includes(host.toLowerCase()))
}

/** The IP addresses to connect to, all of them allowed, or why there are none. */
async function targetsOf(
  url: URL,
  { hosts, resolve = resolveByDns }: PostRules,
  signal: AbortSignal,
): Promise<readonly string[] | Refusal> {
  const listed = isListed(url, hosts)
  if (!listed && url.protocol !== 'https:') return 'plain'
  if (!listed && portOf(url) !== 443) return 'port'
  const host = bareHost(url)
  const ips = isIP(host) === 0 ? await resolve(host, signal) : [host]
  if (ips.length === 0) return 'unknown'
  return listed || ips.every(isPublicAddress) ? ips : 'inner'
}

const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'])

function wordsOf(error: unknown, host: string): string {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return `${host} refused the connection.`
  if (CLOSED.has(code)) return `${host} closed the connection without an answer.`
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${host} has expired. Renew it there.`
  if (/CERT|SIGNED|ISSUER|SIGNATURE/.test(code)) return `The certificate of ${host} isn’t valid.`
  if (code.startsWith('HPE_')) return `${host} sent an answer that isn’t HTTP.`
  return `${host} could not be reached.`
}

/** The beginning of a body. The rest is not read. */
async function beginningOf(
  response: IncomingMessage,
  most: number,
): Promise<{ body: string; isCut: boolean }> {
  const kept: Buffer[] = []
  let bytes = 0
  let isCut = false
  const late = setTimeout(() => response.destroy(new Error('late')), REST_MS)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      kept.push(chunk)
      bytes += chunk.length
      isCut = bytes > most
      if (isCut) break
    }
  } catch {
    isCut = true
  } finally {
    clearTimeout(late)
    response.destroy()
  }
  const text = new TextDecoder().decode(Buffer.concat(kept).subarray(0, most))
  return { body: text.replaceAll('\0', '').toWellFormed(), isCut }
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.entries(headers)
    .filter(([name]) => !SECRET_HEADER.test(name))
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => ({ name, value: String(value).slice(0, HEADER_MAXIMUM).toWellFormed() }))

function open(url: URL, ips: readonly string[], { headers, body }: WebPost, signal: AbortSignal) {
  const { Agent, request } = url.protocol === 'https:' ? https : http
  const options = {
    method: 'POST',
    // Its own agent: no connection is shared, and no proxy of the environment stands between.
    agent: new Agent({ keepAlive: false }),
    lookup: lookUpIn(ips),
    autoSelectFamilyAttemptTimeout: 1500,
    signal,
    headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Copydesk' },
  }
  const sent = request(url, options)
  const answer = answerTo(sent)
  sent.end(body)
  return answer
}

/**
 * Sends to addresses that people type without letting them reach anything inside but what the operator allows. As with
 * `createGuardedFetcher`, the connection goes to a checked address, so a second look-up cannot change it.
 */
export function createGuardedPoster(rules: PostRules): WebPoster {
  return {
    async refusalOf(address) {
      const url = URL.parse(address)
      if (url === null) return 'inner'
      const targets = await targetsOf(url, rules, AbortSignal.timeout(5000)).catch(() => 'unknown' as const)
      return typeof targets === 'string' && targets !== 'unknown' ? targets : undefined
    },

    async post(address, request): Promise<WebReply> {
      const url = new URL(address)
      const { hostname: host } = url
      const ending = new AbortController()
      const late = setTimeout(() => ending.abort(), request.timeoutMs)
      const isOver = new Promise<never>((_, reject) => {
        ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
      })
      try {
        const targets = await Promise.race([isOver, targetsOf(url, rules, ending.signal)])
        if (typeof targets === 'string') return { error: WORDS[targets](host) }
        ending.signal.throwIfAborted()
        const response = await Promise.race([isOver, open(url, targets, request, ending.signal)])
        clearTimeout(late)
        const { body, isCut } = await beginningOf(response, request.mostBytes)
        return { status: response.statusCode ?? 0, headers: headersOf(response), body, isCut }
      } catch (error) {
        if (ending.signal.aborted)
          return { error: `${host} didn’t answer within ${Math.round(request.timeoutMs / 1000)} seconds.` }
        return { error: wordsOf(error, host) }
      } finally {
        clearTimeout(late)
      }
    },
  }
}
