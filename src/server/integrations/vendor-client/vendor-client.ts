import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { readJson } from '../../read-json.ts'
import { createConcurrencyLimit, createPersonalLimit, type InTurn } from '../../security/concurrency-limit.ts'
import { USER_AGENT } from '../../version.ts'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import { findSpender } from '../spender.ts'
import { createAccountGate, type PauseStore } from './account-gate.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { kindOfRefusal, retryAfter } from './retry-after.ts'

const MOST_BYTES = 10 * 1024 * 1024
const TRIES = 4
const FIRST_WAIT_MS = 250

/** Kinds that pass by themselves and are worth another try. */
const PASSING = new Set<IntegrationErrorKind>(['rate_limited', 'unavailable', 'timeout'])
/** Kinds that say that the other side is down, rather than that it did not like the question. */
const DOWN = new Set<IntegrationErrorKind>(['unavailable', 'timeout', 'bad_response'])

export interface VendorClientOptions {
  /** The system as people call it, e.g. `Asana`. */
  system: string
  /** Where its API begins, without a slash at the end. */
  baseUrl: string
  /** Sent with every request; asked anew for each, as tokens run out. */
  headers: () => Promise<Record<string, string>> | Record<string, string>
  /** One answer may take this long, and all tries of one call together. */
  timeoutMs?: number
  /** Whoever would have to wait longer before another try is refused instead; for calls that a person waits for. */
  longestWaitMs?: number
  atOnce?: number
  fetch?: typeof fetch
  clock?: () => number
  /** Where other servers learn of the account's pauses. */
  pauses?: PauseStore | undefined
  /** What a refusal's body says of itself, for the log: the vendor's own code. */
  vendorCode?: (body: unknown) => string | undefined
}

export interface VendorRequest<Answer> {
  /** What is asked for, in words: `create task`. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** Below the base address; every part that comes from outside has gone through encodeURIComponent. */
  path: string
  query?: Readonly<Record<string, string | number | undefined>>
  json?: unknown
  bytes?: { body: Uint8Array<ArrayBuffer>; type: string }
  headers?: Record<string, string>
  /** The fields that we read; others are ignored. */
  answer: z.ZodType<Answer>
  /** A POST that may be sent twice without harm; other methods may anyway. */
  isRepeatable?: boolean
  /** Whoever asks has left: the call ends, and its reason is what is thrown. */
  signal?: AbortSignal | undefined
}

export interface VendorAnswer<Answer> {
  value: Answer
  headers: Headers
}

export interface VendorClient {
  /** Asks and answers what was read. Throws IntegrationError, whatever goes wrong. */
  send<Answer>(request: VendorRequest<Answer>): Promise<Answer>
  sendWithHeaders<Answer>(request: VendorRequest<Answer>): Promise<VendorAnswer<Answer>>
}

/** Places for calls, of which one person takes half at most. */
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
    const person = findSpender()
    if (person === undefined) return inTurn(work, patience)
    return inPersonsTurn(person, () => inTurn(work, patience), patience)
  }
}

/**
 * The one HTTP client for JSON APIs of vendors: time limit, bounded retries with jitter, the account's pauses,
 * size limit, circuit breaker, and one kind of error. A call takes at most twice the time limit, waits included.
 */
export function createVendorClient(options: VendorClientOptions): VendorClient {
  const { system, timeoutMs = 5000, longestWaitMs = Infinity, atOnce = 8, clock = Date.now } = options
  const inTurn = createFairTurn(system, atOnce)
  const breaker = createCircuitBreaker(system, clock)
  const account = `${system} at ${options.baseUrl}`
  const gate = createAccountGate({ system, account, clock, pauses: options.pauses })

  async function tryOnce<Answer>(request: VendorRequest<Answer>): Promise<VendorAnswer<Answer>> {
    breaker.admit(request.operation)
    try {
      const answer = await exchange(options, timeoutMs, request)
      breaker.succeeded()
      return answer
    } catch (error) {
      // Leaving says nothing about the other side.
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
        // Of an earlier try nobody knows what became.
        const failure = asIntegrationError(error, system, request.operation, !wasTried)
        const wait = failure.retryAfterMs ?? Math.random() * FIRST_WAIT_MS * 2 ** tries
        const isWorthIt = isRepeatable && PASSING.has(failure.kind) && tries < TRIES
        if (!isWorthIt || wait > longestWaitMs || clock() + wait + timeoutMs > deadline) throw failure
        await sleep(wait)
      }
    }
  }

  return { sendWithHeaders, send: async (request) => (await sendWithHeaders(request)).value }
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

/** What a request carries, and of which type it is. */
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

/** What a vendor's refusal is to us. */
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

/** What is wrong with an answer that is not what the vendor's document says. */
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
  // A page is never an answer, not even to a call whose answer says nothing.
  const isOnlyPage = json === undefined && text !== '' && isPage(response, text)
  if (!parsed.success || isOnlyPage) {
    const what = parsed.success ? 'a web page' : issueText(parsed.error.issues[0])
    throw oddAnswer(system, operation, { response, text, what })
  }
  return { value: parsed.data, headers: response.headers }
}

const isPage = ({ headers }: Response, text: string) =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html)\b/i.test(text)

/** Who is sent elsewhere has a wrong address; credentials are not carried there. */
function adviceOn({ status, headers }: Response, system: string, url: string): string | undefined {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return undefined
  const origin = URL.parse(location, url)?.origin
  if (origin === undefined || origin === 'null') return `${system} redirects us: its address has changed.`
  return origin === new URL(url).origin
    ? `${system} redirects us to another address at ${origin}. Check the path of its address.`
    : `${system} has moved to ${origin}. Update its address.`
}

/** Texts without what no database can hold: NUL, and halves of surrogate pairs. */
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
