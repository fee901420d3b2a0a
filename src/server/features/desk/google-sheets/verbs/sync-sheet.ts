import type { RowFault } from '#shared/features/desk/google-sheets/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../../integrations/refusal-words.ts'
import type { BoardTask } from '../../../../integrations/task-board/port.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
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

/** After this time a step begins no further row; the next step continues. */
export const STEP_MS = 30_000

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

/** One step of a sync. */
interface Step {
  syncId: number
  link: store.LinkRow
  /** Mark of the preview as a whole, until the first step has stored its rows; null without a preview. */
  mark: string | null
  /** Marks of the previewed rows, from the second step on; null without a preview. */
  shown: readonly string[] | null
  progress: store.SyncProgress
  until: Date
  /** Rows whose task already said the same. */
  skipped: number
  /** Faults of the sheet as it is now; those of rows that are settled are part of the progress. */
  faults: RowFault[]
  tasked: TaskedLine[]
}

/** Row numbers by task id. */
type Owners = ReadonlyMap<string, number>

const stateOf = ({ link, progress }: Step, { line }: PlannedLine) => progress.rows[keyOfLine(link.id, line)]

/** Whether the row still needs its task: an earlier step, or a server that died, may have seen to it. */
const isLeft = (step: Step, each: PlannedLine) =>
  isDone(each) && (stateOf(step, each)?.state ?? 'waiting') === 'waiting'

function settle(
  { link, progress }: Step,
  { line }: PlannedLine,
  state: 'done' | 'refused',
  message?: string,
) {
  const row = progress.rows[keyOfLine(link.id, line)]
  if (row) row.state = state
  if (message !== undefined) progress.faults.push({ row: line.row + 1, message })
}

/** Creates a row's task, or updates it from the row. */
async function takeOver(
  { db, taskBoard }: SyncDeps,
  step: Step,
  each: PlannedLine,
  owners: Owners,
): Promise<void> {
  const { link, tasked } = step
  const { line, plan } = each
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
    if (owner !== undefined) return settle(step, each, 'refused', TAKEN(line.title, owner))
    await transaction(db, (tx) => store.recordSheetTask(tx, link.id, task.gid))
    tasked.push({ line, task })
  } else if (plan.deed === 'update')
    tasked.push({ line, task: await taskBoard.updateTask(plan.task.gid, plan.change) })
  settle(step, each, 'done')
}

/** Takes rows over until the time of the step is up; false if rows are left. */
async function takeNextOver(deps: SyncDeps, step: Step, planned: readonly PlannedLine[]): Promise<boolean> {
  const owners: Owners = new Map(planned.flatMap(({ line }) => (line.gid ? [[line.gid, line.row]] : [])))
  for (const each of planned.filter((row) => isLeft(step, row))) {
    if (deps.clock() > step.until) return false
    if (!(await findLink(deps.db, step.link.id))) throw new SheetRefused(DELETED)
    try {
      await takeOver(deps, step, each, owners)
    } catch (error) {
      if (!(error instanceof IntegrationError) || !OF_ROW.has(error.kind)) throw error
      settle(step, each, 'refused', sayRefusal(error))
    }
  }
  return true
}

/** Sorts out the rows that need nothing: an earlier step may have seen to them, or a server that died. */
function passOver(step: Step, planned: readonly PlannedLine[]): void {
  for (const each of planned) {
    const { line, plan } = each
    if (plan.deed === 'refuse') step.faults.push({ row: line.row + 1, message: plan.message })
    if (plan.deed !== 'skip') continue
    const known = stateOf(step, each)
    if (known === undefined) step.skipped += 1
    else if (known.state === 'waiting') settle(step, each, 'done')
    step.tasked.push({ line, task: plan.task })
  }
}

/** Writes ids, sections and addresses back into the rows at their current positions. */
async function writeBack(deps: SyncDeps, { link: { sheetId }, tasked, progress }: Step): Promise<void> {
  const { tab, rows } = await deps.spreadsheet.read(sheetId)
  const columns = columnsOf(rows[0])
  if (typeof columns === 'string') throw new SheetRefused(columns)
  const { cells, faults } = cellsToWrite(rows, columns, tasked, addressIn(deps))
  if (cells.length > 0) await deps.spreadsheet.write(sheetId, tab, cells)
  progress.faults.push(...faults)
}

