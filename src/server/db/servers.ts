import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, gt, lt, ne } from 'drizzle-orm'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from './connect.ts'
import { servers } from './schema/workspace.ts'

const SEEN_EVERY_MS = 15_000
/** A server without a heartbeat for this long has died. */
const GONE_MS = 4 * SEEN_EVERY_MS
const FORGOTTEN_MS = DAY_MS

/** Id of a data folder, independent of its mount point; created at the first start. */
async function readFolderMark(dataDir: string): Promise<string> {
  const file = join(dataDir, 'folder.id')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, `${randomUUID()}\n`, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

interface ServerRollDeps {
  db: Db
  dataDir: string
  /** Descriptions of data that all servers must share; empty if everything is shared. */
  shared: readonly string[]
  log: { warn(line: string): void; error(details: object, line: string): void }
  clock?: () => Date
}

/** Keeps track of the servers on one database, and warns if they do not share their data. */
export function createServerRoll({ db, dataDir, shared, log, clock = () => new Date() }: ServerRollDeps) {
  const id = randomUUID()
  let isTold = false
  let hasLeft = false
  let timer: NodeJS.Timeout | undefined

  /** Records that this server runs, and warns once if another server has a different data folder. */
  async function sign(): Promise<void> {
    const now = clock()
    const folder = await readFolderMark(dataDir)
    const row = { id, folder, seenAt: now }
    await db.insert(servers).values(row).onConflictDoUpdate({ target: servers.id, set: row })
    await db.delete(servers).where(lt(servers.seenAt, new Date(now.getTime() - FORGOTTEN_MS)))
    if (isTold || shared.length === 0) return
    const isOther = and(ne(servers.folder, folder), gt(servers.seenAt, new Date(now.getTime() - GONE_MS)))
    const [other] = await db.select({ id: servers.id }).from(servers).where(isOther).limit(1)
    if (other === undefined) return
    isTold = true
    log.warn(
      `Another server on this database uses a different data folder than ${dataDir}: ${shared.join(', ')}. Give all servers the same folder, or set these variables; see docs/operating/several-servers.md.`,
    )
  }

  const signLater = () => {
    if (hasLeft) return
    timer = setTimeout(() => {
      void sign()
        .catch((error: unknown) => log.error({ err: error }, 'could not record that this server is running'))
        .then(signLater)
    }, SEEN_EVERY_MS)
    timer.unref()
  }

  return {
    sign,
    async begin(): Promise<void> {
      await sign().catch((error: unknown) =>
        log.error({ err: error }, 'could not record that this server is running'),
      )
      signLater()
    },
    async leave(): Promise<void> {
      hasLeft = true
      clearTimeout(timer)
      await db
        .delete(servers)
        .where(eq(servers.id, id))
        .catch(() => {})
    },
  }
}
