import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { IntegrationError } from '../../integrations/integration-error.ts'
import type { PublishingSites } from '../../integrations/publishing-site/port.ts'
import type { SearchPerformance } from '../../integrations/search-performance/port.ts'
import type { Enqueue } from '../../jobs/job.ts'

export interface GscKeywordsParts {
  db: Db
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  publishing: PublishingSites
}

export interface CollectSearchesParts {
  db: Db
  clock: () => Date
  searches: SearchPerformance
  enqueue: Enqueue
  isUnderWay: (name: string, payload: object) => Promise<boolean>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Told where the source refuses the account, and where it works. */
  tell: { failure: (error: IntegrationError) => Promise<void>; success: () => Promise<void> }
}
