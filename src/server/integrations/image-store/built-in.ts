import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
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

/** Images as files in a folder. The name ends in a digest of the content, so nothing is ever overwritten. */
export function createDiskImageStore({ folder }: { folder: string }): ImageStore {
  return {
    async put({ bytes, type }, hint) {
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const name = `${slug(hint)}-${digest}.${EXTENSIONS[type]}`
      const path = join(folder, name)
      const isThere = await access(path).then(
        () => true,
        () => false,
      )
      if (!isThere) {
        await mkdir(folder, { recursive: true })
        const aside = join(folder, `.${name}.${process.pid}.${process.hrtime.bigint()}`)
        await writeFile(aside, bytes, { flush: true })
        await rename(aside, path)
      }
      return `/images/${name}`
    },
    async get(name) {
      const extension = NAME.exec(name)?.[1]
      const type = extension === undefined ? undefined : TYPES[extension]
      if (type === undefined) return null
      const bytes = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return bytes === null ? null : { bytes, type }
    },
  }
}
