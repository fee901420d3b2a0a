import { signInRulesEndpoints } from '#shared/features/ground/sign-in-rules/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentRules, presentState } from './present.ts'
import type { SignInRulesService } from './service.ts'
import type { RulesState } from './verbs/save-rules.ts'

const refuseOld = presentOldVersion(signInRulesEndpoints.save, (current: RulesState) => ({
  current: presentState(current),
}))

export function signInRulesHandlers(service: SignInRulesService): Handlers<typeof signInRulesEndpoints> {
  return {
    read: async ({ actor }) => presentRules(await service.readRules(actor)),
    async save({ actor, body }) {
      await service.saveRules(actor, body).catch(refuseOld)
      return presentRules(await service.readRules(actor))
    },
  }
}
