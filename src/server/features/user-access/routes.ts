import type { z } from 'zod'
import type { AccessItem, AccessLookup, userAccessEndpoints } from '#shared/features/user-access/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { AccountDirectory } from '../../integrations/account-directory/port.ts'
import type { Sought } from './parts.ts'
import type { CheckedAccount, UserAccessService } from './service.ts'

const soughtOf = ({ email, github, manager }: z.output<typeof AccessLookup>): Sought => ({
  email,
  github: github || null,
  manager: manager || null,
})

const systemOf = ({ operation, operationName, avatar }: AccountDirectory) => ({
  operation,
  operationName,
  avatar,
})

const presentItem = ({ directory, found, error }: CheckedAccount): AccessItem => ({
  ...systemOf(directory),
  operationId: found?.accountId ?? '',
  url: found?.url ?? null,
  active: found?.active ?? false,
  error,
  detail: found?.detail ?? '',
})

export function userAccessHandlers(service: UserAccessService): Handlers<typeof userAccessEndpoints> {
  return {
    check: async ({ actor, query }) => (await service.checkAccount(actor, soughtOf(query))).map(presentItem),
    async revoke({ actor, body }) {
      const { source, data } = body
      const { directory, detail } = await service.revokeAccess(actor, { source, sought: soughtOf(data) })
      const done = { url: null, active: false, error: null, detail }
      return { ...systemOf(directory), operationId: data.id ?? '', ...done }
    },
    async steps({ query }) {
      const { rows, total } = await service.listSteps(query.email)
      const nodes = rows.map(({ step, by }) => ({
        access_step_id: step.id,
        operation: step.operation,
        operationName: step.operationName,
        step: step.step,
        detail: step.detail,
        by,
        at: step.at.toISOString(),
      }))
      return { nodes, totalCount: total }
    },
  }
}
