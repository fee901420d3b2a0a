import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Db } from '../../../db/connect.ts'
import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import type { SearchPerformance } from '../../../integrations/search-performance/port.ts'
import type { RunDeps } from '../../../kernel/runs/run.ts'
import type { ExportsService, SitesService } from '../../ground/area.ts'
import type { PostKeywords } from '../content-tracker/service.ts'

export interface GscKeywordsDeps {
  db: Db
  clock: () => Date
  publishing: PublishingSites
  sites: Pick<SitesService, 'findSite'>
  postKeywords: Pick<PostKeywords, 'lockPost' | 'setPostKeyword'>
}

export interface CollectSearchesDeps extends RunDeps {
  searches: SearchPerformance
  postKeywords: Pick<PostKeywords, 'recomputeClicks'>
  isUnderWay: (name: string, payload: object) => Promise<boolean>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Called when the source refuses the account, and when it works. */
  tell: { failure: (error: IntegrationError) => Promise<void>; success: () => Promise<void> }
}

export interface StrikingFileDeps {
  pool: Pool
  clock: () => Date
  timeZone: string
}

export interface GscHandlerDeps extends GscKeywordsDeps {
  exports: Pick<ExportsService, 'startExport'>
}
