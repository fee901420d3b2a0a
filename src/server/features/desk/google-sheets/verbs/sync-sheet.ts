import type { RowFault } from '#shared/features/desk/google-sheets/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../../integrations/refusal-words.ts'
import type { BoardTask } from '../../../../integrations/task-board/port.ts'
import type { SheetDeps } from '../deps.ts'
import { planSync, SheetRefused } from '../plan-reader.ts'
import { findLink, findSync } from '../queries.ts'
import {
  cellsToPrepare,
  cellsToWrite,
  columnsOf,
  isDone,
  keyOfLine,
  type PlannedLine,
  shownOf,
  type TaskedLine,
} from '../sheet-reader.ts'
import * as store from '../store.ts'

/** Dependencies of importing rows. */
type SyncDeps = Pick<SheetDeps, 'db' | 'clock' | 'spreadsheet' | 'taskBoard' | 'publicUrl'>

const MOST_FAULTS = 100

const DELETED = 'The link was deleted.'
const CHANGED =
  'The sheet or its tasks changed after you confirmed the sync, so nothing was done. Sync again to see a new preview.'

/** Time limit of one sync. It is well below the lease of its job, so that no two work on one sheet. */
export const SYNC_BUDGET_MS = 7 * 60_000

const UNSEEN = 'It changed after you confirmed the sync, so we left it as it is. Sync again to import it.'

/** The board finds a task by its first title, which its row may have lost since. */
const TAKEN = (title: string, owner: number) =>
  `“${title}” was the title of the task of row ${owner + 1}. Choose another title for a new task.`

/** Errors that concern one row only. Any other error concerns all rows. */
const OF_ROW = new Set(['invalid', 'not_found', 'conflict'])

const addressIn =
  ({ publicUrl }: SyncDeps) =>
  ({ url }: BoardTask) =>
    url.startsWith('/') ? publicUrl + url : url

/** One try of a sync. */
interface Run {
  syncId: number
  link: store.LinkRow
  /**
   * Mark of the preview as a whole, and the marks of single rows if an earlier run was killed; null without a
   * preview.
   */
  mark: string | null
  shown: readonly string[] | null
  until: Date
  tally: Tally
}

/** Row numbers by task id. */
type Owners = ReadonlyMap<string, number>

interface Tally {
  created: number
  updated: number
  skipped: number
  faults: RowFault[]
  tasked: TaskedLine[]
}

/** Creates a row's task, or updates it from the row. */
async function takeOver(
  { db, taskBoard }: SyncDeps,
  { link, tally }: Run,
  { line, plan }: PlannedLine,
  owners: Owners,
): Promise<void> {
  if (plan.deed === 'create') {
    const task = await taskBoard.createTask({
      boardGid: link.boardGid,
      section: plan.section,
      name: line.title,
      notes: line.notes ?? '',
      key: keyOfLine(link.id, line),
      keyedSince: link.createdAt,
    })
    const owner = owners.get(task.gid)
    if (owner !== undefined) {
      tally.faults.push({ row: line.row + 1, message: TAKEN(line.title, owner) })
      return
    }
    await transaction(db, (tx) => store.recordSheetTask(tx, link.id, task.gid))
    tally.tasked.push({ line, task })
    tally.created += 1
  } else if (plan.deed === 'refuse') tally.faults.push({ row: line.row + 1, message: plan.message })
  else {
    const isNew = plan.deed === 'update'
    tally[isNew ? 'updated' : 'skipped'] += 1
    tally.tasked.push({
      line,
      task: isNew ? await taskBoard.updateTask(plan.task.gid, plan.change) : plan.task,
    })
  }
}

/** Ends a sync that would outlast its job, and one whose link was deleted meanwhile. */
async function requireGoingOn(deps: SyncDeps, { link, until }: Run, left: number): Promise<void> {
  if (deps.clock() > until)
    throw new SheetRefused(`It took too long; ${left} rows are left. Sync again to continue.`)
  if (!(await findLink(deps.db, link.id))) throw new SheetRefused(DELETED)
}

async function takeAllOver(deps: SyncDeps, run: Run, planned: readonly PlannedLine[]) {
  const owners: Owners = new Map(planned.flatMap(({ line }) => (line.gid ? [[line.gid, line.row]] : [])))
  for (const [at, each] of planned.entries()) {
    await requireGoingOn(deps, run, planned.length - at)
    try {
      await takeOver(deps, run, each, owners)
    } catch (error) {
      if (!(error instanceof IntegrationError) || !OF_ROW.has(error.kind)) throw error
      run.tally.faults.push({ row: each.line.row + 1, message: sayRefusal(error) })
    }
  }
}

