import type { webhookEndpoints } from '#shared/features/webhooks/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { AppError } from '../../errors.ts'
import type { WebhookParts } from './parts.ts'
import { receiveHook } from './service.ts'

export function webhookHandlers(parts: WebhookParts): Handlers<typeof webhookEndpoints> {
  return {
    async receive({ params, hook }) {
      if (hook === null) throw new AppError('invalid', 'These are no events.')
      await receiveHook(parts, params.subscriptionId, hook)
      return undefined
    },
  }
}
