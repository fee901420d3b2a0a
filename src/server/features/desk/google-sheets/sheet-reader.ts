import { createHash } from 'node:crypto'
import type { RowFault } from '#shared/features/desk/google-sheets/contract.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { holdsSheetError } from '../../../files/sheet-error.ts'
import { columnName, type SheetCell, type SheetTab } from '../../../integrations/spreadsheet/port.ts'
import type { BoardTask } from '../../../integrations/task-board/port.ts'

const TITLE_MAXIMUM = 255
export const MOST_SHEET_ROWS = 5000

/** The names of a sheet's columns, in any order and case. Users fill the first three. */
const NAMES = {
  title: ['title', 'keyword'],
  notes: ['notes'],
  section: ['section'],
  task: ['task'],
  status: ['status'],
  link: ['link'],
} as const
/** Columns that a sync fills. Missing ones are added after the last column. */
const OURS = { task: 'Task', status: 'Status', link: 'Link' } as const

export interface SheetColumns {
  title: number
  /** Its heading in the sheet. */
  titleName: string
  notes: number | null
  section: number | null
  task: number
  status: number
  link: number
  /** The missing headings, to be added. */
  added: SheetCell[]
}

const tidy = (cell: string | undefined) => (cell ?? '').trim()
/** Titles that differ only in case, spaces or invisible characters are the same. */
const identityOf = keywordIdentity

/** Finds the columns by the heading. Returns an error message if they cannot be told apart. */
export function columnsOf(heading: readonly string[] | undefined): SheetColumns | string {
  const names = (heading ?? []).map((name) => tidy(name).toLowerCase())
  // It could hide one of our columns, which would then be added a second time.
  const broken = names.findIndex(holdsSheetError)
  if (broken >= 0)
    return `Cell ${columnName(broken)}1 contains a spreadsheet error (${tidy(heading?.[broken])}). Sync again once it has a value.`
  const at = (wanted: readonly string[]) => {
    const found = names.findIndex((name) => wanted.includes(name))
    return found < 0 ? null : found
  }
  const title = at(NAMES.title)
  if (title === null) return 'The first row has no column “Title” or “Keyword”.'
  let next = names.length
  const added: SheetCell[] = []
  const own = (name: keyof typeof OURS) => {
    const found = at(NAMES[name])
    if (found !== null) return found
    added.push({ row: 0, column: next, value: OURS[name] })
    next += 1
    return next - 1
  }
  return {
    title,
    titleName: tidy(heading?.[title]),
    notes: at(NAMES.notes),
    section: at(NAMES.section),
    task: own('task'),
    status: own('status'),
    link: own('link'),
    added,
  }
}

export interface SheetLine {
  /** Zero-based; the heading is row 0. */
  row: number
  title: string
  /** Null if the sheet has no such column. */
  notes: string | null
  section: string | null
  /** The id of its task; null if it has none yet. */
  gid: string | null
}

/** The message for a cell that contains a spreadsheet error instead of its value. */
const errorIn = (name: string, cell: string | null | undefined) =>
  `${name} is “${tidy(cell ?? '')}”, a spreadsheet error. The row is skipped until the cell has a value.`

/** Why a row with a title is refused because of another cell; null if it isn't. */
function errorBeside({ notes, section, gid }: SheetLine): string | null {
  const cells = { Notes: notes, Section: section, [OURS.task]: gid }
  const broken = Object.entries(cells).find(([, cell]) => holdsSheetError(cell))
  return broken ? errorIn(broken[0], broken[1]) : null
}

/** A row that has a task, but a spreadsheet error as its title. The task's name stands for the title meanwhile. */
export interface UntitledLine {
  row: number
  gid: string
}

/**
 * The row that each title belongs to: the first with a task, else the first. A copy without a task that was sorted above
 * would otherwise take the task of the other row.
 */
function titleOwners(rows: readonly (readonly string[])[], columns: SheetColumns): Map<string, number> {
  const owners = new Map<string, number>()
  const tasked = new Set<string>()
  for (const [row, cells] of rows.entries()) {
    const title = identityOf(tidy(cells[columns.title]))
    if (row === 0 || tasked.has(title)) continue
    const hasTask = tidy(cells[columns.task]) !== ''
    if (hasTask) tasked.add(title)
    if (hasTask || !owners.has(title)) owners.set(title, row)
  }
  return owners
}

