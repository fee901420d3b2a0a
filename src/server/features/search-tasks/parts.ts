import type { Db } from '../../db/connect.ts'
import type { TaskBoard } from '../../integrations/task-board/port.ts'
import type { Enqueue } from '../../jobs/job.ts'

export interface SearchTaskParts {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  taskBoard: Pick<TaskBoard, 'createTask' | 'listSections'>
  /** Where people reach the product. */
  publicUrl: string
}

export const MAKE_SEARCH_TASK = 'search-tasks.make'
