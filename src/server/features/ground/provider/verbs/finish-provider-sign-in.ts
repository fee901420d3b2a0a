import { DAY_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { listAdminIds } from '../../../../db/list-admins.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError } from '../../../../errors.ts'
import type { ProviderPerson } from '../../../../integrations/sign-in-provider/port.ts'
import type { Origin } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { createThrottle } from '../../../../security/throttle.ts'
import type { Account } from '../../auth/service.ts'
import { type ConfiguredDeps, type Returned, refuse } from '../deps.ts'
import * as store from '../store.ts'
import { linkIdentity } from './link-identity.ts'
import { consumeReturn, unknownPerson } from './return-from-provider.ts'

const SECOND_MS = 1000

/** Who signs in. `isNew`: connected only now. */
interface Found {
  account: Account
  identity: store.Identity
  isNew: boolean
}

/** The provider, in the trail. */
const actorOf = ({ signInProvider }: ConfiguredDeps) =>
  ({ kind: 'webhook', source: signInProvider.label }) as const

const locked = () => new AppError('unauthenticated', 'Account locked')

/** Administrators, and users with a second factor, must connect in the profile: an email alone is too weak a proof. */
async function connectFirst(
  tx: Db,
  { auth, signInProvider: { label } }: ConfiguredDeps,
  { account, email }: { account: Account; email: string },
) {
  const words = (await auth.isPasswordLimited(tx, account))
    ? `Your ${label} account isn’t connected yet. Ask an administrator or engineer for an invitation by mail.`
    : `Sign in with your password once and connect ${label} in your profile. If you have no password, choose “Forgot your password?”.`
  return refuse('connectFirst', words, { email })
}

async function findKnown(tx: Db, person: ProviderPerson): Promise<Found | null> {
  const identity = await store.findIdentity(tx, person)
  const account = identity && (await store.lockAccount(tx, identity.userId))
  if (!identity || account?.kind !== 'person') return null
  // It may have been disconnected while this waited for the lock.
  if ((await store.findIdentity(tx, person))?.userId !== account.id) return null
  if (!account.active) throw locked()
  return { account, identity, isNew: false }
}

/** The user of an open invitation, with whatever account at the provider. */
async function findInvited(
  tx: Db,
  deps: ConfiguredDeps,
  { person, invitation, origin }: { person: ProviderPerson; invitation: string; origin: Origin },
): Promise<Found> {
  const userId = await deps.auth.consumeInvitation(tx, invitation)
  const account = userId === undefined ? undefined : await store.lockAccount(tx, userId)
  if (!account?.active || account.kind !== 'person')
    throw refuse('expired', 'This invitation is no longer valid. Ask for a new one.')
  const actor = { kind: 'visitor', name: account.username, origin } as const
  await deps.auth.cancelInvitations(tx, account.id)
  const identity = await linkIdentity(tx, deps, actor, { account, person, by: 'invitation' })
  return { account, identity, isNew: true }
}

/** The user with the same email, if the provider vouches for it. */
async function findByEmail(tx: Db, deps: ConfiguredDeps, person: ProviderPerson): Promise<Found | null> {
  const { email, issuer, isEmailTrusted } = person
  if (!isEmailTrusted || email === null) return null
  const account = await store.lockAccountByEmail(tx, email)
  if (!account?.active || account.kind !== 'person') return null
  if (await store.findIdentityOf(tx, account.id, issuer)) return null
  const mustConnect =
    account.roleId === 'adm' ||
    (await deps.secondFactor.isNeeded(tx, account.id)) ||
    // An email connects a user once.
    (await store.wasUnlinked(tx, person, account.id))
  if (mustConnect) throw await connectFirst(tx, deps, { account, email })
  await deps.auth.cancelInvitations(tx, account.id)
  const identity = await linkIdentity(tx, deps, actorOf(deps), { account, person, by: 'email' })
  return { account, identity, isNew: true }
}

/** A new user, if the settings want that and the provider says which role they have. */
async function create(tx: Db, deps: ConfiguredDeps, person: ProviderPerson): Promise<Found | null> {
  const { email, isEmailTrusted, roleId, firstName, lastName } = person
  if (!deps.signInProvider.createsUsers || !isEmailTrusted || email === null || roleId === null) return null
  // They have an account here already, under another email.
  if (await store.wasUnlinked(tx, person)) return null
  const values = { username: email, firstName: firstName || email, lastName, roleId }
  const account = await store.insertAccount(tx, values)
  if (!account) return null
  const label = fullNameOf(account)
  await audit(tx, actorOf(deps), 'user.provisioned', { id: account.id, label, after: values })
  const identity = await linkIdentity(tx, deps, actorOf(deps), { account, person, by: 'created' })
  return { account, identity, isNew: true }
}

async function identify(
  tx: Db,
  deps: ConfiguredDeps,
  { person, invitation, origin }: Pick<Returned, 'person' | 'invitation'> & { origin: Origin },
): Promise<Found | null> {
  if (!person.isLetIn) return null
  const known = await findKnown(tx, person)
  if (known) return known
  if (invitation !== null) return findInvited(tx, deps, { person, invitation, origin })
  return (await findByEmail(tx, deps, person)) ?? create(tx, deps, person)
}

/** Tells administrators once a day that a role was left as it is. */
async function reportRole(tx: Db, deps: ConfiguredDeps, account: Account, why: string): Promise<void> {
  const told = createThrottle(tx, { name: 'notices of unmapped roles', most: 1, windowMs: DAY_MS })
  if ((await told.take('all', deps.clock())) > 0) return
  const { label } = deps.signInProvider
  const words = `${fullNameOf(account)} signed in through ${label} and kept their role: ${why}`
  for (const userId of await listAdminIds(tx))
    await deps.notify(tx, { userId, kind: 'provider-roles', actorId: null, words })
}

/** Whether an administrator other than this one can sign in without the provider. */
const isAdminLeft = (admins: readonly { id: number; hasPassword: boolean }[], id: number) =>
  admins.some((admin) => admin.id !== id && admin.hasPassword)

/** The role that the provider says, where it decides on roles. */
async function applyRole(
  tx: Db,
  deps: ConfiguredDeps,
  { account, person }: { account: Account; person: ProviderPerson },
): Promise<Account> {
  const { roleId } = person
  if (deps.signInProvider.roleClaim === null || roleId === account.roleId) return account
  if (roleId === null) {
    await reportRole(tx, deps, account, 'the provider’s groups match no role here, or more than one.')
    return account
  }
  if (account.roleId === 'adm' && account.breakGlass) {
    await reportRole(tx, deps, account, 'they’re a break-glass account.')
    return account
  }
  if (account.roleId === 'adm' && !isAdminLeft(await store.lockAdmins(tx), account.id)) {
    await reportRole(
      tx,
      deps,
      account,
      'they’re the last administrator who can sign in without the provider.',
    )
    return account
  }
  const changed = await store.updateRole(tx, account.id, { roleId, now: deps.clock() })
  if (!changed) return account
  const { username } = account
  const states = { before: { username, roleId: account.roleId }, after: { username, roleId } }
  await audit(tx, actorOf(deps), 'user.role-changed', {
    id: account.id,
    label: fullNameOf(account),
    ...states,
  })
  return changed
}

/** When the person proved to the provider who they are. A browser that was still signed in there proves nothing new. */
function provenAt({ clock }: ConfiguredDeps, { askedAt }: ProviderPerson): Date | null {
  return askedAt === null ? null : new Date(Math.min(askedAt * SECOND_MS, clock().getTime()))
}

async function begin(
  tx: Db,
  deps: ConfiguredDeps,
  origin: Origin,
  { person, ...found }: Found & { person: ProviderPerson },
) {
  const { identity, isNew } = found
  const account = await applyRole(tx, deps, { account: found.account, person })
  await store.touchIdentity(tx, identity.id, { email: person.email, now: deps.clock() })
  const provider = {
    identityId: identity.id,
    sid: person.sessionId,
    maxAgeHours: deps.signInProvider.maxAgeHours,
    // An account that was connected only now has not been checked by anybody.
    isStrong: person.isStrong && !isNew,
  }
  if (!provider.isStrong && (await deps.secondFactor.isNeeded(tx, account.id))) {
    const step = await deps.auth.askSecondFactor(tx, { account, origin, provider })
    return { details: { ...step, username: account.username } }
  }
  const strongAt = provenAt(deps, person)
  const begun = await deps.auth.beginSession(tx, { account, origin, method: 'provider', provider, strongAt })
  return { ...begun, account }
}

/** Signs in the user that the provider named. Every refusal is in the trail. */
export async function finishProviderSignIn(deps: ConfiguredDeps, origin: Origin, value: string | null) {
  const { db, auth } = deps
  const { person, next, invitation } = await consumeReturn(deps, value, null)
  const done = await transaction(db, async (tx) => {
    // Locked before any user, in the same order as when an administrator changes a role.
    if (deps.signInProvider.roleClaim !== null) await store.lockAdmins(tx)
    const found = await identify(tx, deps, { person, invitation, origin })
    return found && begin(tx, deps, origin, { ...found, person })
  }).catch(async (error: unknown) => {
    if (error instanceof AppError) await auditRefusal(deps, origin, { person, error })
    throw error
  })
  if (done === null) {
    const error = await unknownPerson(deps, person.email)
    await auditRefusal(deps, origin, { person, error })
    throw error
  }
  if ('details' in done)
    throw new AppError('secondFactor', 'Your account needs a second factor.', { details: done.details })
  // A new role counts from the next call on, too.
  auth.forgetSessions()
  return { ...done, next }
}

const reasonIn = ({ details, code }: AppError) =>
  typeof details === 'object' && details !== null && 'reason' in details ? details.reason : code

async function auditRefusal(
  { db }: ConfiguredDeps,
  origin: Origin,
  { person, error }: { person: ProviderPerson; error: AppError },
): Promise<void> {
  const visitor = { kind: 'visitor', name: person.email ?? '', origin } as const
  const reason = error.code === 'unauthenticated' ? 'locked' : reasonIn(error)
  await transaction(db, (tx) =>
    audit(tx, visitor, 'session.failed', { after: { reason, method: 'provider' } }),
  )
}
