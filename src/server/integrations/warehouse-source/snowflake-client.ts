import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { USER_AGENT } from '../../version.ts'
import { IntegrationError } from '../integration-error.ts'
import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import type { SnowflakeAccount } from './snowflake-settings.ts'
import { createSnowflakeToken } from './snowflake-token.ts'

const SYSTEM = 'Snowflake'
/** Time limit of one answer. A statement continues on the server and is polled. */
const TIMEOUT_MS = 15_000
/** A statement that is no longer polled ends by itself. */
const STATEMENT_SECONDS = 300
/** Shorter than the caller's own time limit, so that this one ends first and its error names the cause. */
const PATIENCE_MS = 180_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 4000
const CANCEL_MS = 5000
/** Magic bytes of gzip. */
const GZIP = [0x1f, 0x8b]

const Cells = z.array(z.array(z.string().nullable()))
const Result = z.object({
  statementHandle: z.string().min(1),
  resultSetMetaData: z.object({ partitionInfo: z.array(z.unknown()).optional() }),
  data: Cells,
})
/** A statement that is still running. */
const Running = z.object({ statementHandle: z.string().min(1) })
const Answer = z.union([Result, Running])
const Partition = z.object({ data: Cells })
const Failure = z.object({ code: z.string().max(100) })

export interface SnowflakeDeps {
  account: SnowflakeAccount
  clock?: () => number
  fetch?: typeof fetch
  timeoutMs?: number
  /** Time limit of a statement in total. */
  patienceMs?: number
  firstPauseMs?: number
  accountStore?: AccountStore | undefined
}

interface Statement {
  operation: string
  statement: string
  /** Values for the `?` placeholders, in order. */
  bindings?: readonly string[]
  signal?: AbortSignal | undefined
  patienceMs?: number
}

/** Later parts of a result are compressed, whether or not a header says so. */
async function unpacked(response: Response): Promise<Response> {
  if (!response.ok || response.body === null) return response
  const reader = response.body.getReader()
  const { value: first } = await reader.read()
  const isPacked = first !== undefined && GZIP.every((byte, index) => first[index] === byte)
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      if (first === undefined) controller.close()
      else controller.enqueue(first)
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const body = isPacked ? whole.pipeThrough(new DecompressionStream('gzip')) : whole
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  return new Response(body, { status: response.status, headers })
}

/** Number of request ids that are remembered for recognizing retries. */
const MOST_SENT = 100

/** Marks a repeated request as a retry of the same statement. */
function markRepeats(ask: typeof fetch): typeof fetch {
  const sent = new Set<string>()
  return async (input, init) => {
    const url = new URL(String(input))
    const request = init?.method === 'POST' ? url.searchParams.get('requestId') : null
    if (request !== null && sent.has(request)) url.searchParams.set('retry', 'true')
    if (request !== null) sent.add(request)
    const [oldest] = sent
    if (sent.size > MOST_SENT && oldest !== undefined) sent.delete(oldest)
    return unpacked(await ask(url, init))
  }
}

const bound = (bindings: readonly string[]) =>
  Object.fromEntries(bindings.map((value, index) => [String(index + 1), { type: 'TEXT', value }]))

/** The calls that make up a statement. */
function createCalls(deps: SnowflakeDeps) {
  const { account, clock = Date.now, fetch: ask = fetch, timeoutMs = TIMEOUT_MS } = deps
  const { database, schema, warehouse, role } = account
  const token = createSnowflakeToken(account, clock)
  const client = createVendorClient({
    ...deps,
    system: SYSTEM,
    baseUrl: `${account.baseUrl}/api/v2/statements`,
    headers: token,
    timeoutMs,
    fetch: markRepeats(ask),
    vendorCode: (body) => Failure.safeParse(body).data?.code,
  })
  return {
    begin: ({ operation, statement, bindings = [], signal }: Statement) =>
      client.send({
        operation,
        method: 'POST',
        path: '',
        query: { requestId: randomUUID(), async: 'true', nullable: 'true' },
        json: {
          statement,
          timeout: STATEMENT_SECONDS,
          database,
          schema,
          ...(warehouse === undefined ? {} : { warehouse }),
          ...(role === undefined ? {} : { role }),
          ...(bindings.length === 0 ? {} : { bindings: bound(bindings) }),
          parameters: { timezone: 'UTC' },
        },
        answer: Answer,
        isRepeatable: true,
        signal,
      }),
    statusOf: <Said>(handle: string, { operation, signal }: Statement, answer: z.ZodType<Said>, query = {}) =>
      client.send({
        operation,
        method: 'GET',
        path: `/${encodeURIComponent(handle)}`,
        query,
        answer,
        signal,
      }),
    /** Cancels a statement on the server; the caller has already left. */
    async cancel(handle: string): Promise<void> {
      await ask(`${account.baseUrl}/api/v2/statements/${encodeURIComponent(handle)}/cancel`, {
        method: 'POST',
        headers: { accept: 'application/json', 'user-agent': USER_AGENT, ...token() },
        signal: AbortSignal.timeout(CANCEL_MS),
      })
        .then((response) => response.body?.cancel())
        .catch(() => {})
    },
  }
}

const isOver = (error: unknown) => error instanceof IntegrationError && error.status === 422

/**
 * Snowflake's SQL API, version 2. A statement is started and then polled, so that there is always a handle to
 * cancel. A retry after a lost answer is the same statement (`requestId`).
 */
export function createSnowflakeClient(deps: SnowflakeDeps) {
  const { patienceMs: usualPatience = PATIENCE_MS, firstPauseMs = FIRST_PAUSE_MS } = deps
  const { begin, statusOf, cancel } = createCalls(deps)

  async function waitFor(handle: string, asked: Statement): Promise<z.output<typeof Result>> {
    const { operation, signal, patienceMs = usualPatience } = asked
    const giveUpAt = performance.now() + patienceMs
    for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, signal === undefined ? {} : { signal })
      const said = await statusOf(handle, asked, Answer)
      if ('data' in said) return said
      if (performance.now() + pause > giveUpAt) {
        const failure = { system: SYSTEM, operation, kind: 'timeout' } as const
        throw new IntegrationError(`${SYSTEM} still had no answer to ${operation}`, failure)
      }
    }
  }

  /** The parts of a result are read one after the other. */
  async function wholeOf(result: z.output<typeof Result>, asked: Statement) {
    const rows = [...result.data]
    const { partitionInfo = [] } = result.resultSetMetaData
    for (let partition = 1; partition < partitionInfo.length; partition++) {
      const { data } = await statusOf(result.statementHandle, asked, Partition, { partition })
      for (const row of data) rows.push(row)
    }
    return rows
  }

  return {
    /** Returns the rows of a statement. Cancels it when its time is up or its `signal` is aborted. */
    async run(asked: Statement): Promise<(string | null)[][]> {
      const said = await begin(asked)
      try {
        return await wholeOf('data' in said ? said : await waitFor(said.statementHandle, asked), asked)
      } catch (error) {
        if (!isOver(error)) await cancel(said.statementHandle)
        throw asked.signal?.aborted ? asked.signal.reason : error
      }
    },
  }
}
