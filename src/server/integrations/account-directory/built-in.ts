import type { Db } from '../../db/connect.ts'
import { closeAccount, findAccount, listDirectorySystems, listOpen } from './directory-store.ts'
import { type AccountDirectory, closed, GONE_ALREADY, NO_ACCOUNT } from './port.ts'

const codeOf = (system: string) => system.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** What a system of these is called by machines. */
export const builtInOperation = (system: string) => `built-in-${codeOf(system)}`

/** A system whose accounts are stored here. */
const createDirectory = (db: Db, system: string): AccountDirectory => ({
  operation: builtInOperation(system),
  operationName: system,
  avatar: null,
  async check({ email }) {
    const account = await findAccount(db, { system, email })
    if (!account) return NO_ACCOUNT
    const { handle, active, lastUsedAt } = account
    const detail = active ? 'Member' : 'The account is closed'
    return { active, accountId: handle, url: null, detail, lastUsedAt }
  },
  async list() {
    const accounts = (await listOpen(db, system)).map(({ email, handle, lastUsedAt }) => ({
      accountId: handle,
      email,
      name: null,
      url: null,
      detail: 'Member',
      lastUsedAt,
    }))
    return { accounts, note: null }
  },
  // These systems have neither an account of ours nor an owner.
  rehearse: async () => {},
  revoke: async ({ email }) =>
    (await closeAccount(db, { system, email })) ? closed('The account is closed.') : GONE_ALREADY,
})

/** Systems whose accounts are stored here; only the sample has any. */
export async function listBuiltInDirectories(db: Db): Promise<AccountDirectory[]> {
  return (await listDirectorySystems(db)).map((system) => createDirectory(db, system))
}
