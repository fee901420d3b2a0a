import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { vendorCalls } from '../../observed.ts'
import { readJson } from '../../read-json.ts'
import { createConcurrencyLimit, createPersonalLimit, type InTurn } from '../../security/concurrency-limit.ts'
import { traced } from '../../traced.ts'
import { USER_AGENT } from '../../version.ts'
import { billedUser } from '../billed-user.ts'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import { type AccountStore, createAccountGate } from './account-gate.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createPace } from './pace.ts'
import { kindOfRefusal, retryAfter } from './retry-after.ts'

const MOST_BYTES = 10 * 1024 * 1024
const TRIES = 4
const FIRST_WAIT_MS = 250

/** Transient errors that are worth a retry. */
const PASSING = new Set<IntegrationErrorKind>(['rate_limited', 'unavailable', 'timeout'])
/** Errors that mean that the vendor is down, rather than that the request was bad. */
const DOWN = new Set<IntegrationErrorKind>(['unavailable', 'timeout', 'bad_response'])

export interface VendorClientOptions {
  /** Display name of the system, e.g. `Asana`. */
  system: string
  /** Base address of the API, without a trailing slash. */
  baseUrl: string
  /** Headers for every request. Computed for each one, because tokens expire. */
  headers: () => Promise<Record<string, string>> | Record<string, string>
  /** Time limit for one answer, and for all tries of one call together. */
  timeoutMs?: number
  /** Refuses a retry that would have to wait longer; for calls that a user waits for. */
  longestWaitMs?: number
  atOnce?: number
  fetch?: typeof fetch
  clock?: () => number
  /** Least time between two calls, in milliseconds; none unless said. */
  betweenMs?: number | undefined
  /** Shares the account's rate-limit pauses and its pace with other servers. */
  accountStore?: AccountStore | undefined
  /** Extracts the vendor's own error code from a refusal, for the log. */
  vendorCode?: (body: unknown) => string | undefined
}

export interface VendorRequest<Answer> {
  /** Short description of the call: `create task`. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** Path below the base address. Parts from outside must have gone through encodeURIComponent. */
  path: string
  query?: Readonly<Record<string, string | number | undefined>>
  json?: unknown
  bytes?: { body: Uint8Array<ArrayBuffer>; type: string }
  headers?: Record<string, string>
  /** Schema of the fields that we read; others are ignored. */
  answer: z.ZodType<Answer>
  /** A POST that is idempotent. Other methods always are. */
  isRepeatable?: boolean
  /** Aborts the call when the caller has left; its reason is thrown. */
  signal?: AbortSignal | undefined
}

export interface VendorAnswer<Answer> {
  value: Answer
  headers: Headers
}

export interface VendorClient {
  /** Sends the request and returns the parsed answer. Throws IntegrationError for every failure. */
  send<Answer>(request: VendorRequest<Answer>): Promise<Answer>
  sendWithHeaders<Answer>(request: VendorRequest<Answer>): Promise<VendorAnswer<Answer>>
}

/** Concurrency limit in which one user takes at most half of the slots. */
function createFairTurn(system: string, atOnce: number): InTurn {
  const inTurn = createConcurrencyLimit({
    atOnce,
    mostWaiting: 200,
    refusal: `${system} is busy. Please try again in a moment.`,
  })
  const inPersonsTurn = createPersonalLimit({
    atOnce: Math.ceil(atOnce / 2),
    mostWaiting: 50,
    refusal: `Your other calls to ${system} are still running. Please try again in a moment.`,
  })
  return (work, patience) => {
    const person = billedUser()
    if (person === undefined) return inTurn(work, patience)
    return inPersonsTurn(person, () => inTurn(work, patience), patience)
  }
}

/**
 * The one HTTP client for JSON APIs of vendors: time limit, bounded retries with jitter, rate-limit pauses,
 * size limit, pace, circuit breaker, and a single error type. A call takes at most twice the time limit, waits
 * included, apart from waiting for its turn.
 */
export function createVendorClient(options: VendorClientOptions): VendorClient {
  const { system, timeoutMs = 5000, longestWaitMs = Infinity, atOnce = 8, clock = Date.now } = options
  const inTurn = createFairTurn(system, atOnce)
  const breaker = createCircuitBreaker(system, clock)
  const account = { ...options, account: `${system} at ${options.baseUrl}`, clock }
  const [gate, pace] = [createAccountGate(account), createPace(account)]

  async function tryOnce<Answer>(request: VendorRequest<Answer>): Promise<VendorAnswer<Answer>> {
    breaker.admit(request.operation)
    await pace()
    try {
      const answer = await exchange(options, timeoutMs, request)
      breaker.succeeded()
      return answer
    } catch (error) {
      // A caller's abort says nothing about the vendor.
      request.signal?.throwIfAborted()
      const failure = asIntegrationError(error, system, request.operation)
      if (DOWN.has(failure.kind)) breaker.failed(failure)
      else breaker.succeeded()
      throw failure
    }
  }

  async function sendWithHeaders<Answer>(request: VendorRequest<Answer>): Promise<VendorAnswer<Answer>> {
    const deadline = clock() + 2 * timeoutMs
    // A try that began any later could not end in time.
    const patience = () => AbortSignal.timeout(Math.max(Math.floor(deadline - timeoutMs - clock()), 0))
    const isRepeatable = request.method !== 'POST' || request.isRepeatable === true
    let wasTried = false
    const trying = () => {
      wasTried = true
      return tryOnce(request)
    }
    for (let tries = 1; ; tries++) {
      try {
        const time = patience()
        return await inTurn(() => gate.pass(request.operation, trying, time), time)
      } catch (error) {
        request.signal?.throwIfAborted()
        // The outcome of an earlier try is unknown.
        const failure = asIntegrationError(error, system, request.operation, !wasTried)
        const wait = failure.retryAfterMs ?? Math.random() * FIRST_WAIT_MS * 2 ** tries
        const isWorthIt = isRepeatable && PASSING.has(failure.kind) && tries < TRIES
        if (!isWorthIt || wait > longestWaitMs || clock() + wait + timeoutMs > deadline) throw failure
        await sleep(wait)
      }
    }
  }

  const observed = async <Answer>(request: VendorRequest<Answer>): Promise<VendorAnswer<Answer>> => {
    try {
      const answer = await traced({ seam: 'vendor', system }, () => sendWithHeaders(request))
      vendorCalls.publish({ system, outcome: 'ok' })
      return answer
    } catch (error) {
      // Without a failure of its own, the caller has left.
      vendorCalls.publish({ system, outcome: error instanceof IntegrationError ? error.kind : 'aborted' })
      throw error
    }
  }
  return { sendWithHeaders: observed, send: async (request) => (await observed(request)).value }
}

