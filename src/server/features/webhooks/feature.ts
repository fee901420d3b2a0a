import type { HookCall } from '../../http/hooks.ts'
import { RECONCILE, type WebhookJobParts, webhookJobs } from './jobs.ts'
import { receiveHook } from './service.ts'

export function createWebhooks(parts: WebhookJobParts) {
  return {
    receive: (call: HookCall) => receiveHook(parts, call),
    jobs: webhookJobs(parts),
    /** Looks after the subscriptions soon, rather than at the next full hour. */
    async reconcileSoon() {
      await parts.enqueue(parts.db, RECONCILE, {})
    },
  }
}
