import type { TaskBoard } from '../../../integrations/task-board/port.ts'
import type { RunDeps } from '../../../kernel/runs/run.ts'

export interface SearchTaskDeps extends RunDeps {
  taskBoard: Pick<TaskBoard, 'createTask' | 'updateTask' | 'listSections' | 'findTasks' | 'getTask'>
  log: { warn(details: object, message: string): void }
  /** Where people reach the product. */
  publicUrl: string
}

export const MAKE_SEARCH_TASK = 'search-tasks.make'
export const NOTICE_GONE = 'search-tasks.notice-gone'