function asIntegrationError(
  error: unknown,
  system: string,
  operation: string,
  isUnasked = false,
): IntegrationError {
  if (error instanceof IntegrationError) return error
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  return new IntegrationError(`${system} failed to ${operation}: ${String(error)}`, {
    system,
    operation,
    kind: isTimeout ? 'timeout' : 'unavailable',
    isUnasked,
    cause: error,
  })
}

/** Body and content type of a request. */
function contentOf({ bytes, json }: Pick<VendorRequest<unknown>, 'bytes' | 'json'>) {
  if (bytes !== undefined) return bytes
  return json === undefined ? null : { body: JSON.stringify(json), type: 'application/json' }
}

function addressOf(baseUrl: string, { path, query }: Pick<VendorRequest<unknown>, 'path' | 'query'>): URL {
  const url = new URL(baseUrl + path)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

interface Refused {
  options: VendorClientOptions
  operation: string
  response: Response
  json: unknown
  url: URL
}

/** Maps a vendor's refusal to our error. */
function refusal({ options, operation, response, json, url }: Refused): IntegrationError {
  const { system } = options
  const code = options.vendorCode?.(json)
  const said = code === undefined ? '' : ` (${code})`
  const kind = kindOfRefusal(response)
  const retryAfterMs = retryAfter(response, Date.now())
  const advice = adviceOn(response, system, url.href)
  return new IntegrationError(`${system} refused to ${operation}: ${response.status}${said}`, {
    system,
    operation,
    kind,
    status: response.status,
    ...(code === undefined ? {} : { vendorCode: code }),
    ...(advice === undefined ? {} : { advice }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

const issueText = (issue: z.core.$ZodIssue | undefined) => `${issue?.path.join('.')} ${issue?.message}`

/** Describes how an answer differs from the vendor's documentation. */
function oddAnswer(
  system: string,
  operation: string,
  { response, text, what }: { response: Response; text: string; what: string },
): IntegrationError {
  return new IntegrationError(`${system} sent an unexpected answer to ${operation}: ${what}`, {
    system,
    operation,
    kind: 'bad_response',
    status: response.status,
    ...(isPage(response, text)
      ? { advice: `${system} returned a web page instead of data. Check its address.` }
      : {}),
  })
}

async function exchange<Answer>(
  options: VendorClientOptions,
  timeoutMs: number,
  request: VendorRequest<Answer>,
): Promise<VendorAnswer<Answer>> {
  const { system, baseUrl, fetch: ask = fetch } = options
  const { operation, signal } = request
  const url = addressOf(baseUrl, request)
  const content = contentOf(request)
  const limit = AbortSignal.timeout(timeoutMs)
  const response = await ask(url, {
    method: request.method,
    headers: {
      accept: 'application/json',
      'user-agent': USER_AGENT,
      ...(content === null ? {} : { 'content-type': content.type }),
      ...(await options.headers()),
      ...request.headers,
    },
    body: content === null ? null : content.body,
    redirect: 'manual',
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  })
  const text = await readText(response, system, operation)
  const json = parseJson(text)
  if (!response.ok) throw refusal({ options, operation, response, json, url })
  const parsed = request.answer.safeParse(json)
  // An HTML page is never a valid answer, even to a call without a response body.
  const isOnlyPage = json === undefined && text !== '' && isPage(response, text)
  if (!parsed.success || isOnlyPage) {
    const what = parsed.success ? 'a web page' : issueText(parsed.error.issues[0])
    throw oddAnswer(system, operation, { response, text, what })
  }
  return { value: parsed.data, headers: response.headers }
}

const isPage = ({ headers }: Response, text: string) =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html)\b/i.test(text)

/** A redirect means that the address is wrong. Credentials are never sent to the new one. */
function adviceOn({ status, headers }: Response, system: string, url: string): string | undefined {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return undefined
  const origin = URL.parse(location, url)?.origin
  if (origin === undefined || origin === 'null') return `${system} redirects us: its address has changed.`
  return origin === new URL(url).origin
    ? `${system} redirects us to another address at ${origin}. Check the path of its address.`
    : `${system} has moved to ${origin}. Update its address.`
}

/** Removes characters that no database can store: NUL and lone surrogates. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

const parseJson = (text: string) =>
  readJson(text, /\\u(?:0000|d[89a-f])|\0/i.test(text) ? storable : undefined)

async function readText(response: Response, system: string, operation: string): Promise<string> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > MOST_BYTES) {
      throw new IntegrationError(`${system} sent too much data to ${operation}`, {
        system,
        operation,
        kind: 'bad_response',
        status: response.status,
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