const cellOf = (row: readonly string[], column: number | null) => (column === null ? null : tidy(row[column]))

/** Why this title, whose first row is `owner`, is refused for a task; null if it isn’t. */
function titleFault(
  title: string,
  { row, owner, titleName }: { row: number; owner: number; titleName: string },
): string | null {
  if (title === '') return `It has no ${titleName}.`
  if (holdsSheetError(title)) return errorIn(titleName, title)
  if (title.length > TITLE_MAXIMUM) return `Its ${titleName} is longer than ${TITLE_MAXIMUM} characters.`
  return owner === row ? null : `“${title}” is already in row ${owner + 1}.`
}

/** Splits the rows into those that can be synced and those with a fault. Empty rows are skipped. */
export function linesOf(rows: readonly (readonly string[])[], columns: SheetColumns) {
  const lines: SheetLine[] = []
  const untitled: UntitledLine[] = []
  const faults: RowFault[] = []
  const owners = titleOwners(rows, columns)
  for (const [row, cells] of rows.entries()) {
    if (row === 0 || cells.every((each) => tidy(each) === '')) continue
    const title = tidy(cells[columns.title])
    const owner = owners.get(identityOf(title)) ?? row
    const line = {
      row,
      title,
      notes: cellOf(cells, columns.notes),
      section: cellOf(cells, columns.section) || null,
      gid: cellOf(cells, columns.task) || null,
    }
    const message = titleFault(title, { row, owner, titleName: columns.titleName }) ?? errorBeside(line)
    if (message === null) lines.push(line)
    else faults.push({ row: row + 1, message })
    if (line.gid && holdsSheetError(title)) untitled.push({ row, gid: line.gid })
  }
  return { lines, untitled, faults }
}

/** The idempotency key of a row's task on its board. */
export const keyOfLine = (linkId: number, { title }: SheetLine): string =>
  `sheet-${linkId}-${createHash('sha256').update(identityOf(title)).digest('hex').slice(0, 24)}`

/** The fields of a task that differ from its row; null if none do. */
export function changeOfTask({ title, notes }: SheetLine, task: BoardTask) {
  const change = {
    ...(task.name === title ? {} : { name: title }),
    ...(notes === null || task.notes.trim() === notes ? {} : { notes }),
  }
  return Object.keys(change).length === 0 ? null : change
}

export interface TaskedLine {
  line: SheetLine
  task: BoardTask
}

/**
 * The cells to write into the sheet as it is now: users may have edited it since it was read. A row that moved is found
 * by its title. Rows that are gone and cells that became spreadsheet errors are reported and left alone.
 */
export function cellsToWrite(
  rows: readonly (readonly string[])[],
  columns: SheetColumns,
  tasked: readonly TaskedLine[],
  addressOf: (task: BoardTask) => string,
): { cells: SheetCell[]; faults: RowFault[] } {
  const titles = rows.map((row) => identityOf(tidy(row[columns.title])))
  const cells: SheetCell[] = tasked.length > 0 ? [...columns.added] : []
  const faults: RowFault[] = []
  for (const { line, task } of tasked) {
    const title = identityOf(line.title)
    const row = titles[line.row] === title ? line.row : titles.indexOf(title, 1)
    if (row < 1) {
      const cell = rows[line.row]?.[columns.title]
      const message = holdsSheetError(cell)
        ? errorIn(columns.titleName, cell)
        : `“${line.title}” was removed from the sheet in the meantime.`
      faults.push({ row: line.row + 1, message })
      continue
    }
    const wanted = [
      { name: OURS.task, column: columns.task, value: task.gid },
      { name: OURS.status, column: columns.status, value: task.section ?? '' },
      { name: OURS.link, column: columns.link, value: addressOf(task) },
    ]
    for (const { name, column, value } of wanted) {
      const cell = rows[row]?.[column]
      if (holdsSheetError(cell)) faults.push({ row: row + 1, message: errorIn(name, cell) })
      else if (tidy(cell) !== value) cells.push({ row, column, value })
    }
  }
  return { cells, faults }
}

