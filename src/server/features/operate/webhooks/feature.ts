import { webhookEndpoints } from '#shared/features/operate/webhooks/contract.ts'
import type { BuiltInBoard } from '../../../integrations/task-board/port.ts'
import type { Caller } from '../../../security/actor.ts'
import type { WebhookJobDeps } from './deps.ts'
import { listHearings } from './hearing-reader.ts'
import { RECONCILE, webhookJobs } from './jobs.ts'
import { webhookHandlers } from './routes.ts'
import { restartUnheard, startWebhook } from './verbs/reconcile.ts'
import { setTunnel } from './verbs/set-tunnel.ts'

/** Base path of the subscriptions' addresses. */
const HOOKS_PATH = webhookEndpoints.receive.path.replace('/:subscriptionId', '')
const PRIVATE_NAME = /^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|\[.*\])$/

interface Deps extends Omit<WebhookJobDeps, 'address'> {
  /** Null if the team uses an external board. */
  builtInBoard: BuiltInBoard | null
  publicUrl: string
  isProduction: boolean
  /** This server's local address once it listens. */
  ownAddress: () => string | null
}

/**
 * Base of the address for the task board's webhooks; null if the board cannot reach us. The built-in board
 * needs only the path, because any server may deliver; a vendor needs a public address.
 */
function reachedAt({ builtInBoard, publicUrl, ownAddress }: Deps): string | null {
  if (builtInBoard !== null) return ownAddress() === null ? null : ''
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !PRIVATE_NAME.test(hostname) ? publicUrl : null
}

export function createWebhooks(given: Deps) {
  let tunnel: string | null = null
  const address = () => {
    const origin = reachedAt(tunnel === null ? given : { ...given, publicUrl: tunnel })
    return origin === null ? null : origin + HOOKS_PATH
  }
  const deps = { ...given, address, hasHeartbeat: given.builtInBoard === null }
  const tunnelParts = {
    ...deps,
    keepTunnel: (url: string) => {
      tunnel = url
    },
  }
  const verbs = {
    startWebhook: (actor: Caller, board: Parameters<typeof startWebhook>[2]) =>
      startWebhook(deps, actor, board),
    setTunnel: (actor: Caller, url: string) => setTunnel(tunnelParts, actor, url),
  }
  const service = {
    /** State of the webhook for each content board of an active site. */
    listHearings: () => listHearings(deps),
    /** Restarts every webhook that does not work; a failure does not stop the others. */
    restartUnheard: () => restartUnheard(deps),
  }
  return {
    service,
    handlers: webhookHandlers(deps, verbs),
    jobs: webhookJobs(deps),
    /** Checks the subscriptions soon, rather than at the next full hour. */
    async reconcileSoon() {
      await deps.enqueue(deps.db, RECONCILE, {})
    },
  }
}
export type WebhooksService = ReturnType<typeof createWebhooks>['service']
