import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { SiteMark } from '../../ground/sites/contract.ts'
import { SITE_URL, SiteUrl } from '../../ground/sites/form.ts'
import { BOARD_KINDS, WEBHOOK_STATES } from './rules.ts'

/** How many hours of calls the details of a webhook show. */
export const WEBHOOK_HOURS = 48

const BoardParams = z.object({ gid: z.string().regex(/^\d{1,32}$/, 'Enter the board’s number, digits only') })

export const WebhookDetails = z.object({
  gid: z.string(),
  type: z.enum(BOARD_KINDS),
  site: SiteMark,
  state: z.enum(WEBHOOK_STATES),
  started_at: Timestamp,
  /** Who started it; null where Copydesk did so by itself. */
  started_by: z.string().nullable(),
  /** Last event; null if none yet. */
  last_event_at: Timestamp.nullable(),
  /** Deliveries of the last `event_days` days: older ones are cleared away. */
  events: z.number(),
  event_days: z.number(),
  /** Calls that were refused because of their signature, since it was started. */
  refused: z.number(),
  /** Why it could not be started; null if it could. */
  error: z.string().nullable(),
  /** Deliveries in each of the last hours, the oldest first. */
  hours: z.array(z.number()).length(WEBHOOK_HOURS),
})
export type WebhookDetails = z.infer<typeof WebhookDetails>

export const WebhookBody = z.object({ type: z.enum(BOARD_KINDS) })

const TUNNEL_NEEDED = 'Please input the tunnel URL!'

/** The address under which a development server is reached from outside, for as long as it runs. */
export const TunnelBody = z.object({
  url: z
    .string({ error: TUNNEL_NEEDED })
    .trim()
    .min(1, TUNNEL_NEEDED)
    .max(500)
    .pipe(SiteUrl)
    .refine((url) => url.startsWith('https://'), `${SITE_URL}: task boards can’t call any other address`),
})

/** Addresses for connected systems' events; each subscription has its own. */
export const webhookEndpoints = {
  receive: endpoint({
    method: 'POST',
    path: '/api/hooks/asana/:subscriptionId',
    access: 'public',
    summary: 'Events of a task board, signed by it',
    params: z.object({ subscriptionId: z.string() }),
    status: 200,
    hook: { secret: 'x-hook-secret', signature: 'x-hook-signature', perTenSeconds: 1000 },
  }),
  start: endpoint({
    method: 'PUT',
    path: '/api/webhooks/:gid',
    access: ['ManageWebhooks'],
    summary: 'Start or restart the webhook of a site’s board.',
    params: BoardParams,
    body: WebhookBody,
    answer: WebhookDetails,
    perMinute: 30,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/webhooks/:gid',
    access: ['ManageWebhooks'],
    summary: 'Drop a board’s webhook and start it again, as a second PUT does. 404 if there is none.',
    params: BoardParams,
    answer: WebhookDetails,
    perMinute: 30,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/webhooks/:gid',
    access: ['ManageWebhooks'],
    summary: 'The webhook of a board: who started it, and its events. 404 if there is none.',
    params: BoardParams,
    answer: WebhookDetails,
  }),
  tunnel: endpoint({
    method: 'PATCH',
    path: '/api/webhooks/tunnel',
    access: ['ManageWebhooks'],
    summary: 'Development only: the address at which boards reach this server until it stops.',
    body: TunnelBody,
    answer: z.object({ publicHost: z.string() }),
  }),
}
