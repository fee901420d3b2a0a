import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { directoryAccounts } from '../../db/schema/directory.ts'

export interface StoredAccount {
  system: string
  email: string
}

const isAccount = ({ system, email }: StoredAccount) =>
  and(eq(directoryAccounts.system, system), eq(directoryAccounts.email, email))

/** Names of the systems whose accounts are stored here. */
export async function listDirectorySystems(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ system: directoryAccounts.system })
    .from(directoryAccounts)
    .orderBy(asc(directoryAccounts.system))
  return rows.map(({ system }) => system)
}

export async function findAccount(db: Db, account: StoredAccount) {
  const [found] = await db.select().from(directoryAccounts).where(isAccount(account))
  return found
}

/** The open accounts of a system. */
export const listOpen = (db: Db, system: string) =>
  db
    .select()
    .from(directoryAccounts)
    .where(and(eq(directoryAccounts.system, system), directoryAccounts.active))
    .orderBy(asc(directoryAccounts.email))

/** Returns whether it was open. */
export async function closeAccount(db: Db, account: StoredAccount): Promise<boolean> {
  const closed = await db
    .update(directoryAccounts)
    .set({ active: false })
    .where(and(isAccount(account), directoryAccounts.active))
    .returning({ email: directoryAccounts.email })
  return closed.length > 0
}