/** Stores the preview and the plan together: the first steps of the sync change the sheet that both describe. */
async function storePlan({ db }: SyncDeps, step: Step, planned: readonly PlannedLine[]): Promise<void> {
  const { syncId, link, mark, shown, progress } = step
  const rows = planned.filter(isDone)
  for (const { line, plan } of rows)
    progress.rows[keyOfLine(link.id, line)] ??= {
      deed: plan.deed === 'create' ? 'create' : 'update',
      state: 'waiting',
    }
  const marks = mark === null ? shown : rows.map(shownOf)
  await transaction(db, (tx) => store.storePlan(tx, syncId, { shown: marks && [...marks], progress }))
}

/** The rows that may be written: all of them, or from the second step on only those that were shown before it. */
function confirmedOf({ shown, faults }: Step, planned: readonly PlannedLine[]): PlannedLine[] {
  if (shown === null) return [...planned]
  const known = new Set(shown)
  const isUnseen = (each: PlannedLine) => isDone(each) && !known.has(shownOf(each))
  for (const each of planned.filter(isUnseen)) faults.push({ row: each.line.row + 1, message: UNSEEN })
  return planned.filter((each) => !isUnseen(each))
}

/** Takes the next step; true if it was the last one. */
async function sync(deps: SyncDeps, step: Step): Promise<boolean> {
  const { link, mark } = step
  if (!(await findLink(deps.db, link.id))) throw new SheetRefused(DELETED)
  const { planned, faults, mark: current, tab, rows, columns } = await planSync(deps, link)
  if (mark !== null && mark !== current) throw new SheetRefused(CHANGED)
  step.faults.push(...faults)
  const confirmed = confirmedOf(step, planned)
  await storePlan(deps, step, confirmed)
  // A task whose row could not be identified would leave no trace in the sheet.
  await deps.spreadsheet.write(link.sheetId, tab, cellsToPrepare(confirmed, columns, rows[0]))
  passOver(step, confirmed)
  try {
    return await takeNextOver(deps, step, confirmed)
  } finally {
    // Rows with a task are marked, even if other rows failed.
    await writeBack(deps, step)
  }
}

/** Message for users about an error that ends the sync; null for one after which it continues. */
function failureOf(error: unknown): string | null {
  if (error instanceof SheetRefused) return error.message
  if (!(error instanceof IntegrationError)) return null
  return error.kind === 'rate_limited' && error.retryAfterMs !== undefined ? null : sayRefusal(error)
}

/** Each fault once: every step finds again those that a user has not mended. */
const distinct = (faults: readonly RowFault[]) => [
  ...new Map(faults.map((fault) => [`${fault.row} ${fault.message}`, fault])).values(),
]

async function endSync({ db, clock }: SyncDeps, step: Step, failure: string | null): Promise<void> {
  const { syncId, progress, skipped } = step
  const count = (wanted: string) =>
    Object.values(progress.rows).filter(({ deed, state }) => deed === wanted && state === 'done').length
  const faults = distinct([...step.faults, ...progress.faults]).toSorted((one, other) => one.row - other.row)
  await transaction(db, (tx) =>
    store.endSync(tx, syncId, {
      ...{ created: count('create'), updated: count('update'), skipped },
      ...{ faults: faults.slice(0, MOST_FAULTS), faultCount: faults.length },
      ...{ failure, endedAt: clock() },
    }),
  )
}

/**
 * Takes one step of importing the rows of a sheet into the tasks of its board. It can be repeated: a row is matched by
 * the id of its task, and before it has one by an idempotency key.
 */
export async function syncSheet(deps: SyncDeps, syncId: number): Promise<StepEnd> {
  const found = await findSync(deps.db, syncId)
  if (!found || found.sync.endedAt !== null) return 'ended'
  const { link, sync: stored } = found
  const step: Step = {
    ...{ syncId, link, mark: stored.mark, shown: stored.shown },
    ...{ progress: stored.progress ?? { rows: {}, faults: [] }, skipped: 0, faults: [], tasked: [] },
    until: new Date(deps.clock().getTime() + STEP_MS),
  }
  let failure: string | null = null
  try {
    if (!(await sync(deps, step))) {
      const { rows, faults } = step.progress
      await transaction(deps.db, (tx) => store.storeProgress(tx, syncId, { rows, faults: distinct(faults) }))
      return 'done'
    }
  } catch (error) {
    failure = failureOf(error)
    if (failure === null) throw error
  }
  await endSync(deps, step, failure)
  return 'ended'
}
