import type { RowFault } from '#shared/features/google-sheets/contract.ts'
import { transaction } from '../../../db/connect.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { BoardTask } from '../../../integrations/task-board/port.ts'
import type { SheetParts } from '../parts.ts'
import { findLink, findSync } from '../queries.ts'
import {
  cellsToWrite,
  changeOf,
  columnsOf,
  keyOfLine,
  linesOf,
  MOST_SHEET_ROWS,
  type SheetLine,
  type TaskedLine,
} from '../sheet-reader.ts'
import * as store from '../store.ts'

/** What taking rows over needs. */
type SyncParts = Pick<SheetParts, 'db' | 'clock' | 'spreadsheet' | 'taskBoard' | 'publicUrl'>

const MOST_FAULTS = 100

const DELETED = 'The link was deleted.'

/** How long one sync takes rows over; well below the lease of its job, so that no two work on one sheet. */
export const SYNC_BUDGET_MS = 7 * 60_000

/** What is wrong with a row alone; anything else concerns all of them. */
const OF_ROW = new Set(['invalid', 'not_found', 'conflict'])

/** A reason for people why the sheet as a whole cannot be taken over. */
class SheetRefused extends Error {}

const addressIn =
  ({ publicUrl }: SyncParts) =>
  ({ url }: BoardTask) =>
    url.startsWith('/') ? publicUrl + url : url

/** What one sync goes by: the tasks of its rows that the board has, those that are the link's own, and when to stop. */
interface Course {
  known: ReadonlyMap<string, BoardTask>
  own: ReadonlySet<string>
  /** Where rows go that name no section. */
  section: string
}

/** One try at a sync. */
interface Run {
  link: store.LinkRow
  until: Date
  tally: Tally
}

interface Tally {
  created: number
  updated: number
  skipped: number
  faults: RowFault[]
  tasked: TaskedLine[]
}

/** Makes a row's task, or makes it agree with its row. */
async function takeOver(
  { db, taskBoard }: SyncParts,
  link: store.LinkRow,
  line: SheetLine,
  { known, own, section, tally }: Course & { tally: Tally },
): Promise<void> {
  const { boardGid } = link
  if (line.gid === null) {
    const task = await taskBoard.createTask({
      boardGid,
      section: line.section ?? section,
      name: line.title,
      notes: line.notes ?? '',
      key: keyOfLine(link.id, line),
      keyedSince: link.createdAt,
    })
    await transaction(db, (tx) => store.keepTask(tx, link.id, task.gid))
    tally.tasked.push({ line, task })
    tally.created += 1
    return
  }
  const task = known.get(line.gid)
  const refusal = !task
    ? 'is not on this board'
    : !own.has(line.gid)
      ? 'was not made from this sheet, and is left as it is'
      : null
  if (!task || refusal) {
    const message = `Task ${line.gid} ${refusal}. Empty its cell to have it made anew.`
    tally.faults.push({ row: line.row + 1, message })
    return
  }
  const change = changeOf(line, task)
  if (change) tally.updated += 1
  else tally.skipped += 1
  tally.tasked.push({ line, task: change ? await taskBoard.updateTask(task.gid, change) : task })
}

async function courseOf(
  { db, taskBoard }: SyncParts,
  link: store.LinkRow,
  lines: readonly SheetLine[],
): Promise<Course> {
  const gids = lines.flatMap(({ gid }) => gid ?? [])
  const found = gids.length > 0 ? await taskBoard.findTasks(link.boardGid, { gids, names: [] }) : []
  const [first] = await taskBoard.listSections(link.boardGid)
  if (!first) throw new SheetRefused('The task board has no sections.')
  const known = new Map(found.map((task) => [task.gid, task]))
  return { known, own: await store.listTasks(db, link.id), section: first.name }
}

