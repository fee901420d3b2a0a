import type { IdentityProof } from '#shared/features/ground/factors/form.ts'
import type { Db } from '../../../db/connect.ts'
import type { Origin, PersonActor } from '../../../security/actor.ts'
import { MAIL_NOTICE, MAIL_PASSWORD_LINK } from './jobs.ts'
import { listAdmins, listSessions } from './queries.ts'
import * as store from './store.ts'
import { limitFor, needsInvitation } from './verbs/break-glass.ts'
import { changePassword } from './verbs/change-password.ts'
import { confirmIdentity, noteConfirmation, requireStepUp } from './verbs/confirm-identity.ts'
import {
  createResetThrottles,
  greetOwner,
  type Redemption,
  readLink,
  redeemLink,
  requestReset,
} from './verbs/password-links.ts'
import {
  type AuthDeps,
  askSecondFactor,
  beginSession,
  explainEnd,
  idleSince,
  signIn,
  signOut,
  signOutElsewhere,
  signOutSession,
} from './verbs/sessions.ts'

export type { Account } from './store.ts'
export type AuthService = ReturnType<typeof createAuthService>

/** What other features ask for as part of a transaction of their own. */
function createAccountService(deps: AuthDeps) {
  const { db, enqueue, clock, sessions, door } = deps
  return {
    /** Ends every session of a person. Call `forgetSessions` once the transaction has committed. */
    endSessionsOf: (
      tx: Db,
      userId: number,
      end: { end: 'ended' | 'locked' | 'email-changed' | 'factors-changed'; except?: string },
    ) => store.revokeSessionsOf(tx, userId, { now: clock(), ...end }),
    /** Where a person is signed in, the newest first. */
    listSessionsOf: (userId: number) =>
      listSessions(db, userId, { now: clock(), idleSince: idleSince(deps) }),
    forgetSessions: sessions.forget,
    requireStepUp: (tx: Db, session: string) => requireStepUp(tx, deps, session),
    endEnrolment: store.endEnrolment,
    askSecondFactor: (tx: Db, step: Parameters<typeof askSecondFactor>[2]) => askSecondFactor(tx, deps, step),
    /** Uses an invitation up; returns its user, or undefined if it is no longer valid. */
    consumeInvitation: (tx: Db, tokenHash: string) =>
      store.consumeLink(tx, { tokenHash, purpose: 'confirmation', now: clock() }),
    /** Withdraws the open invitations of a user who now has another way in. */
    cancelInvitations: (tx: Db, userId: number) => store.cancelLinksOf(tx, userId, clock(), 'confirmation'),
    /** Records that a user has confirmed their identity; false if the account or the session has changed since. */
    confirmSession: (tx: Db, actor: PersonActor, account: store.Account) =>
      noteConfirmation(tx, deps, actor, account),
    /** Opens a session for a user who proved who they are; the row of their account must be locked. */
    beginSession: (tx: Db, begun: Parameters<typeof beginSession>[2]) => beginSession(tx, deps, begun),
    /** Forgets the wrong passwords from an address whose user has signed in. */
    welcome: (username: string, { address }: Origin) => door.welcome({ account: username, address }),
    /** The rule's requirement for a user without a second factor. */
    readDuty: (user: Pick<PersonActor, 'id' | 'roleId'>) => deps.policy.dutyOf(db, user),
    /** Makes worthless what could still set a password or finish a sign-in. */
    async cancelPending(tx: Db, userId: number) {
      await store.cancelLinksOf(tx, userId, clock())
      await deps.secondFactor.cancelOf(tx, userId)
    },
    /** Mails a link to create the first password or, where passwords are limited, to connect the provider. */
    invite: (tx: Db, userId: number, { isLimited = false } = {}) =>
      enqueue(tx, MAIL_PASSWORD_LINK, { userId, purpose: 'confirmation', isLimited }),
    /** Whether the rules allow the user no password. */
    isPasswordLimited: async (tx: Db, account: store.Account) => (await limitFor(tx, deps, account)) !== null,
    /** Invites a user who can't sign in with a password to connect the provider; true if so. */
    async inviteLimited(tx: Db, account: store.Account) {
      const isLimited = (await limitFor(tx, deps, account)) !== null
      if (!isLimited || !(await needsInvitation(tx, deps, account))) return false
      await enqueue(tx, MAIL_PASSWORD_LINK, { userId: account.id, purpose: 'confirmation', isLimited: false })
      return true
    },
    needsInvitation: (tx: Db, account: Parameters<typeof needsInvitation>[2]) =>
      needsInvitation(tx, deps, account),
    sendTestMail: (tx: Db, userId: number) => enqueue(tx, MAIL_NOTICE, { userId, notice: 'test' }),
    tellOldAddress: (tx: Db, change: { userId: number; oldAddress: string }) =>
      enqueue(tx, MAIL_NOTICE, { ...change, notice: 'address-changed' }),
  }
}

export function createAuthService(deps: AuthDeps) {
  const resets = createResetThrottles(deps.db)
  return {
    ...createAccountService(deps),
    markBreakGlass: store.markBreakGlass,
    authenticate: deps.sessions.authenticate,
    explainEnd: (token: string) => explainEnd(deps, token),
    signIn: (origin: Origin, credentials: { username: string; password: string }) =>
      signIn(deps, origin, credentials),
    confirmIdentity: (actor: PersonActor, proof: IdentityProof) => confirmIdentity(deps, actor, proof),
    signOut: (actor: PersonActor) => signOut(deps, actor),
    signOutElsewhere: (actor: PersonActor) => signOutElsewhere(deps, actor),
    signOutSession: (actor: PersonActor, id: number) => signOutSession(deps, actor, id),
    listAdmins: () => listAdmins(deps.db),
    readLink: (purpose: store.LinkPurpose, token: string) => readLink(deps, purpose, token),
    greetOwner: (purpose: store.LinkPurpose, token: string) => greetOwner(deps, purpose, token),
    redeemLink: (origin: Origin, choice: Redemption) => redeemLink(deps, origin, choice),
    requestReset: (origin: Origin, username: string) => requestReset(deps, resets, origin, username),
    changePassword: (actor: PersonActor, change: { password: string; newPassword: string }) =>
      changePassword(deps, actor, change),
  }
}
