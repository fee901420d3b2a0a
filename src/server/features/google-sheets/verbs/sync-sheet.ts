import type { RowFault } from '#shared/features/google-sheets/contract.ts'
import { transaction } from '../../../db/connect.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { BoardTask } from '../../../integrations/task-board/port.ts'
import type { SheetParts } from '../parts.ts'
import { findSync } from '../queries.ts'
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

const MOST_FAULTS = 100

/** What is wrong with a row alone; anything else concerns all of them. */
const OF_ROW = new Set(['invalid', 'not_found', 'conflict'])

/** A reason for people why the sheet as a whole cannot be taken over. */
class SheetRefused extends Error {}

const addressIn =
  ({ publicUrl }: SheetParts) =>
  ({ url }: BoardTask) =>
    url.startsWith('/') ? publicUrl + url : url

interface Tally {
  created: number
  updated: number
  skipped: number
  faults: RowFault[]
  tasked: TaskedLine[]
}

/** Makes a row's task, or makes it agree with its row. */
async function takeOver(
  { taskBoard }: SheetParts,
  link: store.LinkRow,
  line: SheetLine,
  { known, section, tally }: { known: ReadonlyMap<string, BoardTask>; section: string; tally: Tally },
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
    tally.tasked.push({ line, task })
    tally.created += 1
    return
  }
  const task = known.get(line.gid)
  if (!task) {
    const message = `Task ${line.gid} is not on this board. Empty its cell to have it made anew.`
    tally.faults.push({ row: line.row + 1, message })
    return
  }
  const change = changeOf(line, task)
  if (change) tally.updated += 1
  else tally.skipped += 1
  tally.tasked.push({ line, task: change ? await taskBoard.updateTask(task.gid, change) : task })
}

async function takeAllOver(
  parts: SheetParts,
  link: store.LinkRow,
  lines: readonly SheetLine[],
  tally: Tally,
) {
  const { taskBoard } = parts
  const gids = lines.flatMap(({ gid }) => gid ?? [])
  const found = gids.length > 0 ? await taskBoard.findTasks(link.boardGid, { gids, names: [] }) : []
  const [first] = await taskBoard.listSections(link.boardGid)
  if (!first) throw new SheetRefused('The task board has no sections.')
  const known = new Map(found.map((task) => [task.gid, task]))
  for (const line of lines) {
    try {
      await takeOver(parts, link, line, { known, section: first.name, tally })
    } catch (error) {
      if (!(error instanceof IntegrationError) || !OF_ROW.has(error.kind)) throw error
      tally.faults.push({ row: line.row + 1, message: sayRefusal(error) })
    }
  }
}

/** Writes numbers, sections and addresses back, into the rows as they stand by now. */
async function writeBack(parts: SheetParts, { sheetId }: store.LinkRow, tally: Tally): Promise<void> {
  const { tab, rows } = await parts.spreadsheet.read(sheetId)
  const columns = columnsOf(rows[0])
  if (typeof columns === 'string') throw new SheetRefused(columns)
  const { cells, faults } = cellsToWrite(rows, columns, tally.tasked, addressIn(parts))
  if (cells.length > 0) await parts.spreadsheet.write(sheetId, tab, cells)
  tally.faults.push(...faults)
}

async function sync(parts: SheetParts, link: store.LinkRow, tally: Tally): Promise<void> {
  const { rows } = await parts.spreadsheet.read(link.sheetId)
  const columns = columnsOf(rows[0])
  if (typeof columns === 'string') throw new SheetRefused(columns)
  if (rows.length > MOST_SHEET_ROWS + 1)
    throw new SheetRefused(`The sheet has more than ${MOST_SHEET_ROWS} rows.`)
  const { lines, faults } = linesOf(rows, columns)
  tally.faults.push(...faults)
  try {
    await takeAllOver(parts, link, lines, tally)
  } finally {
    // What has a task says so, also where the others could not be taken over.
    await writeBack(parts, link, tally)
  }
}

function failureOf(error: unknown): string {
  if (error instanceof SheetRefused) return error.message
  if (error instanceof IntegrationError) return sayRefusal(error)
  throw error
}

/**
 * Takes the rows of a sheet over into the tasks of its board, one by one. It may run any number of times: a row is known
 * by the number of its task, and before it has one by a key that never makes a second task.
 */
export async function syncSheet(parts: SheetParts, syncId: number): Promise<void> {
  const found = await findSync(parts.db, syncId)
  if (!found || found.sync.endedAt !== null) return
  const tally: Tally = { created: 0, updated: 0, skipped: 0, faults: [], tasked: [] }
  let failure: string | null = null
  try {
    await sync(parts, found.link, tally)
  } catch (error) {
    failure = failureOf(error)
  }
  const { created, updated, skipped } = tally
  const faults = tally.faults.toSorted((one, other) => one.row - other.row)
  const counts = { created, updated, skipped, faultCount: faults.length }
  await transaction(parts.db, (tx) =>
    store.endSync(tx, syncId, {
      ...counts,
      faults: faults.slice(0, MOST_FAULTS),
      failure,
      endedAt: parts.clock(),
    }),
  )
}
