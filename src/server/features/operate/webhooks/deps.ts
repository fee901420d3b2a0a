import type { Db } from '../../../db/connect.ts'
import type { TaskBoard } from '../../../integrations/task-board/port.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { SecretBox } from '../../../security/secret-box.ts'
import type { ArticlesService } from '../../articles/area.ts'
import type { SitesService } from '../../ground/area.ts'

export interface WebhookDeps {
  db: Db
  enqueue: Enqueue
  clock: () => Date
  box: SecretBox
}

export interface WebhookJobDeps extends WebhookDeps {
  taskBoard: TaskBoard
  /** Retention of deliveries in days. */
  jobsRetentionDays: number
  log: { warn(details: object, message: string): void }
  sites: Pick<SitesService, 'listBoards' | 'listCopyboards' | 'findSiteOfBoard' | 'findSiteWithBoard'>
  /** Base address for boards' webhooks; null if they cannot reach us. */
  address: () => string | null
  articles: Pick<ArticlesService, 'followTask' | 'followBoard'>
  /** Tasks that no article is about. */
  searchTasks: { noticeDeleted(gid: string): Promise<void> }
}
