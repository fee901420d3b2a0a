import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from './connect.ts'
import { workspaceFacts } from './schema/workspace.ts'

const NAME = 'installation'
const Mark = z.object({ id: z.string().regex(/^[0-9a-f]{8}$/), since: z.coerce.date() })

/** Identifies this workspace to outside systems, because another workspace's article ids start at 1 too. */
export interface Installation {
  /** Eight hexadecimal digits. */
  id: string
  /** When the id was created. Outside records from before that do not carry it. */
  since: Date
}

async function findInstallation(db: Db): Promise<Installation | undefined> {
  const [fact] = await db.select().from(workspaceFacts).where(eq(workspaceFacts.name, NAME))
  return fact && Mark.parse(fact.value)
}

/** The workspace's id, created once and kept in backups. */
export async function readInstallation(db: Db, now: Date): Promise<Installation> {
  const known = await findInstallation(db)
  if (known) return known
  const value = { id: randomBytes(4).toString('hex'), since: now.toISOString() }
  await db.insert(workspaceFacts).values({ name: NAME, value }).onConflictDoNothing()
  const given = await findInstallation(db)
  if (!given) throw new Error('The workspace has no mark although it was given one.')
  return given
}
