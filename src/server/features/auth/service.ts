import type { Db } from '../../db/connect.ts'
import { transaction } from '../../db/connect.ts'
import { AppError, forbidden } from '../../errors.ts'
import type { Actor } from '../../http/actor.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { Passwords } from '../../security/passwords.ts'
import type { SessionCache } from '../../security/sessions.ts'
import { createThrottle } from '../../security/throttle.ts'
import { createToken, hashToken } from '../../security/tokens.ts'
import { MAIL_NOTICE, MAIL_PASSWORD_LINK } from './jobs.ts'
import * as store from './store.ts'

export interface AuthParts {
  db: Db
  passwords: Passwords
  sessions: SessionCache
  enqueue: Enqueue
  clock: () => Date
  sessionHours: number
}

const HOUR_MS = 3_600_000
const ACCOUNT_WINDOW = { most: 10, windowMs: 15 * 60_000 }
const ADDRESS_WINDOW = { most: 100, windowMs: 10 * 60_000 }
const RESETS_OF_ACCOUNT = { most: 5, windowMs: HOUR_MS }
const RESETS_OF_ADDRESS = { most: 30, windowMs: HOUR_MS }

const INVALID_LINK = 'This link is not valid any more. Please ask for a new one.'

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService(parts: AuthParts) {
  const { db, passwords, sessions, enqueue, clock } = parts
  const perAccount = createThrottle(ACCOUNT_WINDOW)
  const perAddress = createThrottle(ADDRESS_WINDOW)
  const resetsPerAccount = createThrottle(RESETS_OF_ACCOUNT)
  const resetsPerAddress = createThrottle(RESETS_OF_ADDRESS)

  /**
   * Lets a password be tried, or refuses when too many were wrong. A try counts as wrong from its start, so that
   * many at once are counted too; when the password was right, or was not even looked at, it is taken back.
   */
  async function tryPassword(
    keys: { account: string; address: string },
    isRight: () => Promise<boolean>,
  ): Promise<boolean> {
    const now = clock()
    const wait = Math.max(perAccount.waitFor(keys.account, now), perAddress.waitFor(keys.address, now))
    if (wait > 0) {
      throw new AppError('tooMany', 'Too many failed attempts. Please try again later.', { retryAfter: wait })
    }
    perAccount.count(keys.account, now)
    perAddress.count(keys.address, now)
    const takeBack = () => {
      perAccount.undo(keys.account)
      perAddress.undo(keys.address)
    }
    try {
      const matches = await isRight()
      if (matches) takeBack()
      return matches
    } catch (error) {
      takeBack()
      throw error
    }
  }

  async function openSession(handle: Db, userId: number): Promise<string> {
    const token = createToken()
    const now = clock()
    const expiresAt = new Date(now.getTime() + parts.sessionHours * HOUR_MS)
    await store.insertSession(handle, { tokenHash: hashToken(token), userId, createdAt: now, expiresAt })
    return token
  }

  /** Unknown email, wrong password and missing password answer alike, in words and in time. */
  async function signIn({ username, password, ip }: { username: string; password: string; ip: string }) {
    const keys = { account: `${ip} ${username}`, address: ip }
    const wrong = () => new AppError('unauthenticated', 'Wrong email or password.')
    let account: store.Account | undefined
    const matches = await tryPassword(keys, async () => {
      account = await store.findAccount(db, username)
      return passwords.verify(account?.passwordHash ?? null, password)
    })
    if (!account || !matches) throw wrong()
    if (!account.active) throw new AppError('unauthenticated', 'Account locked')
    perAccount.forget(keys.account)
    const { id, passwordHash } = account
    const token = await transaction(db, async (tx) => {
      // Whoever changed the password meanwhile has ended all sessions: none may begin on the old one.
      if (!(await store.countSignIn(tx, { id, passwordHash }, clock()))) throw wrong()
      return openSession(tx, id)
    })
    return { token, account }
  }

  async function signOut(actor: Actor): Promise<void> {
    await store.revokeSession(db, actor.session, clock())
    sessions.forget()
  }

  async function readLink(purpose: store.LinkPurpose, token: string) {
    const owner = await store.findLinkOwner(db, { tokenHash: hashToken(token), purpose, now: clock() })
    if (!owner) throw new AppError('notFound', INVALID_LINK)
    return owner
  }

  /** Sets the password of the link's owner; ends the link, every other link and every session of that person. */
  async function redeemLink(
    purpose: store.LinkPurpose,
    { token, password }: { token: string; password: string },
  ) {
    const link = { tokenHash: hashToken(token), purpose, now: clock() }
    const owner = await store.findLinkOwner(db, link)
    if (!owner) throw new AppError('notFound', INVALID_LINK)
    const passwordHash = await passwords.hash(password)
    await transaction(db, async (tx) => {
      const userId = await store.consumeLink(tx, link)
      if (userId === undefined) throw new AppError('notFound', INVALID_LINK)
      await store.updatePassword(tx, userId, { to: passwordHash, now: clock() })
      await store.cancelLinksOf(tx, userId, clock())
      await store.revokeSessionsOf(tx, userId, clock())
      if (purpose === 'reset') await enqueue(tx, MAIL_NOTICE, { userId, notice: 'password-changed' })
    })
    sessions.forget()
    return owner.username
  }

  /** The same work and the same answer whether or not the account exists; the mail is written by a job. */
  async function requestReset({ username, ip }: { username: string; ip: string }): Promise<void> {
    const now = clock()
    // By caller and account: nobody shuts the door for somebody else. Whoever asks too often is not told.
    const key = `${ip} ${username}`
    if (resetsPerAccount.waitFor(key, now) > 0 || resetsPerAddress.waitFor(ip, now) > 0) return
    resetsPerAccount.count(key, now)
    resetsPerAddress.count(ip, now)
    const account = await store.findAccount(db, username)
    await enqueue(db, MAIL_PASSWORD_LINK, { userId: account?.id ?? null, purpose: 'reset' })
  }

  async function changePassword(
    actor: Actor,
    change: { password: string; newPassword: string },
  ): Promise<void> {
    const keys = { account: `change ${actor.id}`, address: `change ${actor.id}` }
    const wrong = () => new AppError('invalid', 'The current password is not right.')
    const account = await store.findAccountById(db, actor.id)
    if (!account) throw forbidden()
    const { passwordHash: from } = account
    if (!(await tryPassword(keys, () => passwords.verify(from, change.password)))) throw wrong()
    const to = await passwords.hash(change.newPassword)
    await transaction(db, async (tx) => {
      // A password that was reset meanwhile is not overwritten by who still knew the old one.
      if (!(await store.updatePassword(tx, actor.id, { from, to, now: clock() }))) throw wrong()
      await store.cancelLinksOf(tx, actor.id, clock())
      await store.revokeSessionsOf(tx, actor.id, clock(), actor.session)
      await enqueue(tx, MAIL_NOTICE, { userId: actor.id, notice: 'password-changed' })
    })
    sessions.forget()
  }

  return {
    signIn,
    signOut,
    readLink,
    redeemLink,
    requestReset,
    changePassword,
    authenticate: sessions.authenticate,
    /** Ends every session of a person as part of the caller's transaction. Call `forgetSessions` once it has committed. */
    endSessionsOf: (tx: Db, userId: number) => store.revokeSessionsOf(tx, userId, clock()),
    forgetSessions: sessions.forget,
    cancelLinksOf: (tx: Db, userId: number) => store.cancelLinksOf(tx, userId, clock()),
    /** Mails a link to create the first password, as part of the caller's transaction. */
    invite: (tx: Db, userId: number, { isLimited = false } = {}) =>
      enqueue(tx, MAIL_PASSWORD_LINK, { userId, purpose: 'confirmation', isLimited }),
    sendTestMail: (tx: Db, userId: number) => enqueue(tx, MAIL_NOTICE, { userId, notice: 'test' }),
    tellOldAddress: (tx: Db, change: { userId: number; oldAddress: string }) =>
      enqueue(tx, MAIL_NOTICE, {
        userId: change.userId,
        notice: 'address-changed',
        oldAddress: change.oldAddress,
      }),
  }
}
