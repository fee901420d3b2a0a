import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageName, typeOfName } from './image-name.ts'
import type { ImageStore } from './port.ts'

const PATH = '/images/'

/** Images as files in a folder, served by ourselves. */
export function createDiskImageStore({ folder }: { folder: string }): ImageStore {
  return {
    async put(image, hint) {
      const name = imageName(image, hint)
      const path = join(folder, name)
      const isThere = await access(path).then(
        () => true,
        () => false,
      )
      if (!isThere) {
        await mkdir(folder, { recursive: true })
        const aside = join(folder, `.${name}.${process.pid}.${process.hrtime.bigint()}`)
        await writeFile(aside, image.bytes, { flush: true })
        await rename(aside, path)
      }
      return `${PATH}${name}`
    },
    async get(name) {
      const type = typeOfName(name)
      if (type === undefined) return null
      const bytes = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return bytes === null ? null : { bytes, type }
    },
    nameOf: (address) => (address.startsWith(PATH) ? address.slice(PATH.length) : null),
  }
}
