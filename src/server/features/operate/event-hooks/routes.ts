import { eventHookEndpoints } from '#shared/features/operate/event-hooks/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOldVersion } from '../../../errors.ts'
import type { EventHookDeps } from './deps.ts'
import type { ReadHook } from './hook-reader.ts'
import { presentHook, presentHookDetails, presentSend, presentSendDetails } from './present.ts'
import type { EventHooksService } from './service.ts'

export function eventHookHandlers(
  service: EventHooksService,
  { box, clock }: Pick<EventHookDeps, 'box' | 'clock'>,
): Handlers<typeof eventHookEndpoints> {
  const details = (hook: ReadHook) => presentHookDetails(hook, { box, now: clock() })
  return {
    async list({ actor }) {
      const rows = await service.listHooks(actor)
      const context = { box, now: clock() }
      return { nodes: rows.map((row) => presentHook(row, context)), totalCount: rows.length }
    },
    read: async ({ actor, params }) => details(await service.readHook(actor, params.id)),
    async create({ actor, body }) {
      const { secret, hook } = await service.createHook(actor, body)
      return { secret, hook: details(hook) }
    },
    update: async ({ actor, params, body }) =>
      details(
        await service
          .updateHook(actor, params.id, body)
          .catch(
            presentOldVersion(eventHookEndpoints.update, (hook: ReadHook) => ({ current: details(hook) })),
          ),
      ),
    pause: async ({ actor, params }) => details(await service.pauseHook(actor, params.id)),
    resume: async ({ actor, params }) => details(await service.resumeHook(actor, params.id)),
    async rotate({ actor, params, body }) {
      const { secret, hook } = await service.rotateSecret(actor, params.id, body.end_old)
      return { secret, hook: details(hook) }
    },
    async remove({ actor, params }) {
      await service.deleteHook(actor, params.id)
      return undefined
    },
    test: async ({ actor, params }) => presentSendDetails(await service.testHook(actor, params.id), box),
    async sends({ actor, params, query }) {
      const { rows, totalCount } = await service.listSends(actor, params.id, query)
      return { nodes: rows.map(presentSend), totalCount, page: query.page }
    },
    send: async ({ actor, params }) =>
      presentSendDetails(await service.readSend(actor, params.id, params.sendId), box),
    sendAgain: async ({ actor, params }) =>
      presentSendDetails(await service.sendAgain(actor, params.id, params.sendId), box),
    sendFailedAgain: async ({ actor, params, body }) => ({
      count: await service.sendFailedAgain(actor, params.id, { since: body.since, until: body.until }),
    }),
  }
}
