import type { SheetPreview } from '#shared/features/desk/google-sheets/contract.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { SheetDeps } from './deps.ts'
import {
  columnsOf,
  deedOf,
  linesOf,
  lockedCell,
  MOST_SHEET_ROWS,
  markOf,
  type SheetCourse,
} from './sheet-reader.ts'
import * as store from './store.ts'

/** Dependencies of the preview of a sync. */
export type PlanDeps = Pick<SheetDeps, 'db' | 'spreadsheet'> & {
  taskBoard: Pick<SheetDeps['taskBoard'], 'findTasks' | 'listSections'>
}

/** A reason for people why the sheet as a whole cannot be taken over. */
export class SheetRefused extends Error {}

const SHOWN = 100

async function courseOf(
  { db, taskBoard }: PlanDeps,
  link: store.LinkRow,
  { lines, untitled }: ReturnType<typeof linesOf>,
): Promise<SheetCourse> {
  const gids = [...lines, ...untitled].flatMap(({ gid }) => gid ?? [])
  const found =
    gids.length > 0 ? await taskBoard.findTasks(link.boardGid, { gids, names: [], isCurrent: true }) : []
  const sections = (await taskBoard.listSections(link.boardGid)).map(({ name }) => name)
  if (sections.length === 0) throw new SheetRefused('The task board has no sections.')
  const known = new Map(found.map((task) => [task.gid, task]))
  return { known, own: await store.listTasks(db, link.id), sections, untitled }
}

/** What a sync does about each row as things stand. */
export async function planSync(deps: PlanDeps, link: store.LinkRow) {
  const { tab, rows } = await deps.spreadsheet.read(link.sheetId)
  const columns = columnsOf(rows[0])
  if (typeof columns === 'string') throw new SheetRefused(columns)
  if (rows.length > MOST_SHEET_ROWS + 1)
    throw new SheetRefused(`The sheet has more than ${MOST_SHEET_ROWS} rows.`)
  const found = linesOf(rows, columns)
  const { lines, faults } = found
  const course = await courseOf(deps, link, found)
  const planned = lines.map((line) => ({ line, plan: deedOf(line, course) }))
  const locked = lockedCell(planned, columns, tab)
  if (locked !== null)
    throw new SheetRefused(
      `Cell ${locked} of “${tab.name}” is protected, so Copydesk couldn’t write to it. Allow Copydesk’s account to edit it.`,
    )
  return { planned, faults, mark: markOf(planned, faults), tab, rows, columns }
}

const NOTHING = {
  tab: null,
  created: 0,
  updated: 0,
  skipped: 0,
  faults: [],
  fault_count: 0,
  lines: [],
  mark: '',
}

/** What a sync would do, for people; a sheet that cannot be taken over says why. */
export async function previewSync(deps: PlanDeps, link: store.LinkRow): Promise<SheetPreview> {
  try {
    const { planned, faults: unread, mark, tab } = await planSync(deps, link)
    const count = (deed: string) => planned.filter(({ plan }) => plan.deed === deed).length
    const refused = planned.flatMap(({ line, plan }) =>
      plan.deed === 'refuse' ? [{ row: line.row + 1, message: plan.message }] : [],
    )
    const faults = [...unread, ...refused].toSorted((one, other) => one.row - other.row)
    const lines = planned.flatMap(({ line, plan: { deed } }) =>
      deed === 'create' || deed === 'update' ? [{ row: line.row + 1, title: line.title, deed }] : [],
    )
    return {
      tab: tab.name,
      created: count('create'),
      updated: count('update'),
      skipped: count('skip'),
      faults: faults.slice(0, SHOWN),
      fault_count: faults.length,
      lines: lines.slice(0, SHOWN),
      mark,
      failure: null,
    }
  } catch (error) {
    if (error instanceof SheetRefused) return { ...NOTHING, failure: error.message }
    if (error instanceof IntegrationError) return { ...NOTHING, failure: sayRefusal(error) }
    throw error
  }
}
