import pg from 'pg'
import {
  type Console,
  dbQueryEndpoints,
  type QueryAnswer,
} from '#shared/features/operate/db-query/contract.ts'
import type { Once } from '../../../calls/once.ts'
import { StatementError } from '../../../db/console/ask.ts'
import { createConsoleReader } from '../../../db/console/reader.ts'
import { missedReleases } from '../../../db/postgres/releases.ts'
import { AppError, forbidden } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { QUERY_REPORT } from './answer-files.ts'
import type { AskingDeps, DbQueryDeps } from './deps.ts'
import { presentError, presentTables } from './present.ts'
import * as queries from './queries.ts'
import { listAttempts } from './store.ts'
import { ask, askForFile, refuseFile } from './verbs/ask.ts'
import { handOverQueries, removeQuery, saveQuery, updateQuery } from './verbs/save-query.ts'

const ROLE_USE = 'database console'

const SWITCHED_OFF = 'It’s switched off by the setting DATABASE_CONSOLE.'
const NO_ROLE =
  'This server’s database user can’t create roles. Ask the database administrator to grant it CREATEROLE. The console then creates a role that can only read its own views.'
const stayOff = (missed: string) =>
  `${missed} In production the console stays off until you update the database server, or accept the risk with DATABASE_CONSOLE=on.`
const beware = (missed: string) => `${missed} Update it before you let people you don’t know well query it.`

/** Runs statements; shared by the screen and the file exports. */
export function createAsking(deps: AskingDeps) {
  const { pool, box } = deps
  const reader = createConsoleReader(deps, box.derive(ROLE_USE))
  let version: Promise<number> | undefined

  /**
   * Security fixes missing from the server. It does not change while we run, or is detected at the next
   * start.
   */
  async function missed(): Promise<string | null> {
    version ??= queries.readServerVersion(pool).catch((error: unknown) => {
      version = undefined
      throw error
    })
    return missedReleases(await version)
  }

  /** Why the console is off; null if it is on. */
  async function off(): Promise<string | null> {
    if (deps.databaseConsole === 'off') return SWITCHED_OFF
    const lacking = deps.isProduction && deps.databaseConsole !== 'on' ? await missed() : null
    if (lacking !== null) return stayOff(lacking)
    try {
      await reader.role()
      return null
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '42501') return NO_ROLE
      throw error
    }
  }

  async function refuseOff(): Promise<void> {
    const why = await off()
    if (why !== null) throw forbidden(why)
  }

  return { ...deps, reader, missed, off, refuseOff }
}
export type Asking = ReturnType<typeof createAsking>

/** The answer for a requested file. An error in the statement becomes the reason why there is no file. */
export function answerFor(asking: Asking, userId: number, statement: string) {
  return askForFile(asking, userId, statement).catch(asRefusal)
}

function asRefusal(error: unknown): never {
  throw error instanceof StatementError ? new AppError('unprocessable', error.message) : error
}

export function createDbQueryService(deps: DbQueryDeps & { asking: Asking }) {
  const { db, pool, exports, asking } = deps

  async function readConsole(): Promise<Console> {
    const off = await asking.off()
    const missed = await asking.missed()
    if (off !== null) return { off, warning: null, role: null, tables: [] }
    // Users cannot upgrade the embedded server, which comes with the product.
    const warning = missed === null || asking.isEmbedded ? null : beware(missed)
    const [role, described] = await Promise.all([asking.reader.role(), queries.describeViews(pool)])
    return { off, warning, role, tables: presentTables(described) }
  }

  async function execute(actor: Caller, statement: string, signal: AbortSignal): Promise<QueryAnswer> {
    try {
      return await ask(asking, actor, { statement, signal })
    } catch (error) {
      if (error instanceof StatementError) return presentError(error)
      throw error
    }
  }

  async function startReport(actor: Caller, request: { query: string; format: 'csv' | 'xlsx' }) {
    requires(actor, dbQueryEndpoints.export.access)
    await refuseFile(asking, actor, request.query).catch(asRefusal)
    return exports.startExport(actor, QUERY_REPORT, request)
  }

  return {
    readConsole,
    execute,
    startReport,
    listAttempts: (actor: Caller) => listAttempts(db, actor.id),
    listQueries: () => queries.listQueries(db),
    saveQuery: (actor: Caller, words: Parameters<typeof saveQuery>[2], once?: Once) =>
      saveQuery(deps, actor, words, once),
    updateQuery: (actor: Caller, words: Parameters<typeof updateQuery>[2]) => updateQuery(deps, actor, words),
    removeQuery: (actor: Caller, id: number) => removeQuery(deps, actor, id),
    /** Hands over a user's saved queries in the caller's transaction. */
    handOverQueries,
  }
}
export type DbQueryService = ReturnType<typeof createDbQueryService>
