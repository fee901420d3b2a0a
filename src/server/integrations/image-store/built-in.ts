import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore, StoredImage } from './port.ts'

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/svg+xml': 'svg' } as const
const TYPES: Readonly<Record<string, StoredImage['type']>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
}
const NAME = /^[a-z0-9-]{1,80}\.(jpg|png|svg)$/

/** A readable beginning for a file's name; whatever else the hint holds is dropped. */
function slug(hint: string): string {
  const words = hint
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return words.slice(0, 40).replace(/-+$/, '') || 'image'
}

const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT'

/** When a file was last stored or kept; undefined for one that is gone. */
async function storedAt(path: string): Promise<Date | undefined> {
  return stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  )
}

/** Images as files in a folder. The name ends in a digest of the content, so nothing is ever overwritten. */
export function createDiskImageStore({
  folder,
  clock = () => new Date(),
}: {
  folder: string
  clock?: () => Date
}): ImageStore {
  async function keep(name: string): Promise<boolean> {
    if (!NAME.test(name)) return false
    const now = clock()
    return utimes(join(folder, name), now, now).then(
      () => true,
      (error) => {
        if (isMissing(error)) return false
        throw error
      },
    )
  }

  return {
    keep,
    async put({ bytes, type }, hint) {
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const name = `${slug(hint)}-${digest}.${EXTENSIONS[type]}`
      const path = join(folder, name)
      // The same picture again is as wanted as a new one.
      if (!(await keep(name))) {
        await mkdir(folder, { recursive: true })
        const aside = join(folder, `.${name}.${process.pid}.${process.hrtime.bigint()}`)
        await writeFile(aside, bytes, { flush: true })
        await rename(aside, path)
        await keep(name)
      }
      return `/images/${name}`
    },
    async get(name) {
      const extension = NAME.exec(name)?.[1]
      const type = extension === undefined ? undefined : TYPES[extension]
      if (type === undefined) return null
      const bytes = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return null
        throw error
      })
      return bytes === null ? null : { bytes, type }
    },
    async listOlderThan(moment) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return []
        throw error
      })
      const old: string[] = []
      for (const name of names) {
        if (!NAME.test(name)) continue
        const at = await storedAt(join(folder, name))
        if (at !== undefined && at < moment) old.push(name)
      }
      return old
    },
    async remove(name) {
      if (NAME.test(name)) await rm(join(folder, name), { force: true })
    },
  }
}
