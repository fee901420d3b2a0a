import { existsSync } from 'node:fs'
import { enableCompileCache, type RegisterHooksOptions, registerHooks } from 'node:module'
import path from 'node:path'

// Loaded before all else. A start reads twelve hundred files: half of its time would go into asking for each import
// anew which package it is of, and a third into compiling what the last start has compiled.

const PACKAGES = '/node_modules/'
const OURS = new URL('../../', import.meta.url).href
const COMPILED = path.join(import.meta.dirname, '../../node_modules/.cache/copydesk/compiled')

type Resolve = NonNullable<RegisterHooksOptions['resolve']>
type Resolved = ReturnType<Resolve>

/** Where what is not named by its place lies: the same for all of our own files. */
const named = new Map<string, Resolved>()
/** How the files of a folder are to be read, by the folder and their ending: one package says so for all of them. */
const formats = new Map<string, string>()

const kindOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1) + path.posix.extname(url)

/** What the folder's other files have told of this one; null where it is the first. */
function besideOthers(specifier: string, parent: string): Resolved | null {
  const url = new URL(specifier, parent)
  const format = formats.get(kindOf(url.href))
  // Node says best which file asks for one that is not there.
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
  // A file whose package does not say how to read it says so itself.
  if (isPlace && resolved.format) formats.set(kindOf(resolved.url), resolved.format)
  return resolved
}

// Whoever starts us may have named another folder; where nothing may be written, nothing is kept.
if (!process.env.NODE_COMPILE_CACHE) enableCompileCache(COMPILED)
registerHooks({ resolve })
