import type { Mailer } from '../../../integrations/mailer/port.ts'
import { createCodeDoor } from '../../../security/code-door.ts'
import { passkeySite } from '../../../security/passkeys.ts'
import type { NoticesService } from '../notices/service.ts'
import type { UsersService } from '../users/service.ts'
import type { ProofDeps } from './deps.ts'
import { factorJobs } from './jobs.ts'
import { factorHandlers } from './routes.ts'
import { arePasskeysOffered, createFactorsService, createSecondFactor } from './service.ts'
import type { FactorsDeps } from './verbs/change-factors.ts'
import type { ResetDeps } from './verbs/reset-factors.ts'

/** Checks second factors. `auth` depends on it; the rest of this feature depends on `auth`. */
export function createProofs(
  deps: Omit<ProofDeps, 'codes' | 'site' | 'notify'> & {
    publicUrl: string
    notices: Pick<NoticesService, 'notify'>
  },
) {
  const { notify } = deps.notices
  const proofs = { ...deps, notify, codes: createCodeDoor(deps), site: passkeySite(deps.publicUrl) }
  return {
    proofs,
    secondFactor: createSecondFactor(proofs),
    arePasskeysOffered: () => arePasskeysOffered(proofs),
  }
}

export function createFactors(
  deps: FactorsDeps &
    Pick<ResetDeps, 'disconnectProvider' | 'inviteLimited'> & {
      users: Pick<UsersService, 'lockManaged'>
      mailer: Mailer
      publicUrl: string
    },
) {
  const service = createFactorsService(deps)
  return { service, handlers: factorHandlers(service), jobs: factorJobs(deps) }
}
