import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import type { ClickHouseAccount } from './clickhouse-settings.ts'

const SYSTEM = 'ClickHouse'
/** One question may take this long; what takes longer is ended over there, too. */
const TIMEOUT_MS = 30_000
const CANCEL_MS = 3000

/** A value that a question is asked with, and its type there. */
export interface ClickHouseValue {
  type: 'String' | 'Date' | 'UInt32'
  value: string | number
}
export type ClickHouseValues = Readonly<Record<string, ClickHouseValue>>

export interface ClickHouseDeps {
  account: ClickHouseAccount
  clock?: () => number
  fetch?: typeof fetch
  timeoutMs?: number
  accountStore?: AccountStore | undefined
}

/** The equivalent HTTP status of the server's own error codes; others keep theirs. */
const STATUS: Readonly<Record<string, number>> = {
  /** Readonly, not enough rights, no access to the database. */
  164: 403,
  497: 403,
  291: 403,
  /** Unknown user, wrong password, both in one, and an address that may not come in. */
  192: 401,
  193: 401,
  194: 401,
  516: 401,
  195: 403,
  /** No such column, table, database. */
  47: 404,
  60: 404,
  81: 404,
  62: 422,
  159: 408,
  /** Too many at once, and too much memory: later. */
  202: 503,
  241: 503,
}

const NOTHING = '\\N'
const CODE = /^\s*Code: (\d{1,5})\b/
const failure = z.object({ code: z.string() })

/**
 * Refusals of ClickHouse are text that begins with a number of its own, under a status that depends on its
 * age.
 */
async function withCode(response: Response): Promise<Response> {
  if (response.ok || response.body === null || response.status < 400) return response
  const reader = response.body.getReader()
  const { value: first = new Uint8Array() } = await reader.read()
  await reader.cancel()
  const [, code] = CODE.exec(new TextDecoder().decode(first.slice(0, 200))) ?? []
  if (code === undefined) return new Response(first, { status: response.status, headers: response.headers })
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify({ code }), { status: STATUS[code] ?? response.status, headers })
}

const Version = z.object({ data: z.tuple([z.tuple([z.string()])]) })
const Anything = z.unknown()

/** Values for a server that takes them with the question: as text, with what would end it escaped. */
const escaped = (value: string | number) =>
  String(value).replace(/[\\\t\n\r]/g, (sign) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[sign] ?? '\\r')

/** The first version that takes values with the question. */
const takesParameters = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 19 || (major === 19 && minor >= 14)
}

/** One row, as a part of a form. */
function tableOf(values: ClickHouseValues) {
  const boundary = `copydesk-${randomUUID()}`
  const row = Object.values(values).map(({ value }) => escaped(value))
  const body = `--${boundary}\r\ncontent-disposition: form-data; name="given"; filename="given"\r\ncontent-type: text/tab-separated-values\r\n\r\n${row.join('\t')}\n\r\n--${boundary}--\r\n`
  return {
    query: {
      given_structure: Object.entries(values)
        .map(([name, { type }]) => `${name} ${type}`)
        .join(', '),
    },
    bytes: {
      body: new TextEncoder().encode(body),
      type: `multipart/form-data; boundary=${boundary}`,
    },
  }
}

interface Asked<Answer> {
  operation: string
  /** Contains values as `{name:Type}` placeholders. */
  question: string
  values?: ClickHouseValues
  /** It names the database itself, which may not be there. */
  isAnywhere?: boolean
  answer: z.ZodType<Answer>
  signal?: AbortSignal | undefined
}

interface Request {
  query: Record<string, string>
  bytes?: { body: Uint8Array<ArrayBuffer>; type: string }
}

/** Sends queries, and cancels those that the caller no longer waits for. */
function createSender(deps: ClickHouseDeps) {
  const { account, timeoutMs = TIMEOUT_MS, fetch: ask = fetch } = deps
  const headers = { 'x-clickhouse-user': account.user, 'x-clickhouse-key': account.password }
  const client = createVendorClient({
    ...deps,
    system: SYSTEM,
    baseUrl: account.baseUrl,
    headers: () => headers,
    timeoutMs,
    fetch: async (input, init) => withCode(await ask(input, init)),
    vendorCode: (body) => failure.safeParse(body).data?.code,
  })

  async function cancel(id: string): Promise<void> {
    const url = new URL(`${account.baseUrl}/`)
    // The number is one of our own making.
    url.searchParams.set('query', `KILL QUERY WHERE query_id = '${id}'`)
    await ask(url, { method: 'POST', headers, signal: AbortSignal.timeout(Math.min(CANCEL_MS, timeoutMs)) })
      .then((response) => response.body?.cancel())
      .catch(() => {})
  }

  return async function send<Answer>(
    { operation, answer, signal }: Pick<Asked<Answer>, 'operation' | 'answer' | 'signal'>,
    request: Request,
  ): Promise<Answer> {
    const id = randomUUID()
    const query = { ...request.query, query_id: id }
    try {
      const asked = { operation, method: 'POST', path: '/', answer, signal } as const
      return await client.send({ ...asked, ...request, query })
    } catch (error) {
      const isLate = error instanceof IntegrationError && error.kind === 'timeout'
      if (isLate || signal?.aborted) await cancel(id)
      throw error
    }
  }
}

/**
 * ClickHouse over its HTTP interface. Values never become part of a question: a server from 19.14 on takes them as its
 * parameters, an older one as a table of one row that comes in the same request.
 */
export function createClickHouseClient(deps: ClickHouseDeps) {
  const send = createSender(deps)
  let known: Promise<string> | null = null

  async function readVersion(): Promise<string> {
    const asked = { operation: 'say its version', answer: Version }
    const { data } = await send(asked, { query: { query: 'SELECT version() FORMAT JSONCompact' } })
    return data[0][0]
  }

  /** Requested once. */
  async function takesThem(): Promise<boolean> {
    known ??= readVersion()
    try {
      return takesParameters(await known)
    } catch (error) {
      known = null
      throw error
    }
  }

  return {
    readVersion,
    async ask<Answer>({ question, values = {}, isAnywhere, ...asked }: Asked<Answer>): Promise<Answer> {
      const place: Record<string, string> = isAnywhere ? {} : { database: deps.account.database }
      if (Object.keys(values).length === 0) return send(asked, { query: { query: question, ...place } })
      if (await takesThem()) {
        const given = Object.entries(values).map(([name, { value }]) => [`param_${name}`, escaped(value)])
        return send(asked, { query: { query: question, ...place, ...Object.fromEntries(given) } })
      }
      const { query, bytes } = tableOf(values)
      const old = question.replace(/\{(\w+):\w+\}/g, '(SELECT $1 FROM given)')
      return send(asked, { query: { ...query, query: old, ...place }, bytes })
    },
    /** Runs a statement without parameters or result, such as DDL. */
    async tell(operation: string, statement: string): Promise<void> {
      await send({ operation, answer: Anything }, { query: { query: statement } })
    },
    /** Rows of texts; null is NULL. */
    async insert(
      operation: string,
      statement: string,
      rows: readonly (readonly (string | null)[])[],
    ): Promise<void> {
      const lines = rows.map(
        (row) => `${row.map((cell) => (cell === null ? NOTHING : escaped(cell))).join('\t')}\n`,
      )
      const body = new TextEncoder().encode(lines.join(''))
      const query = { query: `${statement} FORMAT TabSeparated`, database: deps.account.database }
      await send(
        { operation, answer: Anything },
        { query, bytes: { body, type: 'text/tab-separated-values' } },
      )
    },
  }
}
