import { webhookEndpoints } from '#shared/features/operate/webhooks/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { forbidden } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { RECONCILE } from '../jobs.ts'
import type { WebhookParts } from '../parts.ts'

interface TunnelParts extends WebhookParts {
  isProduction: boolean
  keepTunnel: (url: string) => void
}

/**
 * Makes task boards call a development server through a tunnel until it stops. Subscriptions with another
 * address are created again. Returns the address.
 */
export async function setTunnel(parts: TunnelParts, actor: Caller, url: string): Promise<string> {
  requires(actor, webhookEndpoints.tunnel.access)
  if (parts.isProduction) throw forbidden('Tunnels are for development servers only.')
  parts.keepTunnel(url)
  await transaction(parts.db, async (tx) => {
    await audit(tx, actor, 'webhook.tunneled', { label: url })
    await parts.enqueue(tx, RECONCILE, {})
  })
  return url
}
