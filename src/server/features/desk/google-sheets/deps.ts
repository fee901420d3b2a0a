import type { BuiltInSpreadsheet, Spreadsheet } from '../../../integrations/spreadsheet/port.ts'
import type { TaskBoard } from '../../../integrations/task-board/port.ts'
import type { RunDeps } from '../../../kernel/runs/run.ts'
import type { SitesService } from '../../ground/area.ts'

export interface SheetDeps extends RunDeps {
  spreadsheet: Spreadsheet
  /** Null where Google keeps the sheets. */
  builtInSheets: BuiltInSpreadsheet | null
  taskBoard: Pick<TaskBoard, 'findTasks' | 'createTask' | 'updateTask' | 'listSections'>
  sites: Pick<SitesService, 'findSite'>
  /** Where people reach the product; addresses of our own pages begin with it. */
  publicUrl: string
}

export const SYNC_SHEET = 'google-sheets.sync'
