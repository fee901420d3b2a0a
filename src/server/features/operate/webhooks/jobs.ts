import { z } from 'zod'
import { postponeInPause } from '../../../integrations/postpone.ts'
import type { Job } from '../../../jobs/job.ts'
import type { WebhookJobDeps } from './deps.ts'
import { Events, PROCESS_DELIVERY } from './service.ts'
import * as store from './store.ts'
import { reconcileSubscriptions } from './verbs/reconcile.ts'

export const RECONCILE = 'webhooks.reconcile'

export function webhookJobs(deps: WebhookJobDeps): Job[] {
  const { db, clock, articles, searchTasks } = deps
  const processDelivery: Job<{ deliveryId: number }> = {
    name: PROCESS_DELIVERY,
    payload: z.object({ deliveryId: z.number() }),
    atOnce: 4,
    async run({ deliveryId }) {
      const delivery = await store.findDelivery(db, deliveryId)
      if (!delivery || delivery.processedAt !== null) return
      const tasks = Events.parse(delivery.body).filter(({ resource }) => resource.resource_type === 'task')
      for (const gid of new Set(tasks.map(({ resource }) => resource.gid))) {
        await postponeInPause(articles.followTask(gid))
      }
      const deleted = tasks.filter(({ action }) => action === 'deleted').map(({ resource }) => resource.gid)
      for (const gid of new Set(deleted)) await postponeInPause(searchTasks.noticeDeleted(gid))
      await store.markProcessed(db, deliveryId, clock())
    },
  }
  const reconcile: Job = {
    name: RECONCILE,
    payload: z.object({}),
    every: 'hour',
    run: () => postponeInPause(reconcileSubscriptions(deps)),
  }
  return [processDelivery, reconcile]
}
