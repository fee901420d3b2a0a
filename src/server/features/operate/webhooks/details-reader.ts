import type { BoardKind } from '#shared/features/operate/webhooks/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { notFound } from '../../../errors.ts'
import { countDeliveries, countHours, findBoardUse, findWebhook } from './queries.ts'
import type { SubscriptionRecord } from './store.ts'

export interface WebhookReadDeps {
  db: Db
  clock: () => Date
  jobsRetentionDays: number
  /** Boards send events even without changes. */
  hasHeartbeat: boolean
}

export interface ReadWebhook {
  webhook: SubscriptionRecord
  starter: string | null
  site: { id: number; displayName: string; logoUrl: string }
  kind: BoardKind
  events: number
  eventDays: number
  hours: number[]
  hearing: { now: Date; hasHeartbeat: boolean }
}

/** Details of a board's webhook; not found if there is none. */
export async function readWebhook(
  { db, clock, jobsRetentionDays, hasHeartbeat }: WebhookReadDeps,
  gid: string,
): Promise<ReadWebhook> {
  const now = clock()
  const [found, use] = await Promise.all([findWebhook(db, gid), findBoardUse(db, gid)])
  if (!found || !use) throw notFound('Webhook')
  const [events, hours] = await Promise.all([
    countDeliveries(db, found.webhook.id),
    countHours(db, found.webhook.id, now),
  ])
  return {
    ...found,
    site: use.site,
    kind: use.isContent ? 'content' : 'copyboard',
    events,
    eventDays: jobsRetentionDays,
    hours,
    hearing: { now, hasHeartbeat },
  }
}
