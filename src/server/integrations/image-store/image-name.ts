import { createHash } from 'node:crypto'
import type { StoredImage } from './port.ts'

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/svg+xml': 'svg' } as const
const TYPES: Readonly<Record<string, StoredImage['type']>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
}
const NAME = /^[a-z0-9-]{1,40}-[0-9a-f]{32}\.(jpg|png|svg)$/
/** The longest beginning of a name. */
const MOST_WORDS = 40

/** A readable beginning for a file's name; whatever else the hint holds is dropped. */
function slug(hint: string): string {
  const words = hint
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return words.slice(0, MOST_WORDS).replace(/-$/, '') || 'image'
}

/** The name ends in a digest of the content, so nothing is ever overwritten by something else. */
export function imageName({ bytes, type }: StoredImage, hint: string): string {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return `${slug(hint)}-${digest}.${EXTENSIONS[type]}`
}

/** What kind of image has this name; undefined for a name that `imageName` does not give. */
export function typeOfName(name: string): StoredImage['type'] | undefined {
  const extension = NAME.exec(name)?.[1]
  return extension === undefined ? undefined : TYPES[extension]
}
