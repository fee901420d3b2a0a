import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { DAY_MS } from '#shared/format/duration.ts'
import { session, useUser } from '#web/api/session.ts'

/** What was begun is its person's: whoever signs in after them here has a list of their own. */
const keyOf = (owner: number | undefined) => `copydesk.exports.${owner ?? ''}`
/** Its file is kept for so long. */
const KEPT_MS = DAY_MS

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

/** Between the kind of a file and what it was asked with, in the name under which it is remembered. */
const OF = '\u001f'
const kindOf = (name: string) => name.split(OF, 1)[0] ?? name

/** What no storage takes, by its key, and who shows any of it. */
const unkept = new Map<string, string>()
const watchers = new Set<() => void>()

function readKept(key: string): string {
  try {
    return unkept.get(key) ?? localStorage.getItem(key) ?? '{}'
  } catch {
    return unkept.get(key) ?? '{}'
  }
}

function parseKept(text: string): Kept {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

function keep(name: string, begun: Begun) {
  const key = keyOf(session.user()?.id)
  const all = Object.entries({ ...parseKept(readKept(key)), [name]: begun })
  const text = JSON.stringify(Object.fromEntries(all.filter(([, each]) => isKept(each))))
  try {
    localStorage.setItem(key, text)
    unkept.delete(key)
  } catch {
    // Without room to remember it, it is there as long as this page is.
    unkept.set(key, text)
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
  const key = keyOf(useUser()?.id)
  const text = useSyncExternalStore(watch, () => readKept(key))
  return useMemo(() => parseKept(text), [text])
}

const isKept = ({ id, begunAt }: Begun) => id !== '' && Date.now() - begunAt < KEPT_MS

/** One's own exports of the last day that were begun in this browser and not fetched yet, the newest first. */
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

/** Nobody needs to be told of this file any more; its dialog still has it. */
export function noteFetched(id: string): void {
  for (const [name, begun] of Object.entries(parseKept(readKept(keyOf(session.user()?.id)))))
    if (begun.id === id) keep(name, { ...begun, isFetched: true })
}

/**
 * One's own export of a kind that was begun last in this browser with the same request, found again by whoever comes
 * back within a day; its `id` is empty where there is none.
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
