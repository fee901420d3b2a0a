import { CONSOLE_LIMITS, dbQueryEndpoints } from '#shared/features/db-query/contract.ts'
import { withPlainBlanks } from '#shared/format/sql-blanks.ts'
import { transaction } from '../../../db/connect.ts'
import { type ConsoleAnswer, StatementError } from '../../../db/console/ask.ts'
import type { ConsoleReader } from '../../../db/console/reader.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { growingNames, refuseGrowth } from '../growth-reader.ts'
import type { AskingParts } from '../parts.ts'
import { listVariable, listVolatile } from '../queries.ts'
import { type ReadStatement, readStatement } from '../statement-reader.ts'
import * as store from '../store.ts'

/** Functions that are volatile because they answer something else each time, and do nothing. */
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
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}

interface Asking extends Pick<AskingParts, 'db' | 'pool' | 'clock'> {
  reader: ConsoleReader
  /** Throws where nothing can be asked. */
  refuseOff: () => Promise<void>
}

/** Who asks what stands in the log before it is asked, so that it also stands there when the server dies over it. */
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

/** Refuses what does more than read, in words; the role itself may do nothing else. */
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

/** Where the operating system does not limit a statement's memory, what could take any amount of it is refused. */
async function refuseLarge({ pool, reader }: Asking, statement: string, read: ReadStatement): Promise<void> {
  if (await reader.limitsMemory()) return
  const names = growingNames(read.functions.map(({ name }) => name))
  refuseGrowth(statement, read, names.length === 0 ? new Set() : await listVariable(pool, names))
}

/** Refuses what is not asked at all: anything while the console is off, what does more than read, and what is too large. */
async function refuse(parts: Asking, statement: string): Promise<void> {
  await parts.refuseOff()
  const read = await readStatement(statement)
  await refuseActs(parts, read)
  await refuseLarge(parts, statement, read)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'It failed.')

/** Refuses a file of what is not asked at all; that somebody wanted it stands in the log, with why there is none. */
export async function refuseFile(parts: Asking, actor: Caller, statement: string): Promise<void> {
  try {
    await refuse(parts, withPlainBlanks(statement))
  } catch (error) {
    await writeDown(parts, actor, { statement, purpose: 'file', milliseconds: 0, error: messageOf(error) })
    throw error
  }
}

/** Asks, and writes beside the attempt what came of it. */
async function answered(
  parts: Asking,
  id: number,
  { userId, statement, signal }: Asked,
): Promise<ConsoleAnswer> {
  const { db, reader } = parts
  const from = performance.now()
  try {
    const text = withPlainBlanks(statement)
    await refuse(parts, text)
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

/** Asks one statement for a person. Throws `StatementError` where it, or what it does, is refused. */
export async function ask(
  parts: Asking,
  actor: Caller,
  asked: Omit<Asked, 'userId'>,
): Promise<ConsoleAnswer> {
  const id = await writeDown(parts, actor, { statement: asked.statement, purpose: 'screen' })
  return answered(parts, id, { userId: actor.id, ...asked })
}

/** Asks for the file that somebody has asked for, which stands in the trail since then. */
export async function askForFile(parts: Asking, userId: number, statement: string): Promise<ConsoleAnswer> {
  const { db, clock } = parts
  const id = await store.insertAttempt(db, { userId, statement, purpose: 'file', askedAt: clock() })
  // Nobody hangs up: the file is fetched later.
  const { signal } = new AbortController()
  return answered(parts, id, { userId, statement, signal })
}
