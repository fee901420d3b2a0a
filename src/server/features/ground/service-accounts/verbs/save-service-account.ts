import { differenceOf } from '#shared/features/ground/audit/rules.ts'
import {
  type ServiceAccountBody,
  type ServiceAccountChange,
  serviceAccountEndpoints,
} from '#shared/features/ground/service-accounts/contract.ts'
import type { Once } from '../../../../calls/once.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { refuseOldVersion } from '../../../../db/version.ts'
import { notFound, RequestInvalid } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AuthService } from '../../auth/service.ts'
import type { NoticesService } from '../../notices/service.ts'
import type { UsersService } from '../../users/service.ts'
import { findServiceAccount, holdOwner, lockServiceAccount, type ServiceAccountRow } from '../queries.ts'
import * as store from '../store.ts'

export interface ServiceAccountDeps {
  db: Db
  clock: () => Date
  auth: Pick<AuthService, 'requireStepUp' | 'forgetSessions'>
  notices: Pick<NoticesService, 'notify'>
  users: Pick<UsersService, 'refuseRank' | 'insertServiceUser' | 'updateServiceUser'>
}

type Values = ReturnType<typeof valuesOf> & { active: boolean }

const valuesOf = ({ name, purpose, role_id: roleId, owner_id: ownerId }: ServiceAccountBody) => ({
  ...{ name, purpose, roleId, ownerId },
})

export async function readServiceAccount(
  { db, clock }: Pick<ServiceAccountDeps, 'db' | 'clock'>,
  id: number,
): Promise<ServiceAccountRow> {
  const found = await findServiceAccount(db, id, clock())
  if (!found) throw notFound('Service account')
  return found
}

/** Tells the new owner, who must be able to act on it. Returns their name. */
async function appoint(
  tx: Db,
  { notices }: ServiceAccountDeps,
  { actor, ownerId, name }: { actor: PersonActor; ownerId: number; name: string },
): Promise<string> {
  const owner = await holdOwner(tx, ownerId)
  if (!owner)
    throw new RequestInvalid('body', [{ path: 'owner_id', message: 'Choose an active user as the owner.' }])
  await notices.notify(tx, {
    ...{ userId: ownerId, kind: 'service-account-owned', actorId: actor.id },
    words: `“${name}”. You’ll get a notice before its tokens end.`,
  })
  return fullNameOf(owner)
}

/** What the trail says of an account. */
const traceOf = ({ name, purpose, roleId, active, ownerId }: Values) => ({
  ...{ name, use: purpose, roleId, active, ownerId },
})

export async function createServiceAccount(
  deps: ServiceAccountDeps,
  actor: PersonActor,
  { body, once }: { body: ServiceAccountBody; once: Once },
): Promise<ServiceAccountRow> {
  requires(actor, serviceAccountEndpoints.create.access)
  const values = valuesOf(body)
  const { name, purpose, roleId, ownerId } = values
  deps.users.refuseRank(actor, roleId)
  const insert = async (tx: Db) => {
    await deps.auth.requireStepUp(tx, actor.session)
    await appoint(tx, deps, { actor, ownerId, name })
    const id = await deps.users.insertServiceUser(tx, { name, roleId })
    await store.insertServiceAccount(tx, { userId: id, purpose, ownerId, createdBy: actor.id })
    const after = traceOf({ ...values, active: true })
    await audit(tx, actor, 'service-account.created', { id, label: name, after })
    return id
  }
  const id = await transaction(deps.db, (tx) => once(tx, () => insert(tx)))
  return readServiceAccount(deps, id)
}

export async function updateServiceAccount(
  deps: ServiceAccountDeps,
  actor: PersonActor,
  { id, change }: { id: number; change: ServiceAccountChange },
): Promise<ServiceAccountRow> {
  requires(actor, serviceAccountEndpoints.update.access)
  const values: Values = { ...valuesOf(change), active: change.active }
  await transaction(deps.db, async (tx) => {
    await deps.auth.requireStepUp(tx, actor.session)
    const before = await lockServiceAccount(tx, id)
    if (!before) throw notFound('Service account')
    deps.users.refuseRank(actor, before.roleId, values.roleId)
    await refuseOldVersion({
      sent: change.version,
      stored: before.version,
      message: 'Another user has changed this service account.',
      current: () => readServiceAccount({ ...deps, db: tx }, id),
    })
    if (Object.keys(differenceOf<Values>(before, values).after).length === 0) return
    const { name, purpose, roleId, active, ownerId } = values
    if (ownerId !== before.ownerId) await appoint(tx, deps, { actor, ownerId, name })
    await deps.users.updateServiceUser(tx, id, { name, roleId, active, updatedAt: deps.clock() })
    await store.updateServiceAccount(tx, id, { purpose, ownerId })
    const states = { before: traceOf(before), after: traceOf(values) }
    await audit(tx, actor, 'service-account.changed', { id, label: name, ...states })
  })
  // A lock or a new role counts from the next call on.
  deps.auth.forgetSessions()
  return readServiceAccount(deps, id)
}
