import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#shared/format/duration.ts'

/** Names that sort by the moment at which they were given. */
const OWN_NAME = /^copydesk-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz$/
const DRAFT = /^copydesk-.*\.tar\.gz\.\d+\.partial$/
/** No backup takes this long, so its process was killed. */
const ABANDONED_MS = DAY_MS

/** What a backup is called that is given no name. */
export const archiveName = (now: Date) =>
  `copydesk-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`

/** The archive of a folder that we have named last; null where there is none, or no such folder. */
export async function newestArchive(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => [])
  return (
    names
      .filter((name) => OWN_NAME.test(name))
      .toSorted()
      .at(-1) ?? null
  )
}

/**
 * Deletes all but the newest archives that have our file names, and the remains of killed backups; returns
 * the deleted archives. Files with other names are left alone.
 */
export async function removeOldArchives(folder: string, keep: number, now: Date): Promise<string[]> {
  const names = (await readdir(folder)).toSorted()
  const old = names.filter((name) => OWN_NAME.test(name)).slice(0, -keep)
  for (const name of old) await rm(path.join(folder, name), { force: true })
  for (const name of names.filter((each) => DRAFT.test(each))) {
    const draft = path.join(folder, name)
    const { mtimeMs } = await stat(draft)
    if (now.getTime() - mtimeMs > ABANDONED_MS) await rm(draft, { force: true })
  }
  return old
}
