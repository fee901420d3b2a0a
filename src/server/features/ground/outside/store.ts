import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { portChecks } from '../../../db/schema/outside.ts'

export type PortState = typeof portChecks.$inferSelect

/** A new result; without a style sheet, the last one stays with its time. */
export type PortResult = Omit<PortState, 'postStyle' | 'postStyleAt'> &
  Partial<Pick<PortState, 'postStyle' | 'postStyleAt'>>

export const listStates = (db: Db): Promise<PortState[]> =>
  db.select().from(portChecks).orderBy(portChecks.port)

/** The last result, locked until the transaction ends; null before the first check. */
export async function lockState(tx: Db, port: string, now: Date): Promise<PortState | null> {
  const blank = { port, adapter: '', ok: true, detail: '', checkedAt: now }
  const [added] = await tx.insert(portChecks).values(blank).onConflictDoNothing().returning()
  if (added) return null
  const [state] = await tx.select().from(portChecks).where(eq(portChecks.port, port)).for('update')
  return state ?? null
}

export async function updatePortState(tx: Db, { port, ...state }: PortResult): Promise<void> {
  await tx.update(portChecks).set(state).where(eq(portChecks.port, port))
}
