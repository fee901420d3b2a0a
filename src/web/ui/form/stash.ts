import { newCallKey } from './call-key.ts'

const PREFIX = 'copydesk.stash.'

/** The id of the signed-in user, who alone can read what is kept; null while signed out. */
type Owner = () => number | null

let ownerOf: Owner = () => null
/** The unsaved values of open forms, by form key; null while a form has none. */
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
    // A full or blocked storage keeps nothing; the values on the screen stay.
  }
}

/**
 * Stores the values of all open forms, before a session ends unexpectedly and before a reload. Returns
 * whether any form had unsaved values.
 */
export function stashTyped(): boolean {
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

/** Deletes the stored values of a user who signs out on purpose. */
export function forgetTyped(): void {
  const owner = ownerOf()
  if (owner !== null) writeAll(owner, {})
}

/** Called once at startup: from then on typed values survive a reload. Returns a function that stops this. */
export function stashFormsOf(owner: Owner): () => void {
  ownerOf = owner
  const leave = () => {
    if (document.visibilityState === 'hidden') stashTyped()
  }
  window.addEventListener('pagehide', stashTyped)
  // A phone closes background tabs without another event.
  document.addEventListener('visibilitychange', leave)
  return () => {
    window.removeEventListener('pagehide', stashTyped)
    document.removeEventListener('visibilitychange', leave)
  }
}

/** Returns the values stored under this key and deletes them. */
export function takeKept(key: string): unknown {
  const owner = ownerOf()
  if (owner === null) return undefined
  const { [key]: kept, ...rest } = readAll(owner)
  if (kept !== undefined) writeAll(owner, rest)
  return kept
}

/** Stores texts for the next form with this key, whose fields are empty until it takes them. */
export function stashForNext(key: string, values: Readonly<Record<string, string>>): void {
  const owner = ownerOf()
  if (owner === null) return
  const empty = Object.fromEntries(Object.keys(values).map((name) => [name, '']))
  const kept = { values, base: { values: empty }, conflict: null, callKey: newCallKey() }
  writeAll(owner, { ...readAll(owner), [key]: kept })
}

/**
 * Registers `read`, which returns the values to keep. Returns a function that unregisters it once the values
 * are saved or discarded. With `outlivesClosing` that function stores the values for the user who typed them.
 */
export function stash(key: string, read: () => object | null, outlivesClosing: boolean): () => void {
  const owner = ownerOf()
  typing.set(key, read)
  return () => {
    typing.delete(key)
    // If the session has ended by now, the stored values are left for the user's next session.
    takeKept(key)
    const typed = outlivesClosing ? read() : null
    if (typed !== null && owner !== null && owner === ownerOf())
      writeAll(owner, { ...readAll(owner), [key]: typed })
  }
}
