import { and, count, eq, gte, sql } from 'drizzle-orm'
import { WEBHOOK_HOURS } from '#shared/features/operate/webhooks/contract.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'
import { webhookDeliveries, webhookSubscriptions } from '../../../db/schema/webhooks.ts'
import { fullNameIn } from '../../../db/sql/full-name.ts'

/** The webhook of a board with who started it. */
export async function findWebhook(db: Db, gid: string) {
  const [found] = await db
    .select({
      webhook: webhookSubscriptions,
      starter: fullNameIn<string | null>(users),
    })
    .from(webhookSubscriptions)
    .leftJoin(users, eq(users.id, webhookSubscriptions.startedBy))
    .where(and(eq(webhookSubscriptions.system, 'task-board'), eq(webhookSubscriptions.resource, gid)))
  return found
}

/** The site of a board, and what it is there; that of the content board first. */
export async function findBoardUse(db: Db, gid: string) {
  const [found] = await db
    .select({ site: sites, isContent: sql<boolean>`coalesce(${sites.boardGid} = ${gid}, false)` })
    .from(sites)
    .where(sql`${gid} in (${sites.boardGid}, ${sites.copyboardGid})`)
    .orderBy(sql`coalesce(${sites.boardGid} = ${gid}, false) desc`, sites.id)
    .limit(1)
  return found
}

export async function countDeliveries(db: Db, subscriptionId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.subscriptionId, subscriptionId))
  return row?.count ?? 0
}

/** Deliveries in each of the last hours up to a moment, the oldest first. */
export async function countHours(db: Db, subscriptionId: string, now: Date): Promise<number[]> {
  const begin = now.getTime() - WEBHOOK_HOURS * HOUR_MS
  const hour = sql<number>`least(${WEBHOOK_HOURS - 1}, floor((extract(epoch from ${webhookDeliveries.receivedAt}) * 1000 - ${begin}) / ${HOUR_MS}))::int`
  const rows = await db
    .select({ hour, count: count() })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.subscriptionId, subscriptionId),
        gte(webhookDeliveries.receivedAt, new Date(begin)),
      ),
    )
    .groupBy(sql`1`)
  const counts = Array.from({ length: WEBHOOK_HOURS }, () => 0)
  for (const { hour: at, count: deliveries } of rows) counts[at] = deliveries
  return counts
}
