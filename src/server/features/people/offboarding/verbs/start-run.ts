import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import { isFitHeir, unfitWords } from '#shared/features/people/offboarding/rules.ts'
import { isDuplicate, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, notFound, RequestInvalid } from '../../../../errors.ts'
import type { AccountDirectory } from '../../../../integrations/account-directory/port.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AccountQuery } from '../../user-access/deps.ts'
import { CLOSE_NEXT, type OffboardingDeps } from '../deps.ts'
import { NOTHING_HELD } from '../plan-reader.ts'
import { type FoundUser, findPerson, findUser, readHeldWork } from '../queries.ts'
import * as store from '../store.ts'
import { isHandedOver } from './hand-over.ts'

const NOBODY = 'No connected system has an account for this address.'
const UNDER_WAY = 'An offboarding run for this person is already in progress.'

export interface NewOffboarding {
  sought: AccountQuery
  heirId: number | null
}

const refuseSecond = (error: unknown): never => {
  throw isDuplicate(error) ? new AppError('conflict', UNDER_WAY) : error
}

const callOf = (actor: Caller) => ({
  actingId: actor.id,
  requestId: actor.origin.requestId,
  address: actor.origin.address,
})

async function requireHeir(
  { db, claims }: OffboardingDeps,
  heirId: number,
  person: FoundUser | undefined,
): Promise<void> {
  const held = person ? await readHeldWork(db, person.id, claims) : NOTHING_HELD
  if (isFitHeir(await findUser(db, heirId), person?.id, held)) return
  throw new RequestInvalid('body', [{ path: 'heir_id', message: unfitWords(held) }])
}

/** Refuses a person that no system knows. A system that could not be queried may know them. */
async function refuseNobody(
  { userAccess }: OffboardingDeps,
  sought: AccountQuery,
  directories: readonly AccountDirectory[],
): Promise<void> {
  const looked = await Promise.all(directories.map((each) => userAccess.checkDirectory(each, sought)))
  const mayHaveAccount = looked.some(({ directory, found }) =>
    found === null ? directory.emailOf === undefined || sought.github !== null : found.active,
  )
  if (!mayHaveAccount) throw new AppError('conflict', NOBODY)
}

/** Starts closing every account of a person; returns the run's id. */
export async function startRun(
  deps: OffboardingDeps,
  actor: Caller,
  { sought, heirId }: NewOffboarding,
): Promise<number> {
  requires(actor, offboardingEndpoints.start.access)
  await deps.userAccess.refuseLockOut(actor, sought)
  const [person, directories] = await Promise.all([
    findPerson(deps.db, sought.email),
    deps.userAccess.listDirectories(actor),
  ])
  if (!person) await refuseNobody(deps, sought, directories)
  if (heirId !== null) await requireHeir(deps, heirId, person)
  const { email, github, manager } = sought
  return transaction(deps.db, async (tx) => {
    const runId = await store.insertRun(tx, {
      ...sought,
      name: person ? fullNameOf(person) : null,
      heirId,
      userId: actor.id,
      ...callOf(actor),
      beganAt: deps.clock(),
    })
    await store.insertSystems(
      tx,
      directories.map(({ operation, operationName }, position) => {
        const of = { runId, operation, operationName, position }
        return { ...of, state: 'waiting' as const, detail: '' }
      }),
    )
    await deps.beginRun(tx, CLOSE_NEXT, { runId })
    const systems = directories.map(({ operationName }) => operationName)
    const after = { github, manager, heirId, systems }
    await audit(tx, actor, 'access.run-started', { id: runId, label: email, after })
    return runId
  }).catch(refuseSecond)
}

/**
 * Retries systems that failed, refused or are open again, and work that was not handed over. Finished parts
 * stay.
 */
export async function repeatRun(deps: OffboardingDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, offboardingEndpoints.repeat.access)
  const known = await store.findRun(deps.db, id)
  if (!known) throw notFound('Run')
  // Before the transaction, because it uses a connection of its own: waiting for one inside could deadlock.
  await deps.userAccess.refuseLockOut(actor, known)
  await transaction(deps.db, async (tx) => {
    const run = await store.lockRun(tx, id)
    if (!run) throw notFound('Run')
    if (run.endedAt === null) throw new AppError('conflict', UNDER_WAY)
    const systems = await store.resetFailed(tx, id)
    if (systems === 0 && isHandedOver(run)) throw new AppError('conflict', 'There’s nothing left to repeat.')
    await store.reopenRun(tx, id, callOf(actor))
    await deps.beginRun(tx, CLOSE_NEXT, { runId: id })
    await audit(tx, actor, 'access.run-repeated', { id, label: run.email, after: { systems } })
  }).catch(refuseSecond)
}
