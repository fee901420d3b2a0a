import type { z } from 'zod'
import { type AsanaCalls, orNull } from './asana-calls.ts'
import * as asana from './asana-schemas.ts'
import type { TaskBoard } from './port.ts'

/** Changes that the webhook reports. */
const FILTERS = [
  { resource_type: 'task', action: 'added' },
  { resource_type: 'task', action: 'changed', fields: ['name', 'notes', 'custom_fields', 'completed'] },
  { resource_type: 'task', action: 'deleted' },
  { resource_type: 'task', action: 'removed' },
]

/** What Asana tells us of: one webhook per board. */
export function createSubscriptions({
  client,
  at,
}: AsanaCalls): Pick<TaskBoard, 'subscribe' | 'getSubscription' | 'unsubscribe'> {
  const present = ({ gid, active, target }: z.infer<typeof asana.Webhook>) => ({
    remoteId: gid,
    isActive: active,
    target,
  })
  const query = { opt_fields: asana.WEBHOOK_FIELDS }
  return {
    async subscribe(boardGid, target) {
      const json = { data: { resource: boardGid, target, filters: FILTERS } }
      const request = { operation: 'subscribe', method: 'POST', path: '/webhooks', query, json } as const
      return present((await client.send({ ...request, answer: asana.answerOf(asana.Webhook) })).data)
    },
    async getSubscription(gid) {
      const request = {
        operation: 'read a subscription',
        method: 'GET',
        path: `/webhooks/${at(gid)}`,
        query,
      } as const
      const found = await orNull(client.send({ ...request, answer: asana.answerOf(asana.Webhook) }))
      return found && present(found)
    },
    async unsubscribe(gid) {
      const request = { operation: 'unsubscribe', method: 'DELETE', path: `/webhooks/${at(gid)}` } as const
      await orNull(client.send({ ...request, answer: asana.answerOf(asana.Nothing) }))
    },
  }
}
