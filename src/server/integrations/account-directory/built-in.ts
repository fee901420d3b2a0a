import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { directoryAccounts } from '../../db/schema/user-access.ts'
import { type AccountDirectory, NO_ACCOUNT, type SoughtPerson } from './port.ts'

const codeOf = (system: string) => system.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** A system whose accounts are kept here. */
function createDirectory(db: Db, system: string): AccountDirectory {
  const isOf = ({ email }: SoughtPerson) =>
    and(eq(directoryAccounts.system, system), eq(directoryAccounts.email, email))
  return {
    operation: `built-in-${codeOf(system)}`,
    operationName: system,
    avatar: null,
    async check(person) {
      const [account] = await db.select().from(directoryAccounts).where(isOf(person))
      if (!account) return NO_ACCOUNT
      const { handle, active } = account
      return { active, accountId: handle, url: null, detail: active ? 'Member' : 'The account is closed' }
    },
    async revoke(person) {
      await db.update(directoryAccounts).set({ active: false }).where(isOf(person))
      return 'The account is closed.'
    },
  }
}

/** The systems whose accounts are kept here: none but in the sample workspace. */
export async function listBuiltInDirectories(db: Db): Promise<AccountDirectory[]> {
  const systems = await db
    .selectDistinct({ system: directoryAccounts.system })
    .from(directoryAccounts)
    .orderBy(asc(directoryAccounts.system))
  return systems.map(({ system }) => createDirectory(db, system))
}
