import { writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { limitMemory, MEMORY_BYTES } from './memory-limit.ts'
import { STATEMENT_MS } from './reader-role.ts'

/** A column of an answer: its name and its PostgreSQL type. */
export interface AnswerColumn {
  name: string
  type: string
}

export interface ConsoleAnswer {
  columns: AnswerColumn[]
  /** Cells in PostgreSQL's text format; null for NULL. */
  rows: (string | null)[][]
  /** Why there may be more rows; null if these are all. */
  cut: 'rows' | 'bytes' | null
  milliseconds: number
}

/** PostgreSQL's error for a statement, in its own words. */
export class StatementError extends Error {
  /** Position in the statement in characters, starting at 1; null if unknown. */
  readonly position: number | null
  readonly hint: string | null
  constructor(
    message: string,
    { position = null, hint = null }: { position?: number | null; hint?: string | null } = {},
  ) {
    super(message)
    this.position = position
    this.hint = hint
  }
}

interface Bounds {
  rows: number
  bytes: number
}

/** How often the server checks whether the client is still connected. */
const CHECK_MS = 300

const OUT_OF_MEMORY = `The statement needed more than ${MEMORY_BYTES / 1024 / 1024} MB of memory and was stopped.`
const NOT_LIMITED = 'The statement was not run: the server could not limit its memory.'
const outOfTime = (milliseconds: number) =>
  `The statement took longer than ${milliseconds / 1000} seconds and was stopped.`
/** Added to the server's own limit, which a statement can change. */
const WATCHDOG_MS = 1000
const GIVEN_UP = 'The statement was stopped because its caller disconnected.'
const LOST = 'The connection to the database was lost.'

/** Linux allows a user other than root to set one group's priority every 100 ms. */
const [GROUP_TRIES, GROUP_PAUSE_MS] = [10, 120]

const BEGIN = 'begin transaction read only'

/** Cells in PostgreSQL's text format, except `t` and `f`, which become true and false. */
const plain = {
  getTypeParser: (type: number) => (text: string) =>
    type === pg.types.builtins.BOOL ? String(text === 't') : text,
}

/** Socket of the connection. The driver offers no other way to count bytes or to disconnect. */
const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

const positionOf = (position: string | undefined) => (position === undefined ? null : Number(position))

/** Process id of the connection's backend. */
const processOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID

function explain(error: unknown, { milliseconds = STATEMENT_MS, limitsMemory }: Question): StatementError {
  if (!(error instanceof pg.DatabaseError)) return new StatementError(LOST)
  const { message, position, hint = null, code } = error
  if (code === '57014') return new StatementError(outOfTime(milliseconds))
  if (code === '53200' && limitsMemory) return new StatementError(OUT_OF_MEMORY)
  return new StatementError(message, { position: positionOf(position), hint })
}

/** A result as it arrives, until it is complete or cut. */
interface Collected {
  fields: readonly pg.FieldDef[]
  rows: (string | null)[][]
  cut: ConsoleAnswer['cut']
}

export interface Question {
  text: string
  bounds: Bounds
  /** Time limit, if it differs from the default. */
  milliseconds?: number
  signal: AbortSignal
  /** Whether the backend runs on this machine and should give priority to all other processes. */
  yields?: boolean
  /** Whether the backend runs on this machine and gets a memory limit. */
  limitsMemory?: boolean
}

/** JIT code takes memory, and so does a hash join of rows with equal keys, which never spills to disk. */
const FRUGAL = '-c jit=off -c hash_mem_multiplier=1'
const WITHOUT_LIMIT = `${FRUGAL} -c enable_hashjoin=off`

/**
 * Runs one statement on its own connection, which is closed afterwards together with the statement's settings
 * and locks. The answer is cut at a number of rows, and at a number of bytes as they arrive: PostgreSQL can
 * produce a cell larger than this process. Throws `StatementError` for errors that the user can fix, and the
 * server's own error if it cannot connect.
 */
export async function askReader(address: string, question: Question): Promise<ConsoleAnswer> {
  const { milliseconds: most = STATEMENT_MS } = question
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: 5000,
    application_name: 'copydesk console',
    options: `-c statement_timeout=${most} -c client_connection_check_interval=${CHECK_MS} -c timezone=UTC ${question.limitsMemory ? FRUGAL : WITHOUT_LIMIT}`,
  })
  client.on('error', () => {})
  await client.connect()
  const over = new AbortController()
  try {
    if (question.yields) void letOthersFirst(client, over.signal)
    if (question.limitsMemory) await limited(client)
    await client.query(BEGIN)
    const from = performance.now()
    const { fields, rows, cut } = await collect(client, question)
    const milliseconds = Math.round(performance.now() - from)
    const columns = await columnsOf(client, fields, cut !== null)
    return { columns, rows, cut, milliseconds }
  } finally {
    over.abort()
    leave(client)
  }
}

