import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/connect.ts'
import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import type { EnqueueOnce } from '../../../jobs/job.ts'
import type { BeginRun } from '../../../kernel/runs/run.ts'
import type { SitesService } from '../../ground/area.ts'
import type { AdoptedPosts } from '../content-tracker/service.ts'

export type ReadSite = NonNullable<Awaited<ReturnType<SitesService['findSite']>>>

/** What reading the posts of a site needs, in the server as on the command line. */
export interface ReadingDeps {
  db: Db
  clock: () => Date
  sites: Pick<SitesService, 'findSite'>
  publishing: PublishingSites
  /** Such a site has its posts in our own database, where there is nothing to be adopted. */
  hasBuiltInPosts: (code: string) => boolean
  /** The followed posts, which are written within our transactions. */
  adopted: AdoptedPosts
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Called when a site refuses our account; `code` is the site's code. */
  tell: { failure: (code: string, error: IntegrationError) => Promise<void> }
}

export interface AdoptionDeps extends ReadingDeps {
  enqueueOnce: EnqueueOnce
  beginRun: BeginRun
}
