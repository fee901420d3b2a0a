// npm run complete-lock: npm leaves optional packages of other platforms out of the lock when its registry
// does not carry them, and then npm ci refuses that very lock. This adds the entries that are missing.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './installation.mjs'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]
const synonyms = { windows: 'win32', armv7: 'arm', wasi: 'wasm32' }
const libraries = { musl: 'musl', musleabihf: 'musl', gnu: 'glibc', gnueabihf: 'glibc' }

/** Adds the missing entries to a lock's packages and answers their names. */
export function completeLock(lock) {
  const added = []
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isResolved(lock.packages, place, name)) continue
      lock.packages[`node_modules/${name}`] = platformEntry(name, range, entry.dev)
      added.push(name)
    }
  }
  const byPlace = ([one], [other]) => one.localeCompare(other, 'en')
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPlace))
  return added
}

/** Packages of the lock that npm could not check after a download: the registry at hand did not carry them. */
export function withoutIntegrity(lock) {
  return Object.entries(lock.packages)
    .filter(([place, { integrity, link, inBundle }]) => place !== '' && !integrity && !link && !inBundle)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

/** As Node looks packages up: beside the one that asks, then in every folder above. */
function isResolved(packages, place, name) {
  for (let from = place; ; from = from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${from ? `${from}/` : ''}node_modules/${name}`]) return true
    if (!from) return false
  }
}

/** The fields in the order in which npm writes them. */
function platformEntry(name, range, isDev) {
  const words = name.split(/[-/@_.]/).map((word) => synonyms[word] ?? word)
  const cpu = processors.filter((processor) => words.includes(processor))
  const os = systems.filter((system) => words.includes(system))
  const libc = words.map((word) => libraries[word]).filter(Boolean)
  return {
    version: range.replace(/^[\^~>=v\s]+/, '').split(' ')[0],
    ...(cpu.length > 0 && { cpu }),
    ...(isDev && { dev: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(root, 'package-lock.json')
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
  const added = completeLock(lock)
  if (added.length > 0) fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Lock entries added: ${added.length}`)
  const unchecked = withoutIntegrity(lock)
  if (unchecked.length > 0)
    console.warn(
      `Lock entries without integrity: ${unchecked.join(', ')}. CONTRIBUTING.md says how to fix this.`,
    )
}