/** Writes ids, sections and addresses back into the rows at their current positions. */
async function writeBack(deps: SyncDeps, { sheetId }: store.LinkRow, tally: Tally): Promise<void> {
  const { tab, rows } = await deps.spreadsheet.read(sheetId)
  const columns = columnsOf(rows[0])
  if (typeof columns === 'string') throw new SheetRefused(columns)
  const { cells, faults } = cellsToWrite(rows, columns, tally.tasked, addressIn(deps))
  if (cells.length > 0) await deps.spreadsheet.write(sheetId, tab, cells)
  tally.faults.push(...faults)
}

/**
 * Stores which rows were shown. If this run is killed, the next one then knows that the changes so far are
 * our own.
 */
async function keepShown({ db }: SyncDeps, { syncId, mark }: Run, planned: readonly PlannedLine[]) {
  if (mark === null) return
  const shown = planned.filter(isDone).map(shownOf)
  await transaction(db, (tx) => store.storeShownRows(tx, syncId, shown))
}

/** The rows that may be written: all of them, or after a crash only those that were shown before it. */
function confirmedOf({ shown, tally }: Run, planned: readonly PlannedLine[]): PlannedLine[] {
  if (shown === null) return [...planned]
  const known = new Set(shown)
  const isUnseen = (each: PlannedLine) => isDone(each) && !known.has(shownOf(each))
  for (const each of planned.filter(isUnseen)) tally.faults.push({ row: each.line.row + 1, message: UNSEEN })
  return planned.filter((each) => !isUnseen(each))
}

async function sync(deps: SyncDeps, run: Run): Promise<void> {
  const { link, tally, mark } = run
  if (!(await findLink(deps.db, link.id))) throw new SheetRefused(DELETED)
  const { planned, faults, mark: current, tab, rows, columns } = await planSync(deps, link)
  if (mark !== null && mark !== current) throw new SheetRefused(CHANGED)
  tally.faults.push(...faults)
  await keepShown(deps, run, planned)
  const confirmed = confirmedOf(run, planned)
  // A task whose row could not be identified would leave no trace in the sheet.
  await deps.spreadsheet.write(link.sheetId, tab, cellsToPrepare(confirmed, columns, rows[0]))
  try {
    await takeAllOver(deps, run, confirmed)
  } finally {
    // Rows with a task are marked, even if other rows failed.
    await writeBack(deps, link, tally)
  }
}

function failureOf(error: unknown): string {
  if (error instanceof SheetRefused) return error.message
  if (error instanceof IntegrationError) return sayRefusal(error)
  return 'Something went wrong. Sync again; rows already imported stay.'
}

/**
 * Imports the rows of a sheet into the tasks of its board, one by one. It can be repeated: a row is matched
 * by the id of its task, and before it has one by an idempotency key.
 */
export async function syncSheet(deps: SyncDeps, syncId: number): Promise<void> {
  const found = await findSync(deps.db, syncId)
  if (!found || found.sync.endedAt !== null) return
  const tally: Tally = { created: 0, updated: 0, skipped: 0, faults: [], tasked: [] }
  const failed: unknown[] = []
  try {
    await sync(deps, {
      syncId,
      link: found.link,
      mark: found.sync.mark,
      shown: found.sync.shown,
      until: new Date(deps.clock().getTime() + SYNC_BUDGET_MS),
      tally,
    })
  } catch (error) {
    failed.push(error)
  }
  const { created, updated, skipped } = tally
  const faults = tally.faults.toSorted((one, other) => one.row - other.row)
  const counts = { created, updated, skipped, faultCount: faults.length }
  await transaction(deps.db, (tx) =>
    store.endSync(tx, syncId, {
      ...counts,
      faults: faults.slice(0, MOST_FAULTS),
      failure: failed.length > 0 ? failureOf(failed[0]) : null,
      endedAt: deps.clock(),
    }),
  )
  const [error] = failed
  // An internal error is reported to the user, and to the operators through failed jobs.
  if (error && !(error instanceof SheetRefused) && !(error instanceof IntegrationError)) throw error
}
