import { type Db, transaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { Actor } from '../../../http/actor.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { PasswordDoor } from '../../../security/password-door.ts'
import type { Passwords } from '../../../security/passwords.ts'
import type { SessionCache } from '../../../security/sessions.ts'
import { createToken, hashToken, isToken } from '../../../security/tokens.ts'
import * as store from '../store.ts'

export interface AuthParts {
  db: Db
  passwords: Passwords
  sessions: SessionCache
  door: PasswordDoor
  enqueue: Enqueue
  clock: () => Date
  sessionHours: number
}

const HOUR_MS = 3_600_000

/** Said to whoever calls with a session that is over; only its owner has its token, so the reason is theirs to know. */
const ENDED: Readonly<Record<store.SessionEnd | 'unknown', string>> = {
  unknown: 'Your session has ended. Please sign in again.',
  'signed-out': 'Your session has ended. Please sign in again.',
  expired: 'Your session has expired. Please sign in again.',
  locked: 'Your account was locked. Please ask your administrator.',
  'password-changed': 'Your password was changed. Please sign in with the new one.',
  'email-changed': 'The email of your account was changed. Please sign in with the new one.',
}

async function openSession(tx: Db, { clock, sessionHours }: AuthParts, userId: number): Promise<string> {
  const token = createToken()
  const now = clock()
  const expiresAt = new Date(now.getTime() + sessionHours * HOUR_MS)
  await store.insertSession(tx, { tokenHash: hashToken(token), userId, createdAt: now, expiresAt })
  return token
}

/** Unknown email, wrong password and missing password answer alike, in words and in time. */
export async function signIn(
  parts: AuthParts,
  { username, password, ip }: { username: string; password: string; ip: string },
): Promise<{ token: string; account: store.Account }> {
  const { db, passwords, door, clock } = parts
  const keys = { account: `${ip} ${username}`, address: ip }
  const wrong = () => new AppError('unauthenticated', 'Wrong email or password.')
  let account: store.Account | undefined
  const matches = await door.try(keys, async () => {
    account = await store.findAccount(db, username)
    return passwords.verify(account?.passwordHash ?? null, password)
  })
  if (!account || !matches) throw wrong()
  if (!account.active) throw new AppError('unauthenticated', 'Account locked')
  door.welcome(keys.account)
  const { id, passwordHash } = account
  const token = await transaction(db, async (tx) => {
    // Whoever changed the password meanwhile has ended all sessions: none may begin on the old one.
    if (!(await store.countSignIn(tx, { id, passwordHash }, clock()))) throw wrong()
    return openSession(tx, parts, id)
  })
  return { token, account }
}

export async function signOut({ db, sessions, clock }: AuthParts, actor: Actor): Promise<void> {
  await store.revokeSession(db, actor.session, clock())
  sessions.forget()
}

/** Why a token signs nobody in any more, as a sentence for its owner. */
export async function explainEnd({ db, clock }: AuthParts, token: string): Promise<string> {
  const end = isToken(token) ? await store.findSessionEnd(db, hashToken(token), clock()) : undefined
  return ENDED[end ?? 'unknown']
}
