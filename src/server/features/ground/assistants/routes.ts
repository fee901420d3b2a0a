import type { assistantEndpoints } from '#shared/features/ground/assistants/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { REQUEST_COOKIE } from '../../../integrations/authorization-server/port.ts'
import { presentConnection, presentRequest } from './present.ts'
import type { AskedRequest, AssistantsService } from './service.ts'

const requestOf = ({
  params,
  cookies,
}: {
  params: { uid: string }
  cookies: { read(name: string): string | null }
}): AskedRequest => ({ uid: params.uid, cookie: cookies.read(REQUEST_COOKIE) })

export function assistantHandlers(service: AssistantsService): Handlers<typeof assistantEndpoints> {
  return {
    readRequest: async (call) => presentRequest(await service.readRequest(requestOf(call))),
    allow: async (call) => ({
      redirect_to: await service.allow(call.actor, requestOf(call), call.body.may_write),
    }),
    refuse: async (call) => ({ redirect_to: await service.refuse(requestOf(call)) }),
    async listOwn({ actor }) {
      const { connections, ...rules } = await service.listOwn(actor)
      return { ...rules, assistants: connections.map(presentConnection) }
    },
    async disconnect({ actor, params }) {
      await service.disconnect(actor, params.id)
      return undefined
    },
  }
}
