import { webhookEndpoints } from '#shared/features/operate/webhooks/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { forbidden } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { WebhookDeps } from '../deps.ts'
import { RECONCILE } from '../jobs.ts'

interface TunnelDeps extends WebhookDeps {
  isProduction: boolean
  keepTunnel: (url: string) => void
}

/**
 * Makes task boards call a development server through a tunnel until it stops. Subscriptions with another
 * address are created again. Returns the address.
 */
export async function setTunnel(deps: TunnelDeps, actor: Caller, url: string): Promise<string> {
  requires(actor, webhookEndpoints.tunnel.access)
  if (deps.isProduction) throw forbidden('Tunnels are for development servers only.')
  deps.keepTunnel(url)
  await transaction(deps.db, async (tx) => {
    await audit(tx, actor, 'webhook.tunneled', { label: url })
    await deps.enqueue(tx, RECONCILE, {})
  })
  return url
}
