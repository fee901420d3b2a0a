import type { Pool } from 'pg'
import type { Db } from '../../db/connect.ts'
import type { TaskBoard } from '../../integrations/task-board/port.ts'
import type { Warehouse } from '../../integrations/warehouse/port.ts'
import type { ArticlesService } from '../articles/service.ts'
import type { CategoriesService } from '../commission-categories/service.ts'

export interface ContentTrackerParts {
  db: Db
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  /** The public address of this server, with which an article's address begins in files. */
  publicUrl: string
  warehouse: Warehouse
  articles: Pick<ArticlesService, 'createArticle' | 'beginRevision'>
  commissions: Pick<CategoriesService, 'commissionsOf'>
  taskBoard: Pick<TaskBoard, 'findTasks'>
  log: { warn(about: object, message: string): void }
}
