import type { Db } from '../../db/connect.ts'
import type { TaskBoard } from '../../integrations/task-board/port.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { Queue } from '../../jobs/queue.ts'

export interface SearchTaskParts {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  isUnderWay: Queue['isUnderWay']
  taskBoard: Pick<TaskBoard, 'createTask' | 'updateTask' | 'listSections' | 'findTasks' | 'getTask'>
  log: { warn(details: object, message: string): void }
  /** Where people reach the product. */
  publicUrl: string
}

export const MAKE_SEARCH_TASK = 'search-tasks.make'
export const RESUME_LOST = 'search-tasks.resume-lost'
export const NOTICE_GONE = 'search-tasks.notice-gone'
