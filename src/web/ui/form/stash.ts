import { newCallKey } from './call-key.ts'

const PREFIX = 'copydesk.stash.'

/** Who is typing; what is kept is theirs alone. Null while nobody is signed in. */
type Owner = () => number | null

let ownerOf: Owner = () => null
/** What is being typed right now, by form; null while a form holds nothing unsaved. */
const typing = new Map<string, () => object | null>()

function readAll(owner: number): Record<string, unknown> {
  try {
    const all: unknown = JSON.parse(sessionStorage.getItem(PREFIX + owner) ?? '{}')
    return typeof all === 'object' && all !== null ? { ...all } : {}
  } catch {
    return {}
  }
}

function writeAll(owner: number, all: Record<string, unknown>): void {
  try {
    if (Object.keys(all).length === 0) sessionStorage.removeItem(PREFIX + owner)
    else sessionStorage.setItem(PREFIX + owner, JSON.stringify(all))
  } catch {
    // A full or forbidden storage keeps nothing; what is on the screen stays.
  }
}

/**
 * Writes down what every open form holds: before the session ends under somebody's hands, and before a reload. Says
 * whether any form held something.
 */
export function keepTyped(): boolean {
  const owner = ownerOf()
  if (owner === null) return false
  let hasTyped = false
  const all = readAll(owner)
  for (const [key, read] of typing) {
    const typed = read()
    if (typed === null) delete all[key]
    else {
      all[key] = typed
      hasTyped = true
    }
  }
  writeAll(owner, all)
  return hasTyped
}

/** Forgets everything of the person who leaves because they chose to. */
export function forgetTyped(): void {
  const owner = ownerOf()
  if (owner !== null) writeAll(owner, {})
}

/** Once, by the product: from now on what is typed outlives a reload. Returns how to stop that. */
export function keepFormsOf(owner: Owner): () => void {
  ownerOf = owner
  const leave = () => {
    if (document.visibilityState === 'hidden') keepTyped()
  }
  window.addEventListener('pagehide', keepTyped)
  // A telephone closes what is in the background without a word.
  document.addEventListener('visibilitychange', leave)
  return () => {
    window.removeEventListener('pagehide', keepTyped)
    document.removeEventListener('visibilitychange', leave)
  }
}

/** What was kept under this key, once. */
export function takeKept(key: string): unknown {
  const owner = ownerOf()
  if (owner === null) return undefined
  const { [key]: kept, ...rest } = readAll(owner)
  if (kept !== undefined) writeAll(owner, rest)
  return kept
}

/** Keeps these texts for the form of this name, whose fields are empty until it takes them. */
export function keepForNext(key: string, values: Readonly<Record<string, string>>): void {
  const owner = ownerOf()
  if (owner === null) return
  const empty = Object.fromEntries(Object.keys(values).map((name) => [name, '']))
  const kept = { values, base: { values: empty }, conflict: null, callKey: newCallKey() }
  writeAll(owner, { ...readAll(owner), [key]: kept })
}

/**
 * From now on `read` is asked what there is to keep. Returns how to forget it, once it is saved or thrown away; what
 * outlives its closing is written down by that instead, for whoever has typed it.
 */
export function stash(key: string, read: () => object | null, outlivesClosing: boolean): () => void {
  const owner = ownerOf()
  typing.set(key, read)
  return () => {
    typing.delete(key)
    // Where the session has ended by now, what was written down is for the next one.
    takeKept(key)
    const typed = outlivesClosing ? read() : null
    if (typed !== null && owner !== null && owner === ownerOf())
      writeAll(owner, { ...readAll(owner), [key]: typed })
  }
}
