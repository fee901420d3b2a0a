import type { Db } from '../../db/connect.ts'
import type { Frame } from '../../frame.ts'
import { createAssistants, createConnections } from './assistants/feature.ts'
import { createAudit } from './audit/feature.ts'
import { createAuth } from './auth/feature.ts'
import type { ExportKinds } from './exports/deps.ts'
import { createExports } from './exports/feature.ts'
import { createFactors, createProofs } from './factors/feature.ts'
import { createFeatureFlags } from './feature-flags/feature.ts'
import { createIdempotency } from './idempotency/feature.ts'
import { createImages } from './images/feature.ts'
import { createNotices } from './notices/feature.ts'
import { createOutside } from './outside/feature.ts'
import { createProvider, disconnectUser } from './provider/feature.ts'
import { createSavedViews } from './saved-views/feature.ts'
import { createServiceAccounts } from './service-accounts/feature.ts'
import { createSignInPolicy, createSignInRules } from './sign-in-rules/feature.ts'
import { createSites } from './sites/feature.ts'
import { createSystem } from './system/feature.ts'
import { createPrograms, createRevokeMoved, createTokens, tokenRulesOf } from './tokens/feature.ts'
import { createUsers } from './users/feature.ts'

export { idleSince, isAlive, type LifeSpan } from './auth/feature.ts'
export { type ExportKinds, exportKind } from './exports/deps.ts'
export { presentExport } from './exports/present.ts'
export type { ExportsService } from './exports/service.ts'
export type { Flags } from './feature-flags/feature.ts'
export { notifyInvolved } from './notices/article-listener.ts'
export type { NoticesService } from './notices/service.ts'
export { askPort, type OutsideService } from './outside/service.ts'
export type { ProviderService } from './provider/service.ts'
export type { ViewsService } from './saved-views/service.ts'
export type { ServiceAccountsService } from './service-accounts/service.ts'
export type { SignInRulesService } from './sign-in-rules/service.ts'
export type { SitesService } from './sites/feature.ts'
export { presentSite } from './sites/present.ts'
export { changeFact, findFact } from './system/feature.ts'
export type { SystemService } from './system/service.ts'
export type { TokensService } from './tokens/service.ts'
export { presentUserName } from './users/present.ts'
export type { UsersService } from './users/service.ts'

interface GroundDeps extends Frame {
  /** The files of all features that can be downloaded; called after all of them are created. */
  fileKinds: () => ExportKinds
  /** Called after sites have other boards, in the same transaction. */
  boardsChanged: (tx: Db) => Promise<void>
}

export function createGroundArea(deps: GroundDeps) {
  const notices = createNotices(deps)
  const { proofs, secondFactor, arePasskeysOffered } = createProofs({ ...deps, notices: notices.service })
  const policy = createSignInPolicy({ ...deps, secondFactor })
  const system = createSystem({ ...deps, arePasskeysOffered, policy })
  const programs = createPrograms({ ...deps, notices: notices.service, tokenRules: tokenRulesOf(policy) })
  const auth = createAuth({ ...deps, notices: notices.service, secondFactor, programs, policy })
  const outside = createOutside({ ...deps, notices: notices.service })
  const sites = createSites({ ...deps, outside: outside.service })
  const users = createUsers({
    ...{ ...deps, auth: auth.service, revokeTokens: createRevokeMoved(deps) },
    policy,
    disconnectProvider: disconnectUser,
  })
  const factors = createFactors({
    ...{ ...deps, ...proofs, notify: notices.service.notify },
    ...{ auth: auth.service, users: users.service, policy, disconnectProvider: disconnectUser },
    inviteLimited: auth.service.inviteLimited,
  })
  const account = { ...deps, auth: auth.service, users: users.service, notices: notices.service }
  const tokens = createTokens({ ...account, policy, tokenRules: tokenRulesOf(policy) })
  const serviceAccounts = createServiceAccounts(account)
  const signInRules = createSignInRules({
    ...{ ...deps, secondFactor, auth: auth.service, tokens: tokens.service },
    connections: createConnections({ ...deps, tokens: tokens.service }),
  })
  const assistants = createAssistants({ ...account, policy, tokens: tokens.service })
  const provider = createProvider({
    ...{ ...deps, secondFactor, auth: auth.service, factors: factors.service, users: users.service },
    notify: notices.service.notify,
  })
  const exports = createExports({ ...deps, kinds: deps.fileKinds })
  const savedViews = createSavedViews(deps)
  return {
    features: {
      ...{ system, auth, factors, provider, signInRules, users, tokens, serviceAccounts, assistants },
      ...{ sites, notices, outside, exports, savedViews },
      audit: createAudit(deps),
      featureFlags: createFeatureFlags(deps),
      images: createImages(deps),
    },
    services: {
      system: system.service,
      auth: auth.service,
      provider: provider.service,
      signInRules: signInRules.service,
      users: users.service,
      tokens: tokens.service,
      serviceAccounts: serviceAccounts.service,
      sites: sites.service,
      notices: notices.service,
      outside: outside.service,
      exports: exports.service,
      views: savedViews.service,
    },
    idempotency: createIdempotency(deps),
  }
}

export type GroundServices = ReturnType<typeof createGroundArea>['services']
