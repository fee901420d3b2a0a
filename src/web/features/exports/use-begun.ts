import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'

const KEY = 'copydesk.exports'
/** Its file is kept for so long. */
const KEPT_MS = 86_400_000

const Begun = z.object({
  id: z.string(),
  begunAt: z.number(),
  /** The file was fetched, so that nobody needs to be told of it. */
  isFetched: z.boolean().default(false),
})
type Begun = z.infer<typeof Begun>
const Kept = z.record(z.string(), Begun)
type Kept = z.infer<typeof Kept>

const NOTHING: Begun = { id: '', begunAt: 0, isFetched: true }

/** What no storage takes, and who shows any of it. */
let unkept: string | null = null
const watchers = new Set<() => void>()

function readKept(): string {
  try {
    return unkept ?? localStorage.getItem(KEY) ?? '{}'
  } catch {
    return unkept ?? '{}'
  }
}

function parseKept(text: string): Kept {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

function keep(kind: string, begun: Begun) {
  const text = JSON.stringify({ ...parseKept(readKept()), [kind]: begun })
  try {
    localStorage.setItem(KEY, text)
    unkept = null
  } catch {
    // Without room to remember it, it is there as long as this page is.
    unkept = text
  }
  for (const watcher of watchers) watcher()
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  // Another tab has begun or fetched one.
  window.addEventListener('storage', onChange)
  return () => {
    watchers.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

function useKept(): Kept {
  const text = useSyncExternalStore(watch, readKept)
  return useMemo(() => parseKept(text), [text])
}

const isKept = ({ id, begunAt }: Begun) => id !== '' && Date.now() - begunAt < KEPT_MS

/** Exports of the last day that were begun in this browser and not fetched yet, the newest first. */
export function useUnfetched(): ({ kind: string } & Begun)[] {
  const kept = useKept()
  return Object.entries(kept)
    .map(([kind, begun]) => ({ kind, ...begun }))
    .filter((begun) => isKept(begun) && !begun.isFetched)
    .sort((one, other) => other.begunAt - one.begunAt)
}

export function forgetBegun(kind: string): void {
  keep(kind, NOTHING)
}

/** Nobody needs to be told of this file any more; its dialog still has it. */
export function noteFetched(id: string): void {
  for (const [kind, begun] of Object.entries(parseKept(readKept())))
    if (begun.id === id) keep(kind, { ...begun, isFetched: true })
}

/**
 * The export of a kind that was begun last in this browser, found again by whoever comes back within a day; its `id`
 * is empty where there is none.
 */
export function useBegun(kind: string) {
  const last = useKept()[kind]
  return {
    begun: last && isKept(last) ? last : NOTHING,
    remember: (id: string) => keep(kind, { id, begunAt: Date.now(), isFetched: false }),
    forget: () => forgetBegun(kind),
  }
}
