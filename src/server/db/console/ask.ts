import { writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { limitMemory, MEMORY_BYTES } from './memory-limit.ts'
import { STATEMENT_MS } from './reader-role.ts'

/** A column of an answer: its name and its type as PostgreSQL names it. */
export interface AnswerColumn {
  name: string
  type: string
}

export interface ConsoleAnswer {
  columns: AnswerColumn[]
  /** Cells as PostgreSQL writes them; null where there is none. */
  rows: (string | null)[][]
  /** Why there may be more than these; null where these are all. */
  cut: 'rows' | 'bytes' | null
  milliseconds: number
}

/** What PostgreSQL has against a statement, in its own words. */
export class StatementError extends Error {
  /** Where in the statement, counted in characters from 1; null where it says nothing of the place. */
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

/** How often the server looks whether somebody still waits for it. */
const CHECK_MS = 300

const OUT_OF_MEMORY = `The statement needed more than ${MEMORY_BYTES / 1024 / 1024} MB of memory and was stopped.`
const NOT_LIMITED = 'The statement was not run: the server could not limit its memory.'
const outOfTime = (milliseconds: number) =>
  `The statement took longer than ${milliseconds / 1000} seconds and was stopped.`
/** Beyond the server's own limit, which a statement may talk itself out of. */
const WATCHDOG_MS = 1000
const GIVEN_UP = 'The statement was stopped because its caller disconnected.'
const LOST = 'The connection to the database was lost.'

/** Whoever is not root may set the priority of one group in 100 ms. */
const [GROUP_TRIES, GROUP_PAUSE_MS] = [10, 120]

const BEGIN = 'begin transaction read only'

/** Cells as PostgreSQL writes them, except `t` and `f`, which stand for true and false. */
const plain = {
  getTypeParser: (type: number) => (text: string) =>
    type === pg.types.builtins.BOOL ? String(text === 't') : text,
}

/** What a statement's bytes come in by; the driver has no other way to count them, or to hang up. */
const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

const positionOf = (position: string | undefined) => (position === undefined ? null : Number(position))

/** The server's process at the other end. */
const processOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID

function explain(error: unknown, { milliseconds = STATEMENT_MS, limitsMemory }: Question): StatementError {
  if (!(error instanceof pg.DatabaseError)) return new StatementError(LOST)
  const { message, position, hint = null, code } = error
  if (code === '57014') return new StatementError(outOfTime(milliseconds))
  if (code === '53200' && limitsMemory) return new StatementError(OUT_OF_MEMORY)
  return new StatementError(message, { position: positionOf(position), hint })
}

/** What a result is made of as it comes, until it is whole or cut. */
interface Collected {
  fields: readonly pg.FieldDef[]
  rows: (string | null)[][]
  cut: ConsoleAnswer['cut']
}

export interface Question {
  text: string
  bounds: Bounds
  /** How long it may take, where that is another time than usual. */
  milliseconds?: number
  signal: AbortSignal
  /** Whether the server's process is one of this machine, and lets everybody else's go first. */
  yields?: boolean
  /** Whether the server's process is one of this machine, and gets a limit of its memory. */
  limitsMemory?: boolean
}

/** Compiled code takes memory, and so does a hash join of rows with one key, which are never put on the disk. */
const FRUGAL = '-c jit=off -c hash_mem_multiplier=1'
const WITHOUT_LIMIT = `${FRUGAL} -c enable_hashjoin=off`

/**
 * Asks one statement on a connection of its own, which ends with it, and with it whatever the statement has set or
 * locked. The answer is cut at so many rows, and at so many bytes as they come in: what PostgreSQL makes of one cell may
 * be larger than this process. Throws `StatementError` for what the person can mend, and the server's own error where
 * no connection is to be had.
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
 * A question of the console has seconds; a list that somebody waits for has not. Each process of PostgreSQL is a session
 * of its own, and where Linux groups processes by session (sched(7), autogroup), a priority counts within its group
 * alone: the group needs one as well. A machine that does not allow it answers the question all the same.
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

/** Without its limit a statement is not run. */
const limited = (client: pg.Client) =>
  limitMemory(processOf(client)).catch(() => {
    throw new StatementError(NOT_LIMITED)
  })

/** Reads rows until they are all there, or enough; what is not wanted any more is cancelled on the server. */
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
  // Before the driver, which would hold a cell of a gigabyte whole before it told of the first row.
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

/** What SQL calls the types that PostgreSQL's catalogue knows by shorter names. */
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

/** The names of types, asked on the same connection; where that is cut off, the numbers that are known. */
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
 * Ends the connection at once. The server notices within `CHECK_MS` and ends what still runs on it: nobody waits for one
 * that is busy writing a gigabyte.
 */
function leave(client: pg.Client): void {
  socketOf(client).destroy()
}
