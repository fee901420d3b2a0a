import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { DAY_MS } from '#shared/format/duration.ts'
import { session, useUser } from '#web/api/session.ts'

/** Keyed by user: the next user of this browser has a list of their own. */
const keyOf = (owner: number | undefined) => `copydesk.exports.${owner ?? ''}`
/** How long the server keeps a file. */
const MAX_AGE_MS = DAY_MS

const Begun = z.object({
  id: z.string(),
  begunAt: z.number(),
  /** The file was downloaded, so no notification is needed. */
  isFetched: z.boolean().default(false),
})
type Begun = z.infer<typeof Begun>
const Kept = z.record(z.string(), Begun)
type Kept = z.infer<typeof Kept>

const NOTHING: Begun = { id: '', begunAt: 0, isFetched: true }

/** Separates the kind of a file from its request in the storage key. */
const OF = '\u001f'
const kindOf = (name: string) => name.split(OF, 1)[0] ?? name

/** Entries that could not be stored, by key, and the listeners of the list. */
const unkept = new Map<string, string>()
const watchers = new Set<() => void>()

function readStored(key: string): string {
  try {
    return unkept.get(key) ?? localStorage.getItem(key) ?? '{}'
  } catch {
    return unkept.get(key) ?? '{}'
  }
}

function parseStored(text: string): Kept {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

function keep(name: string, begun: Begun) {
  const key = keyOf(session.user()?.id)
  const all = Object.entries({ ...parseStored(readStored(key)), [name]: begun })
  const text = JSON.stringify(Object.fromEntries(all.filter(([, each]) => isKept(each))))
  try {
    localStorage.setItem(key, text)
    unkept.delete(key)
  } catch {
    // Without storage, the entry lives as long as this page.
    unkept.set(key, text)
  }
  for (const watcher of watchers) watcher()
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  // Another tab has requested or downloaded a file.
  window.addEventListener('storage', onChange)
  return () => {
    watchers.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

function useKept(): Kept {
  const key = keyOf(useUser()?.id)
  const text = useSyncExternalStore(watch, () => readStored(key))
  return useMemo(() => parseStored(text), [text])
}

const isKept = ({ id, begunAt }: Begun) => id !== '' && Date.now() - begunAt < MAX_AGE_MS

/**
 * The user's own exports of the last day that were requested in this browser and not downloaded yet, newest
 * first.
 */
export function useUnfetched(): ({ name: string; kind: string } & Begun)[] {
  const kept = useKept()
  return Object.entries(kept)
    .map(([name, begun]) => ({ name, kind: kindOf(name), ...begun }))
    .filter((begun) => isKept(begun) && !begun.isFetched)
    .sort((one, other) => other.begunAt - one.begunAt)
}

export const rememberBegun = (name: string, id: string): void =>
  keep(name, { id, begunAt: Date.now(), isFetched: false })

export function forgetBegun(name: string): void {
  keep(name, NOTHING)
}

/** Stops notifying about this file; its dialog still lists it. */
export function noteFetched(id: string): void {
  for (const [name, begun] of Object.entries(parseStored(readStored(keyOf(session.user()?.id)))))
    if (begun.id === id) keep(name, { ...begun, isFetched: true })
}

/**
 * The user's latest export of a kind with the same request in this browser, found again for a day. Its `id`
 * is empty if there is none.
 */
export function useBegun(kind: string, request: unknown) {
  const name = `${kind}${OF}${JSON.stringify(request)}`
  const last = useKept()[name]
  return {
    begun: last && isKept(last) ? last : NOTHING,
    remember: (id: string) => rememberBegun(name, id),
    forget: () => forgetBegun(name),
  }
}
