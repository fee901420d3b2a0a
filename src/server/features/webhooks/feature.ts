import { webhookEndpoints } from '#shared/features/webhooks/contract.ts'
import type { BuiltInBoard } from '../../integrations/task-board/port.ts'
import type { Caller } from '../../security/actor.ts'
import { listHearings } from './hearing-reader.ts'
import { RECONCILE, webhookJobs } from './jobs.ts'
import type { WebhookJobParts } from './parts.ts'
import { webhookHandlers } from './routes.ts'
import { restartUnheard, startWebhook } from './verbs/reconcile.ts'
import { setTunnel } from './verbs/set-tunnel.ts'

/** Below it every subscription has its address. */
const HOOKS_PATH = webhookEndpoints.receive.path.replace('/:subscriptionId', '')
const PRIVATE_NAME = /^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|\[.*\])$/

interface Parts extends Omit<WebhookJobParts, 'address'> {
  /** Null where the team has its boards elsewhere. */
  builtInBoard: BuiltInBoard | null
  publicUrl: string
  isProduction: boolean
  /** Where this server is reached on this machine, once it listens. */
  ownAddress: () => string | null
}

/**
 * What stands before the path at which a task board reaches us; null where it cannot. Our own board finds whichever
 * server tells of something by the path alone; a vendor needs an address that is public.
 */
function reachedAt({ builtInBoard, publicUrl, ownAddress }: Parts): string | null {
  if (builtInBoard !== null) return ownAddress() === null ? null : ''
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !PRIVATE_NAME.test(hostname) ? publicUrl : null
}

export function createWebhooks(given: Parts) {
  let tunnel: string | null = null
  const address = () => {
    const origin = reachedAt(tunnel === null ? given : { ...given, publicUrl: tunnel })
    return origin === null ? null : origin + HOOKS_PATH
  }
  const parts = { ...given, address, hasHeartbeat: given.builtInBoard === null }
  const tunnelParts = {
    ...parts,
    keepTunnel: (url: string) => {
      tunnel = url
    },
  }
  const verbs = {
    startWebhook: (actor: Caller, board: Parameters<typeof startWebhook>[2]) =>
      startWebhook(parts, actor, board),
    setTunnel: (actor: Caller, url: string) => setTunnel(tunnelParts, actor, url),
  }
  const service = {
    /** What is to be said of each content board of a site at work. */
    listHearings: () => listHearings(parts),
    /** Starts anew whatever is not heard; what fails with one board holds up no other. */
    restartUnheard: () => restartUnheard(parts),
  }
  return {
    service,
    handlers: webhookHandlers(parts, verbs),
    jobs: webhookJobs(parts),
    /** Looks after the subscriptions soon, rather than at the next full hour. */
    async reconcileSoon() {
      await parts.enqueue(parts.db, RECONCILE, {})
    },
  }
}
export type WebhooksService = ReturnType<typeof createWebhooks>['service']
