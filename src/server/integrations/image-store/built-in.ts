import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { BUILT_IN } from '../../settings/settings-group.ts'
import type { AdapterHealth } from '../health.ts'
import { imageName, typeOfName } from './image-name.ts'
import type { ImageStore } from './port.ts'

const PATH = '/images/'

const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT'

/** When a file was last stored or renewed; undefined if it does not exist. */
async function storedAt(path: string): Promise<Date | undefined> {
  return stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  )
}

async function checkFolder(folder: string): Promise<AdapterHealth> {
  await mkdir(folder, { recursive: true })
  await access(folder, constants.W_OK)
  return { adapter: BUILT_IN, ok: true, detail: 'Pictures are kept in the data folder.' }
}

interface DiskOptions {
  folder: string
  clock?: () => Date
  /** Tests give one whose disk is full. */
  write?: typeof writeFile
}

/** Images as files in a folder, served by ourselves. */
export function createDiskImageStore({
  folder,
  clock = () => new Date(),
  write = writeFile,
}: DiskOptions): ImageStore {
  async function touch(name: string): Promise<boolean> {
    if (typeOfName(name) === undefined) return false
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
    touch,
    async put(image, hint) {
      const name = imageName(image, hint)
      const path = join(folder, name)
      // Storing an existing picture again resets its age.
      if (!(await touch(name))) {
        await mkdir(folder, { recursive: true })
        const aside = join(folder, `.${name}.${process.pid}.${process.hrtime.bigint()}`)
        try {
          await write(aside, image.bytes, { flush: true })
          await rename(aside, path)
        } catch (error) {
          // On a full disk, the file exists without its content.
          await rm(aside, { force: true })
          throw error
        }
        await touch(name)
      }
      return `${PATH}${name}`
    },
    async get(name) {
      const type = typeOfName(name)
      if (type === undefined) return null
      const bytes = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return null
        throw error
      })
      return bytes === null ? null : { bytes, type }
    },
    check: () => checkFolder(folder),
    nameOf: (address) => (address.startsWith(PATH) ? address.slice(PATH.length) : null),
    async listOlderThan(moment) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return []
        throw error
      })
      const old: string[] = []
      for (const name of names) {
        if (typeOfName(name) === undefined) continue
        const at = await storedAt(join(folder, name))
        if (at !== undefined && at < moment) old.push(name)
      }
      return old
    },
    async remove(name) {
      if (typeOfName(name) !== undefined) await rm(join(folder, name), { force: true })
    },
  }
}