/**
 * A console statement takes seconds, while other queries have waiting users. Every PostgreSQL process is a
 * session of its own. Where Linux groups processes by session (sched(7), autogroup), a priority counts only
 * within its group, so the group needs one too. If the machine does not allow it, the statement runs anyway.
 */
async function letOthersFirst(client: pg.Client, over: AbortSignal): Promise<void> {
  const [process, { PRIORITY_LOW }] = [processOf(client), os.constants.priority]
  try {
    os.setPriority(process, PRIORITY_LOW)
  } catch {}
  for (let tries = 0; tries < GROUP_TRIES && !over.aborted; tries += 1)
    try {
      return await writeFile(`/proc/${process}/autogroup`, String(PRIORITY_LOW), { flag: 'r+' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      await sleep(GROUP_PAUSE_MS, undefined, { signal: over }).catch(() => {})
    }
}

/** A statement does not run without its memory limit. */
const limited = (client: pg.Client) =>
  limitMemory(processOf(client)).catch(() => {
    throw new StatementError(NOT_LIMITED)
  })

/** Reads rows until all have arrived, or enough have. The rest is canceled on the server. */
function collect(client: pg.Client, question: Question): Promise<Collected> {
  const { text, bounds, signal, milliseconds = STATEMENT_MS } = question
  const { promise, resolve, reject } = Promise.withResolvers<Collected>()
  const stream = socketOf(client)
  const collected: Collected = { fields: [], rows: [], cut: null }
  let bytes = 0
  const settle = (end: () => void) => {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', giveUp)
    stream.off('data', count)
    end()
  }
  const cutAt = (cut: ConsoleAnswer['cut']) => {
    if (collected.cut !== null) return
    collected.cut = cut
    settle(() => resolve(collected))
  }
  const stop = (why: string) => settle(() => reject(new StatementError(why)))
  const giveUp = () => stop(GIVEN_UP)
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bounds.bytes) cutAt('bytes')
  }
  const watchdog = setTimeout(() => stop(outOfTime(milliseconds)), milliseconds + WATCHDOG_MS)
  signal.addEventListener('abort', giveUp, { once: true })
  // Before the driver's own listener, which would buffer a cell of a gigabyte before reporting the first row.
  stream.prependListener('data', count)

  const query = new pg.Query({
    text,
    rowMode: 'array',
    types: plain,
    queryMode: 'extended',
  } as pg.QueryArrayConfig)
  query.on('row', (row: unknown, result) => {
    if (collected.cut !== null) return
    collected.fields = result?.fields ?? []
    if (collected.rows.length === bounds.rows) return cutAt('rows')
    collected.rows.push(row as (string | null)[])
  })
  query.on('error', (error) => settle(() => reject(explain(error, question))))
  query.on('end', (result) => {
    collected.fields = result.fields
    settle(() => resolve(collected))
  })
  client.query(query)
  if (signal.aborted) giveUp()
  return promise
}

/** SQL names of types that PostgreSQL's catalog abbreviates. */
const SQL_NAMES: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  bool: 'boolean',
  varchar: 'character varying',
  bpchar: 'character',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
}

/** Type names, queried on the same connection; if that was cut off, the type ids. */
async function columnsOf(client: pg.Client, fields: readonly pg.FieldDef[], isCut: boolean) {
  const oids = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))]
  const known = new Map<number, string>(
    Object.entries(pg.types.builtins).map(([name, oid]) => {
      const own = name.toLowerCase()
      return [oid, SQL_NAMES[own] ?? own]
    }),
  )
  if (!isCut && oids.length > 0) {
    const { rows } = await client.query<{ oid: number; name: string }>(
      'select oid, format_type(oid, null) as name from unnest($1::oid[]) as t (oid)',
      [oids],
    )
    for (const { oid, name } of rows) known.set(oid, name)
  }
  return fields.map(({ name, dataTypeID }) => ({ name, type: known.get(dataTypeID) ?? 'text' }))
}

/**
 * Closes the connection at once. The server notices within `CHECK_MS` and cancels a running statement, so
 * that we do not wait for one that is writing a gigabyte.
 */
function leave(client: pg.Client): void {
  socketOf(client).destroy()
}
