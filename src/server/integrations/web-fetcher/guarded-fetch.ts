import { Resolver } from 'node:dns/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../../errors.ts'
import { createConcurrencyLimit } from '../../security/concurrency-limit.ts'
import { traced } from '../../traced.ts'
import { IntegrationError, type IntegrationErrorKind, kindOfStatus } from '../integration-error.ts'
import type { WebDocument, WebFetcher, WebRequest } from './port.ts'
import { isPublicAddress } from './public-addresses.ts'
import { readBody } from './read-body.ts'

const TIME_LIMIT_MS = 10_000
const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PORTS: ReadonlySet<number> = new Set([80, 443])

export const ADDRESS_NOT_LOADED = 'This address could not be loaded.'

export interface Guard {
  /** Refuse plain http, also after a redirect. */
  httpsOnly?: boolean
  /** Every IP address of a name. Tests answer for names that do not exist. */
  resolve?: (name: string, signal: AbortSignal) => Promise<readonly string[]>
  /** Whether an IP address and port may be connected to. Tests let loopback through. */
  mayReach?: (ip: string, port: number) => boolean
}

/**
 * Loads addresses that people type without letting them reach anything but the public web: every address of
 * a name is checked, and the connection goes to a checked address, so a second look-up cannot change it.
 */
export function createGuardedFetcher(guard: Guard = {}): WebFetcher {
  const rules: Required<Guard> = {
    httpsOnly: false,
    resolve: resolveByDns,
    mayReach: (ip, port) => PORTS.has(port) && isPublicAddress(ip),
    ...guard,
  }
  const inTurn = createConcurrencyLimit({
    atOnce: 6,
    mostWaiting: 20,
    refusal: 'Too many addresses are being loaded. Please try again in a moment.',
  })
  async function get(address: string, request: WebRequest): Promise<WebDocument> {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS)
    const isOver = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    try {
      // The time limit also ends the wait for a turn.
      return await Promise.race([isOver, inTurn(() => follow(address, { request, signal, rules }))])
    } catch (error) {
      if (error instanceof AppError || error instanceof IntegrationError) throw error
      throw failure(signal.aborted ? 'timeout' : 'unavailable', { cause: error })
    }
  }
  return { get: (address, request) => traced({ seam: 'fetch' }, () => get(address, request)) }
}

interface Fetch {
  request: WebRequest
  signal: AbortSignal
  rules: Required<Guard>
}

function failure(kind: IntegrationErrorKind, { status, cause }: { status?: number; cause?: unknown } = {}) {
  return new IntegrationError(ADDRESS_NOT_LOADED, {
    system: 'The web',
    kind,
    operation: 'load',
    status,
    cause,
  })
}

async function follow(address: string, fetch: Fetch): Promise<WebDocument> {
  let url = parseAddress(address)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    fetch.signal.throwIfAborted()
    if (fetch.request.mayVisit?.(url) === false) throw failure('invalid', { cause: 'not to be visited' })
    const ips = await checkedAddresses(url, fetch)
    const response = await open(url, ips, fetch)
    const location = REDIRECTS.has(response.statusCode ?? 0) ? response.headers.location : undefined
    if (location === undefined) return receive(url, response, fetch)
    response.destroy()
    url = parseAddress(location, url)
  }
  throw failure('invalid', { cause: 'too many redirects' })
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (url === null) throw failure('invalid', { cause: 'not an address' })
  return url
}

/** The IP addresses to connect to, every one of them allowed; throws when any is not. */
async function checkedAddresses(url: URL, { rules, signal }: Fetch): Promise<readonly string[]> {
  const { protocol, username, password } = url
  const isAllowedProtocol = protocol === 'https:' || (protocol === 'http:' && !rules.httpsOnly)
  if (!isAllowedProtocol || username !== '' || password !== '')
    throw failure('invalid', { cause: 'not allowed' })
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (protocol === 'https:' ? 443 : 80))
  const ips = isIP(host) === 0 ? await rules.resolve(host, signal) : [host]
  if (ips.length === 0 || !ips.every((ip) => rules.mayReach(ip, port))) {
    throw failure('invalid', { cause: 'not a public address' })
  }
  return ips
}

/** Asks the name servers without the machine's own thread pool, which a slow name could otherwise fill. */
export async function resolveByDns(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Answers every look-up with the checked addresses. */
export function lookUpIn(ips: readonly string[]): LookupFunction {
  const targets = ips.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, callback) => {
    if (options.all) callback(null, targets)
    else callback(null, targets[0]?.address ?? '', targets[0]?.family)
  }
}

/** The answer to a request. A server that switches protocols, or closes without a word, gives none. */
export function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const refuse = (code: string) => reject(Object.assign(new Error('There is no answer.'), { code }))
  request
    .on('response', resolve)
    .on('error', reject)
    // Without this listener, Node closes the connection and reports neither an answer nor an error.
    .on('upgrade', (_response, socket) => {
      socket.destroy()
      refuse('HPE_UNEXPECTED_UPGRADE')
    })
    .on('close', () => refuse('ECONNRESET'))
  return promise
}

/** Sends the request to one of the checked addresses, without cookies or credentials. */
function open(url: URL, ips: readonly string[], { request, signal }: Fetch): Promise<IncomingMessage> {
  const { Agent, get } = url.protocol === 'https:' ? https : http
  const options = {
    // Its own agent: no connection is shared, and no proxy of the environment stands between.
    agent: new Agent({ keepAlive: false }),
    lookup: lookUpIn(ips),
    autoSelectFamilyAttemptTimeout: 1500,
    signal,
    headers: { accept: request.accept, 'accept-encoding': 'gzip, br', 'user-agent': 'Copydesk' },
  }
  return answerTo(get(url, options))
}

async function receive(
  url: URL,
  response: IncomingMessage,
  { request, signal }: Fetch,
): Promise<WebDocument> {
  const status = response.statusCode ?? 0
  if (status !== 200) {
    response.destroy()
    throw failure(kindOfStatus(status), { status })
  }
  const bytes = await readBody(response, request.mostBytes, signal).catch((cause: unknown) => {
    response.destroy()
    throw failure(signal.aborted ? 'timeout' : 'bad_response', { cause })
  })
  const type = response.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  return { url: url.href, type, bytes }
}
