import type { Db } from '../../../../db/connect.ts'
import { listAdminIds } from '../../../../db/list-admins.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError } from '../../../../errors.ts'
import type { SignInPolicy } from '../../sign-in-rules/deps.ts'
import { isConnected } from '../queries.ts'
import type { Account } from '../store.ts'

interface GuardDeps {
  policy: Pick<SignInPolicy, 'passwordLimit'>
  notify: (
    tx: Db,
    notice: { userId: number; kind: 'break-glass'; actorId: null; words: string },
  ) => Promise<void>
}

/** Whether the account keeps its password while passwords are limited. */
export const isBreakGlass = (account: Pick<Account, 'breakGlass' | 'roleId'> | undefined): boolean =>
  account?.breakGlass === true && account.roleId === 'adm'

export const limitWords = (provider: string) =>
  `Your workspace signs in with ${provider}. Passwords here are only for break-glass accounts.`

/** The same for right and wrong passwords, and for all accounts. */
export const passwordsLimited = (provider: string) => new AppError('unauthenticated', limitWords(provider))

/** The provider's name where the account can't use a password; null where it can. */
export async function limitFor(
  db: Db,
  { policy }: Pick<GuardDeps, 'policy'>,
  account: Pick<Account, 'breakGlass' | 'roleId'> | undefined,
): Promise<string | null> {
  const limit = await policy.passwordLimit(db)
  return isBreakGlass(account) ? null : limit
}

/** Whether the user has no way in that counts: no password or, where it counts for nothing, no account at the provider. */
export async function needsInvitation(
  db: Db,
  deps: { policy: Pick<SignInPolicy, 'passwordLimit' | 'issuer'> },
  account: Pick<Account, 'id' | 'passwordHash' | 'breakGlass' | 'roleId'>,
): Promise<boolean> {
  if ((await limitFor(db, deps, account)) === null) return account.passwordHash === null
  const { issuer } = deps.policy
  return issuer === null || !(await isConnected(db, account.id, issuer))
}

/** Refuses to set a password that could not be used. */
export async function refuseUselessPassword(
  db: Db,
  deps: Pick<GuardDeps, 'policy'>,
  account: Pick<Account, 'breakGlass' | 'roleId'>,
): Promise<void> {
  const limit = await limitFor(db, deps, account)
  if (limit !== null) throw new AppError('forbidden', limitWords(limit))
}

/** Tells all administrators that a break-glass account was used; refuses other accounts while passwords are limited. */
export async function guardPasswordSession(
  tx: Db,
  { policy, notify }: GuardDeps,
  account: Account,
): Promise<void> {
  const limit = await policy.passwordLimit(tx)
  if (limit === null) return
  if (!isBreakGlass(account)) throw passwordsLimited(limit)
  const words = `${fullNameOf(account)} signed in with a password instead of ${limit}.`
  // Notices about accounts are always mailed too.
  for (const userId of await listAdminIds(tx))
    await notify(tx, { userId, kind: 'break-glass', actorId: null, words })
}