/** The state that a sync decides by: `known` are the tasks on the board, `own` those made from this sheet. */
export interface SheetCourse {
  known: ReadonlyMap<string, BoardTask>
  own: ReadonlySet<string>
  sections: readonly string[]
  untitled: readonly UntitledLine[]
}

export type LineDeed =
  | { deed: 'create'; section: string }
  | { deed: 'update'; task: BoardTask; change: NonNullable<ReturnType<typeof changeOfTask>> }
  | { deed: 'skip'; task: BoardTask }
  | { deed: 'refuse'; message: string }

/** Decides what the sync does with a row. */
export function deedOf(line: SheetLine, course: SheetCourse): LineDeed {
  const { known, own, sections } = course
  if (line.gid === null) {
    const untitled = findUntitled(line, course)
    if (untitled)
      return {
        deed: 'refuse',
        message: `“${line.title}” is the task of row ${untitled.row + 1}, whose title is a spreadsheet error.`,
      }
    const section = line.section ?? sections[0] ?? ''
    if (!sections.includes(section))
      return { deed: 'refuse', message: `The board has no section “${section}”.` }
    return { deed: 'create', section }
  }
  const task = known.get(line.gid)
  const retry = 'Empty the cell to create a new task.'
  if (!task) return { deed: 'refuse', message: `Task ${line.gid} is not on this board. ${retry}` }
  if (!own.has(line.gid))
    return {
      deed: 'refuse',
      message: `Task ${line.gid} was not created from this sheet, so it is left alone. ${retry}`,
    }
  const change = changeOfTask(line, task)
  return change ? { deed: 'update', task, change } : { deed: 'skip', task }
}

/** Finds the untitled row whose task has this title: the idempotency key would give both rows the same task. */
function findUntitled({ title }: SheetLine, { known, own, untitled }: SheetCourse) {
  return untitled.find(
    ({ gid }) => own.has(gid) && identityOf(known.get(gid)?.name ?? '') === identityOf(title),
  )
}

export interface PlannedLine {
  line: SheetLine
  plan: LineDeed
}

/** A row and what the sync does with it, without its position. */
const saidOf = ({ line, plan }: PlannedLine) => [
  line.title,
  line.notes,
  plan.deed,
  'section' in plan ? plan.section : null,
  'change' in plan ? plan.change : null,
  'task' in plan ? plan.task.gid : null,
  'message' in plan ? plan.message : null,
]

const hashOf = (said: unknown) => createHash('sha256').update(JSON.stringify(said)).digest('hex')

/** A cell that a sync would write and may not, by its name; null if there is none. */
export function lockedCell(
  planned: readonly PlannedLine[],
  { task, status, link, added }: SheetColumns,
  { isLocked }: SheetTab,
): string | null {
  const rows = planned.filter(({ plan }) => plan.deed !== 'refuse').map(({ line }) => line.row)
  const written = rows.flatMap((row) => [task, status, link].map((column) => ({ row, column })))
  const headings = rows.length > 0 ? added : []
  const locked = [...headings, ...written].find(({ row, column }) => isLocked(row, column))
  return locked ? `${columnName(locked.column)}${locked.row + 1}` : null
}

/**
 * The cells that prove that the sheet can be written to before a task is made: the missing headings, or the heading of
 * our first column as it is.
 */
export function cellsToPrepare(
  planned: readonly PlannedLine[],
  { task, added }: SheetColumns,
  heading: readonly string[] = [],
): SheetCell[] {
  if (planned.every(({ plan }) => plan.deed === 'refuse')) return []
  if (added.length > 0) return added
  const isProof = planned.some(({ plan }) => plan.deed === 'create')
  return isProof ? [{ row: 0, column: task, value: heading[task] ?? OURS.task }] : []
}

/** A hash of the whole preview, so that a sync can tell whether it still does what the user saw. */
export const markOf = (planned: readonly PlannedLine[], faults: readonly RowFault[]): string =>
  hashOf([planned.map((each) => [each.line.row, ...saidOf(each)]), faults])

/** A hash of one row of the preview. */
export const shownOf = (each: PlannedLine): string => hashOf(saidOf(each)).slice(0, 24)

/** Whether the sync changes anything for this row. */
export const isDone = ({ plan: { deed } }: PlannedLine): boolean => deed === 'create' || deed === 'update'
