// @ts-check
// The client's runtime. It is served as it is and runs wherever there is `fetch`, so it is plain JavaScript.

const MOST_WAIT_MS = 60_000
const FIRST_WAIT_MS = 500

/**
 * A call that the server refused, or that failed on the way (`status` 0).
 * `code` is that of the API guide, or `network`.
 */
export class CopydeskError extends Error {
  /** @param {{ status: number, code: string, message: string, validation?: unknown, details?: unknown, requestId?: string | null, cause?: unknown }} fault */
  constructor({ status, code, message, validation, details, requestId = null, cause }) {
    super(message, { cause })
    this.name = 'CopydeskError'
    this.status = status
    this.code = code
    this.validation = validation
    this.details = details
    this.requestId = requestId
  }
}

/** @param {unknown} value */
const textOf = (value) => (value instanceof Date ? value.toISOString() : String(value))
/** @param {unknown} value */
const isGiven = (value) => value !== undefined && value !== null

/** @param {Record<string, unknown>} query */
function queryText(query) {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value))
      for (const [index, each] of value.filter(isGiven).entries())
        parameters.append(`${name}[${index}]`, textOf(each))
    else if (isGiven(value)) parameters.append(name, textOf(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * @param {Record<string, unknown>} fields
 * @param {Blob} file
 */
function formOf(fields, file) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (isGiven(value)) form.append(name, textOf(value))
  // The server reads the fields before the file.
  form.append('file', file, /** @type {{ name?: string }} */ (file).name ?? 'file')
  return form
}

/** @param {Response} response */
async function errorOf(response) {
  const text = await response.text()
  const requestId = response.headers.get('x-request-id')
  try {
    const { code = 'unknown', message = response.statusText, validation, details } = JSON.parse(text)
    return new CopydeskError({ status: response.status, code, message, validation, details, requestId })
  } catch {
    // A proxy in between answered in its own words.
    return new CopydeskError({
      status: response.status,
      code: 'unknown',
      message: response.statusText || `Status ${response.status}`,
      requestId,
    })
  }
}

/**
 * @param {Response} response
 * @param {boolean} isFile
 */
async function answerOf(response, isFile) {
  if (response.status === 204) return undefined
  if (!isFile)
    return response.json().catch((cause) => {
      const message = 'The answer is not from Copydesk: it is not JSON.'
      throw new CopydeskError({ status: response.status, code: 'unreadable', message, cause })
    })
  const named = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')
  return {
    name: named?.[1] ?? null,
    type: response.headers.get('content-type') ?? '',
    data: await response.blob(),
  }
}

/**
 * Milliseconds until the next try; null if it would be too long.
 * @param {Response | null} response
 * @param {number} failed
 */
function waitAfter(response, failed) {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN)
  const wait = Number.isFinite(asked) ? asked * 1000 : FIRST_WAIT_MS * 2 ** failed
  return wait > MOST_WAIT_MS ? null : wait
}

/**
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

/**
 * A call of the API: method, path with `:name` segments, and marks. `k`: takes an idempotency key. `s`: changes
 * nothing. `f`: answers a file. `p`: a list in pages.
 * @typedef {readonly [method: string, path: string, marks: string]} Operation
 * @typedef {{ params?: Record<string, unknown>, query?: Record<string, unknown>, body?: unknown, file?: Blob }} Input
 * @typedef {{ key?: string, signal?: AbortSignal }} CallOptions
 * @typedef {{ baseUrl: string, token?: string, fetch?: typeof fetch, retries?: number }} ClientOptions
 */

/**
 * A part of a path. Nothing, `.` and `..` would lead to another call.
 * @param {string} name
 * @param {unknown} value
 */