/** Ends a sync that would outlast its job, and one whose link somebody has deleted meanwhile. */
async function requireGoingOn(parts: SyncParts, { link, until }: Run, left: number): Promise<void> {
  if (parts.clock() > until)
    throw new SheetRefused(`It took too long: ${left} rows are left. Sync again to go on with them.`)
  if (!(await findLink(parts.db, link.id))) throw new SheetRefused(DELETED)
}

async function takeAllOver(parts: SyncParts, run: Run, lines: readonly SheetLine[]) {
  const { link, tally } = run
  const course = await courseOf(parts, link, lines)
  for (const [at, line] of lines.entries()) {
    await requireGoingOn(parts, run, lines.length - at)
    try {
      await takeOver(parts, link, line, { ...course, tally })
    } catch (error) {
      if (!(error instanceof IntegrationError) || !OF_ROW.has(error.kind)) throw error
      tally.faults.push({ row: line.row + 1, message: sayRefusal(error) })
    }
  }
}

/** Writes numbers, sections and addresses back, into the rows as they stand by now. */
async function writeBack(parts: SyncParts, { sheetId }: store.LinkRow, tally: Tally): Promise<void> {
  const { tab, rows } = await parts.spreadsheet.read(sheetId)
  const columns = columnsOf(rows[0])
  if (typeof columns === 'string') throw new SheetRefused(columns)
  const { cells, faults } = cellsToWrite(rows, columns, tally.tasked, addressIn(parts))
  if (cells.length > 0) await parts.spreadsheet.write(sheetId, tab, cells)
  tally.faults.push(...faults)
}

async function sync(parts: SyncParts, run: Run): Promise<void> {
  const { link, tally } = run
  if (!(await findLink(parts.db, link.id))) throw new SheetRefused(DELETED)
  const { rows } = await parts.spreadsheet.read(link.sheetId)
  const columns = columnsOf(rows[0])
  if (typeof columns === 'string') throw new SheetRefused(columns)
  if (rows.length > MOST_SHEET_ROWS + 1)
    throw new SheetRefused(`The sheet has more than ${MOST_SHEET_ROWS} rows.`)
  const { lines, faults } = linesOf(rows, columns)
  tally.faults.push(...faults)
  try {
    await takeAllOver(parts, run, lines)
  } finally {
    // What has a task says so, also where the others could not be taken over.
    await writeBack(parts, link, tally)
  }
}

function failureOf(error: unknown): string {
  if (error instanceof SheetRefused) return error.message
  if (error instanceof IntegrationError) return sayRefusal(error)
  return 'Something went wrong here. Sync again; what was taken over stays.'
}

/**
 * Takes the rows of a sheet over into the tasks of its board, one by one. It may run any number of times: a row is known
 * by the number of its task, and before it has one by a key that never makes a second task.
 */
export async function syncSheet(parts: SyncParts, syncId: number): Promise<void> {
  const found = await findSync(parts.db, syncId)
  if (!found || found.sync.endedAt !== null) return
  const tally: Tally = { created: 0, updated: 0, skipped: 0, faults: [], tasked: [] }
  const failed: unknown[] = []
  try {
    await sync(parts, { link: found.link, until: new Date(parts.clock().getTime() + SYNC_BUDGET_MS), tally })
  } catch (error) {
    failed.push(error)
  }
  const { created, updated, skipped } = tally
  const faults = tally.faults.toSorted((one, other) => one.row - other.row)
  const counts = { created, updated, skipped, faultCount: faults.length }
  await transaction(parts.db, (tx) =>
    store.endSync(tx, syncId, {
      ...counts,
      faults: faults.slice(0, MOST_FAULTS),
      failure: failed.length > 0 ? failureOf(failed[0]) : null,
      endedAt: parts.clock(),
    }),
  )
  const [error] = failed
  // A fault of our own is told to the person and to whoever looks after jobs that fail.
  if (error && !(error instanceof SheetRefused) && !(error instanceof IntegrationError)) throw error
}
