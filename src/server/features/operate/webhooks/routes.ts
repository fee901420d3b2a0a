import type { webhookEndpoints } from '#shared/features/operate/webhooks/contract.ts'
import type { BoardKind } from '#shared/features/operate/webhooks/rules.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import type { WebhookDeps } from './deps.ts'
import { readWebhook, type WebhookReadDeps } from './details-reader.ts'
import { presentWebhookDetails } from './present.ts'
import { receiveHook } from './service.ts'

interface WebhookVerbs {
  startWebhook(actor: Caller, board: { gid: string; kind: BoardKind }): Promise<void>
  setTunnel(actor: Caller, url: string): Promise<string>
}

export function webhookHandlers(
  deps: WebhookDeps & WebhookReadDeps,
  verbs: WebhookVerbs,
): Handlers<typeof webhookEndpoints> {
  return {
    async receive({ params, hook }) {
      if (hook === null) throw new AppError('invalid', 'The body contains no valid events.')
      await receiveHook(deps, params.subscriptionId, hook)
      return undefined
    },
    async start({ actor, params, body }) {
      await verbs.startWebhook(actor, { gid: params.gid, kind: body.type })
      return presentWebhookDetails(await readWebhook(deps, params.gid))
    },
    async reset({ actor, params }) {
      const { kind } = await readWebhook(deps, params.gid)
      await verbs.startWebhook(actor, { gid: params.gid, kind })
      return presentWebhookDetails(await readWebhook(deps, params.gid))
    },
    read: async ({ params }) => presentWebhookDetails(await readWebhook(deps, params.gid)),
    tunnel: async ({ actor, body }) => ({ publicHost: await verbs.setTunnel(actor, body.url) }),
  }
}
