import type { Db } from '../../db/connect.ts'
import type { Frame } from '../../frame.ts'
import type { ArticleServices } from '../articles/area.ts'
import type { GroundServices } from '../ground/area.ts'
import type { PostServices } from '../posts/area.ts'
import { createDbQuery } from './db-query/feature.ts'
import { createEventHooks } from './event-hooks/feature.ts'
import { createFailedJobs } from './failed-jobs/feature.ts'
import { createRuns } from './runs/feature.ts'
import { createScan } from './scan/feature.ts'
import { createWebhooks } from './webhooks/feature.ts'
import { RECONCILE } from './webhooks/jobs.ts'

export type { DbQueryService } from './db-query/service.ts'
export type { FailedJobsService } from './failed-jobs/service.ts'

/** Corrects the subscriptions to boards after sites have others. */
export const watchBoards =
  ({ enqueue }: Pick<Frame, 'enqueue'>) =>
  async (tx: Db) =>
    void (await enqueue(tx, RECONCILE, {}))

export function createOperateArea(deps: Frame & GroundServices & PostServices & ArticleServices) {
  const dbQuery = createDbQuery(deps)
  const webhooks = createWebhooks(deps)
  const failedJobs = createFailedJobs(deps)
  const scan = createScan({ ...deps, webhooks: webhooks.service, failedJobs: failedJobs.service })
  return {
    features: {
      ...{ dbQuery, webhooks, failedJobs, scan },
      runs: createRuns(deps),
      eventHooks: createEventHooks(deps),
    },
    services: { failedJobs: failedJobs.service, savedQueries: dbQuery.service },
  }
}

export type OperateServices = ReturnType<typeof createOperateArea>['services']