function segmentOf(name, value) {
  const text = isGiven(value) ? textOf(value) : ''
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} cannot be "${text}".`)
  return encodeURIComponent(text)
}

/**
 * @param {ClientOptions} client
 * @param {Operation} operation
 * @param {Input} input
 * @param {CallOptions} options
 * @returns {[url: string, request: RequestInit]}
 */
function requestOf({ baseUrl, token }, [method, path, marks], input, { key, signal }) {
  const { params = {}, query = {}, body, file } = input
  const filled = path.replace(/:(\w+)/g, (_, name) => segmentOf(name, params[name]))
  /** @type {Record<string, string>} */
  const headers = { accept: 'application/json' }
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (marks.includes('k')) headers['idempotency-key'] = key ?? crypto.randomUUID()
  /** @type {RequestInit} */
  const request = { method, headers, redirect: 'manual', ...(signal ? { signal } : {}) }
  if (file) request.body = formOf(/** @type {Record<string, unknown>} */ (body ?? {}), file)
  else if (body !== undefined) {
    headers['content-type'] = 'application/json'
    request.body = JSON.stringify(body)
  }
  return [baseUrl.replace(/\/+$/, '') + filled + queryText(query), request]
}

/**
 * Whether a second try can help and do no harm.
 * @param {Operation} operation
 * @param {Response | null} response
 */
function isWorthAnother([method, , marks], response) {
  const isWorthIt = response === null || response.status === 429 || response.status === 503
  return isWorthIt && (method === 'GET' || /[ks]/.test(marks))
}

/**
 * Calls one operation. Network failures, 429 and 503 are tried again, but only if a second try can do no harm.
 * @param {ClientOptions} client
 * @param {Operation} operation
 * @param {Input} input
 * @param {CallOptions} options
 */
async function call(client, operation, input, options) {
  const { fetch: send = fetch, retries = 3, baseUrl } = client
  const { signal } = options
  const [url, request] = requestOf(client, operation, input, options)
  for (let failed = 0; ; failed++) {
    /** @type {{ response: Response | null, fault?: unknown }} */
    const { response, fault } = await send(url, request).then(
      (answered) => ({ response: answered }),
      (error) => ({ response: null, fault: error }),
    )
    // Followed, it could hand the token and what was sent to another server.
    if (response?.type === 'opaqueredirect' || (response && response.status >= 300 && response.status < 400))
      throw new CopydeskError({
        ...{ status: response.status, code: 'redirected' },
        message: `${baseUrl} redirects to another address. Use that one.`,
      })
    if (response?.ok) return answerOf(response, operation[2].includes('f'))
    if (signal?.aborted) throw fault ?? signal.reason
    const isAgain = failed < retries && isWorthAnother(operation, response)
    const wait = isAgain ? waitAfter(response, failed) : null
    if (wait === null) {
      if (response) throw await errorOf(response)
      throw new CopydeskError({
        status: 0,
        code: 'network',
        message: `${baseUrl} did not answer.`,
        cause: fault,
      })
    }
    await response?.body?.cancel()
    await pause(wait, signal)
  }
}

/**
 * The rows of a list, page after page. Rows that are added or removed meanwhile can appear twice or be missed.
 * @param {(input: Input, options?: CallOptions) => Promise<unknown>} list
 * @param {Input} input
 * @param {CallOptions} options
 */
async function* rowsOf(list, input, options) {
  let seen = 0
  for (let page = Number(input.query?.page ?? 1); ; page++) {
    const { nodes, totalCount } = /** @type {{ nodes: unknown[], totalCount?: number }} */ (
      await list({ ...input, query: { ...input.query, page } }, options)
    )
    yield* nodes
    seen += nodes.length
    if (nodes.length === 0 || (input.query?.page === undefined && seen >= (totalCount ?? Infinity))) return
  }
}

/**
 * A client with a function per call: `client.articles.read({ params: { id: 5 } })`.
 * @param {Readonly<Record<string, Operation>>} operations by `noun.name`
 * @param {ClientOptions} options
 * @returns {Record<string, Record<string, any>>}
 */
export function createCaller(operations, options) {
  /** @type {Record<string, Record<string, unknown>>} */
  const client = {}
  for (const [id, operation] of Object.entries(operations)) {
    const [noun = '', name = ''] = id.split('.')
    /** @type {(input?: Input, given?: CallOptions) => Promise<unknown>} */
    const made = (input = {}, given = {}) => call(options, operation, input, given)
    const withRows = operation[2].includes('p')
      ? Object.assign(made, {
          /** @type {(input?: Input, given?: CallOptions) => AsyncGenerator<unknown>} */
          rows: (input = {}, given = {}) => rowsOf(made, input, given),
        })
      : made
    client[noun] ??= {}
    client[noun][name] = withRows
  }
  return client
}
