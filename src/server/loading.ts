import { existsSync } from 'node:fs'
import { enableCompileCache, type RegisterHooksOptions, registerHooks } from 'node:module'
import path from 'node:path'

// Loaded first. A start reads twelve hundred files: half of its time would go into finding the package of
// each import, and a third into compiling what the last start has already compiled.

const PACKAGES = '/node_modules/'
const OURS = new URL('../../', import.meta.url).href
const COMPILED = path.join(import.meta.dirname, '../../node_modules/.cache/copydesk/compiled')

type Resolve = NonNullable<RegisterHooksOptions['resolve']>
type Resolved = ReturnType<Resolve>

/** Resolutions of bare specifiers, which are equal for all of our own files. */
const named = new Map<string, Resolved>()
/** Module formats by folder and extension: one package determines it for all files of a folder. */
const formats = new Map<string, string>()

const kindOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1) + path.posix.extname(url)

/** Resolves a file from the known format of its folder; null for the folder's first file. */
function besideOthers(specifier: string, parent: string): Resolved | null {
  const url = new URL(specifier, parent)
  const format = formats.get(kindOf(url.href))
  // Node has the better error message for a missing file.
  return format === undefined || !existsSync(url) ? null : { url: url.href, format, shortCircuit: true }
}

const resolve: Resolve = (specifier, context, next) => {
  const { parentURL: parent, conditions } = context
  if (parent === undefined || !conditions.includes('import')) return next(specifier, context)
  const isPlace = /^\.\.?\//.test(specifier)
  const isOurs = parent.startsWith(OURS) && !parent.includes(PACKAGES)
  const known = isPlace ? besideOthers(specifier, parent) : isOurs ? named.get(specifier) : undefined
  if (known) return known
  const resolved = next(specifier, context)
  if (!isPlace && isOurs) named.set(specifier, { ...resolved, shortCircuit: true })
  // Without a package that defines the format, each file determines its own.
  if (isPlace && resolved.format) formats.set(kindOf(resolved.url), resolved.format)
  return resolved
}

// The environment may name another folder. In a read-only folder nothing is cached.
if (!process.env.NODE_COMPILE_CACHE) enableCompileCache(COMPILED)
registerHooks({ resolve })
