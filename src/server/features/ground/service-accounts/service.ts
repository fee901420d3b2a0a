import type {
  ServiceAccountBody,
  ServiceAccountChange,
} from '#shared/features/ground/service-accounts/contract.ts'
import type { Once } from '../../../calls/once.ts'
import type { Db } from '../../../db/connect.ts'
import type { Caller, PersonActor } from '../../../security/actor.ts'
import * as queries from './queries.ts'
import { giveServiceAccounts } from './verbs/give-service-accounts.ts'
import {
  createServiceAccount,
  readServiceAccount,
  type ServiceAccountDeps,
  updateServiceAccount,
} from './verbs/save-service-account.ts'

export type ServiceAccountsService = ReturnType<typeof createServiceAccountsService>

export function createServiceAccountsService(deps: ServiceAccountDeps) {
  return {
    /** Hands over the service accounts of a person who leaves. */
    giveAll: (tx: Db, actor: Caller, both: { fromId: number; toId: number }) =>
      giveServiceAccounts(tx, deps, { actor, ...both }),
    search: (search: queries.ServiceAccountSearch) =>
      queries.searchServiceAccounts(deps.db, search, deps.clock()),
    read: (id: number) => readServiceAccount(deps, id),
    create: (actor: PersonActor, body: ServiceAccountBody, once: Once) =>
      createServiceAccount(deps, actor, { body, once }),
    update: (actor: PersonActor, id: number, change: ServiceAccountChange) =>
      updateServiceAccount(deps, actor, { id, change }),
  }
}
