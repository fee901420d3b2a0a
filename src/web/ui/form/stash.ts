import { newCallKey } from './call-key.ts'
import { isSame } from './merge.ts'

const PREFIX = 'copydesk.stash.'

/** The id of the signed-in user, the only reader of the stored values; null while signed out. */
type Owner = () => number | null

let ownerOf: Owner = () => null
/** The keys of open forms, by what reads their unsaved values: null while a form has none. */
const typing = new Map<() => object | null, string>()

/** A form whose values are the same as those of all other open forms with its key. */
interface SharingForm {
  values: () => object
  take: (values: object) => void
  subscribe: (listener: () => void) => () => void
}
const sharing = new Map<string, Set<SharingForm>>()

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
  for (const [read, key] of typing) {
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

/** The users with stored values: also one whose session has ended. */
function listOwners(): number[] {
  try {
    return Object.keys(sessionStorage).flatMap((key) =>
      key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : [],
    )
  } catch {
    return []
  }
}

/** Whether values are unsaved in a form, or stored for a form that is closed. */
function hasUnsent(): boolean {
  const open = new Set(typing.values())
  return (
    [...typing.keys()].some((read) => read() !== null) ||
    listOwners().some((owner) => Object.keys(readAll(owner)).some((key) => !open.has(key)))
  )
}

/** Deletes the stored values of a user who signs out on purpose. */
export function forgetTyped(): void {
  const owner = ownerOf()
  if (owner !== null) writeAll(owner, {})
}

/**
 * Called once at startup: from then on typed values survive a reload. They end with the tab, so the browser
 * asks before it closes the tab, whether their form is open or not. Returns a function that stops this.
 */
export function stashFormsOf(owner: Owner): () => void {
  ownerOf = owner
  const ask = (event: Event) => {
    if (hasUnsent()) event.preventDefault()
  }
  const leave = () => {
    if (document.visibilityState === 'hidden') stashTyped()
  }
  window.addEventListener('beforeunload', ask)
  window.addEventListener('pagehide', stashTyped)
  // A phone closes background tabs without another event.
  document.addEventListener('visibilitychange', leave)
  return () => {
    window.removeEventListener('beforeunload', ask)
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

/** The texts, each followed by the text typed into its field. */
function beforeTyped(texts: Readonly<Record<string, string>>, typed: object): Record<string, string> {
  const fields = new Map<string, unknown>(Object.entries(typed))
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const own = fields.get(name)
      return [name, typeof own === 'string' && own !== '' && own !== text ? `${text}\n${own}` : text]
    }),
  )
}

const valuesOf = (kept: unknown): object =>
  kept instanceof Object && 'values' in kept && kept.values instanceof Object ? kept.values : {}

/** Puts texts into the open form with this key, or stores them for the next one, before anything typed there. */
export function stashForNext(key: string, texts: Readonly<Record<string, string>>): void {
  const [open] = sharing.get(key) ?? []
  const owner = ownerOf()
  if (open) open.take(beforeTyped(texts, open.values()))
  else if (owner !== null) {
    const all = readAll(owner)
    const empty = Object.fromEntries(Object.keys(texts).map((name) => [name, '']))
    const values = beforeTyped(texts, valuesOf(all[key]))
    const kept = { values, base: { values: empty }, conflict: null, callKey: newCallKey() }
    writeAll(owner, { ...all, [key]: kept })
  }
}

/**
 * Registers `read`, which returns the values to keep. Returns a function that unregisters it once the values
 * are saved or discarded. With `outlivesClosing` that function stores the values for the user who typed them.
 */
export function stash(key: string, read: () => object | null, outlivesClosing: boolean): () => void {
  const owner = ownerOf()
  typing.set(read, key)
  return () => {
    typing.delete(read)
    // If the session has ended by now, the stored values are left for the user's next session.
    takeKept(key)
    const typed = outlivesClosing ? read() : null
    if (typed !== null && owner !== null && owner === ownerOf())
      writeAll(owner, { ...readAll(owner), [key]: typed })
  }
}

/** Keeps the values of a form the same as those of the other open forms with this key, until it is closed. */
export function share(key: string, form: SharingForm): () => void {
  const forms = sharing.get(key) ?? new Set()
  const [open] = forms
  if (open) form.take(open.values())
  sharing.set(key, forms.add(form))
  const stop = form.subscribe(() => {
    for (const other of forms) if (!isSame(other.values(), form.values())) other.take(form.values())
  })
  return () => {
    stop()
    forms.delete(form)
    if (forms.size === 0) sharing.delete(key)
  }
}
