import type {
  HeldWork,
  OffboardingPlan,
  PlannedSystem,
} from '#shared/features/people/offboarding/contract.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { AppError } from '../../../errors.ts'
import { sayFailure } from '../../../integrations/refusal-words.ts'
import type { Caller } from '../../../security/actor.ts'
import { type AccountQuery, type CheckedAccount, isRefusal, usedOf } from '../user-access/deps.ts'
import type { OffboardingDeps } from './deps.ts'
import { findManager, findPerson, readHeldWork } from './queries.ts'

export const NOTHING_HELD: HeldWork = {
  ...{ articles: [], claims: [], views: [], rules: [], queries: [], service_accounts: [] },
}

/** Why no account of this person may be closed at all; null where they may. */
async function refusalOf({ userAccess }: OffboardingDeps, actor: Caller, sought: AccountQuery) {
  try {
    await userAccess.refuseLockOut(actor, sought)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** What a run would do on one system: everything is asked that it would ask, and nothing changed. */
async function planSystem(
  { userAccess }: OffboardingDeps,
  actor: Caller,
  { sought, checked, leftAt }: { sought: AccountQuery; checked: CheckedAccount; leftAt: Date | null },
): Promise<PlannedSystem> {
  const { directory, found } = checked
  const { operation, operationName, avatar } = directory
  const account = found?.accountId ?? null
  const of = { operation, operation_name: operationName, avatar, account, ...usedOf(found, leftAt) }
  if (found && !found.active) return { ...of, plan: 'nothing', detail: found.detail }
  try {
    await userAccess.rehearse(actor, { directory, sought })
  } catch (error) {
    return { ...of, plan: isRefusal(error) ? 'refused' : 'unknown', detail: sayFailure(error) }
  }
  if (!found) return { ...of, plan: 'unknown', detail: checked.error ?? '' }
  return { ...of, plan: 'closes', detail: found.detail }
}

/** For a preview only: the findings are not stored as evidence. */
async function checkAll({ userAccess }: OffboardingDeps, actor: Caller, sought: AccountQuery) {
  const directories = await userAccess.listDirectories(actor)
  return Promise.all(directories.map((directory) => userAccess.checkDirectory(directory, sought)))
}

const refusedAs = (system: PlannedSystem, detail: string): PlannedSystem =>
  system.plan === 'nothing' ? system : { ...system, plan: 'refused', detail }

/** What an offboarding run would do, to be read before it is started. */
export async function readPlan(
  deps: OffboardingDeps,
  actor: Caller,
  sought: AccountQuery,
): Promise<OffboardingPlan> {
  const [refusal, person, manager, leftAt, checked] = await Promise.all([
    refusalOf(deps, actor, sought),
    findPerson(deps.db, sought.email),
    findManager(deps.db, sought.manager),
    deps.userAccess.findLeaving(sought.email),
    checkAll(deps, actor, sought),
  ])
  const [systems, work] = await Promise.all([
    Promise.all(checked.map((each) => planSystem(deps, actor, { sought, checked: each, leftAt }))),
    person ? readHeldWork(deps.db, person.id, deps.claims) : NOTHING_HELD,
  ])
  // A refusal of the whole run applies to each system as well.
  const said = refusal === null ? systems : systems.map((one) => refusedAs(one, refusal))
  return {
    name: person ? fullNameOf(person) : null,
    ...{ refusal, systems: said, work },
    is_manager_locked: manager?.active === false,
  }
}
