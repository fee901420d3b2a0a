import type { WebhookDetails } from '#shared/features/operate/webhooks/contract.ts'
import { webhookStateOf } from '#shared/features/operate/webhooks/rules.ts'
import type { ReadWebhook } from './details-reader.ts'

export const presentWebhookDetails = ({
  webhook,
  starter,
  site,
  kind,
  events,
  hours,
  eventDays,
  hearing,
}: ReadWebhook): WebhookDetails => ({
  gid: webhook.resource,
  type: kind,
  site: { site_id: site.id, display_name: site.displayName, logo_url: site.logoUrl },
  state: webhookStateOf(webhook, hearing),
  started_at: webhook.createdAt.toISOString(),
  started_by: starter,
  last_event_at: webhook.lastSeenAt?.toISOString() ?? null,
  events,
  event_days: eventDays,
  refused: webhook.refusedCount,
  error: webhook.error,
  hours,
})
