import { CONSOLE_LIMITS, dbQueryEndpoints } from '#shared/features/operate/db-query/contract.ts'
import { withPlainBlanks } from '#shared/format/sql-blanks.ts'
import { transaction } from '../../../../db/connect.ts'
import { type ConsoleAnswer, StatementError } from '../../../../db/console/ask.ts'
import type { ConsoleReader } from '../../../../db/console/reader.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AskingDeps } from '../deps.ts'
import { growingNames, refuseGrowth } from '../growth-reader.ts'
import { listVariable, listVolatile } from '../queries.ts'
import { type ReadStatement, readStatement } from '../statement-reader.ts'
import * as store from '../store.ts'

/** Volatile functions without side effects: they only return a different value each time. */
const HARMLESS = new Set([
  'clock_timestamp',
  'gen_random_uuid',
  'random',
  'random_normal',
  'timeofday',
  'uuidv4',
  'uuidv7',
])

export interface Asked {
  userId: number
  statement: string
  /** Aborted when the client no longer waits for the answer. */
  signal: AbortSignal
}

interface Asking extends Pick<AskingDeps, 'db' | 'pool' | 'clock'> {
  reader: ConsoleReader
  /** Throws if the console is off. */
  refuseOff: () => Promise<void>
}

/** Logs the statement before it runs, so that it is in the log even if the server dies over it. */
function writeDown(
  { db, clock }: Asking,
  actor: Caller,
  attempt: Pick<store.NewAttempt, 'statement' | 'purpose' | 'milliseconds' | 'error'>,
): Promise<number> {
  requires(actor, dbQueryEndpoints.execute.access)
  return transaction(db, async (tx) => {
    const id = await store.insertAttempt(tx, { userId: actor.id, askedAt: clock(), ...attempt })
    await audit(tx, actor, 'query.asked', { id, label: attempt.statement.replace(/\s+/g, ' ').trim() })
    return id
  })
}

/** Refuses statements that do more than read, with a message. The role has no other rights anyway. */
async function refuseActs({ pool }: Pick<Asking, 'pool'>, { functions }: ReadStatement): Promise<void> {
  const called = functions.filter(({ name }) => !HARMLESS.has(name))
  if (called.length === 0) return
  const volatile = await listVolatile(
    pool,
    called.map(({ name }) => name),
  )
  const act = called.find(({ name }) => volatile.has(name))
  if (act)
    throw new StatementError(
      `You can’t use the function ${act.name}: it changes data, waits or sends notifications.`,
      { position: act.position },
    )
}

/** Where the operating system does not limit memory, refuses statements that could use any amount of it. */
async function refuseLarge({ pool, reader }: Asking, statement: string, read: ReadStatement): Promise<void> {
  if (await reader.limitsMemory()) return
  const names = growingNames(read.functions.map(({ name }) => name))
  refuseGrowth(statement, read, names.length === 0 ? new Set() : await listVariable(pool, names))
}

/** Refuses a statement before it runs: the console is off, it does more than read, or it is too large. */
async function refuse(deps: Asking, statement: string): Promise<void> {
  await deps.refuseOff()
  const read = await readStatement(statement)
  await refuseActs(deps, read)
  await refuseLarge(deps, statement, read)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'It failed.')

/** Refuses a file, and logs the request with the reason. */
export async function refuseFile(deps: Asking, actor: Caller, statement: string): Promise<void> {
  try {
    await refuse(deps, withPlainBlanks(statement))
  } catch (error) {
    await writeDown(deps, actor, { statement, purpose: 'file', milliseconds: 0, error: messageOf(error) })
    throw error
  }
}

/** Runs the statement and records the outcome with the attempt. */
async function answered(
  deps: Asking,
  id: number,
  { userId, statement, signal }: Asked,
): Promise<ConsoleAnswer> {
  const { db, reader } = deps
  const from = performance.now()
  try {
    const text = withPlainBlanks(statement)
    await refuse(deps, text)
    const answer = await reader.ask(userId, { text, bounds: CONSOLE_LIMITS, signal })
    const { milliseconds, rows } = answer
    await store.setOutcome(db, id, { milliseconds, rows: rows.length, error: null })
    return answer
  } catch (error) {
    const milliseconds = Math.round(performance.now() - from)
    await store.setOutcome(db, id, { milliseconds, rows: null, error: messageOf(error) })
    throw error
  }
}

/** Runs one statement for a user. Throws `StatementError` if it is refused. */
export async function ask(deps: Asking, actor: Caller, asked: Omit<Asked, 'userId'>): Promise<ConsoleAnswer> {
  const id = await writeDown(deps, actor, { statement: asked.statement, purpose: 'screen' })
  return answered(deps, id, { userId: actor.id, ...asked })
}

/** Runs the statement for a file that the audit trail has already recorded. */
export async function askForFile(deps: Asking, userId: number, statement: string): Promise<ConsoleAnswer> {
  const { db, clock } = deps
  const id = await store.insertAttempt(db, { userId, statement, purpose: 'file', askedAt: clock() })
  // No client can disconnect here: the file is downloaded later.
  const { signal } = new AbortController()
  return answered(deps, id, { userId, statement, signal })
}
