import type { systemEndpoints } from '#shared/features/ground/system/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { SystemService } from './service.ts'

export function systemHandlers(service: SystemService): Handlers<typeof systemEndpoints> {
  return {
    health: ({ isLocal }) => service.health(isLocal),
    async readiness() {
      await service.assertReady()
      return { ready: true }
    },
    async outbox({ isLocal, visitor }) {
      const mails = await service.readOutbox({ isLocal, visitor })
      return mails.map(({ id, to, subject, text, sentAt }) => ({
        id,
        to,
        subject,
        text,
        sent_at: sentAt,
      }))
    },
  }
}
