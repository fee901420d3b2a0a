import { useCallback, useState } from 'react'
import { z } from 'zod'
import { ownKey } from '#web/api/session.ts'

const key = () => ownKey('keyword-research')
const MOST = 5

/** A lookup; an older version stored single keywords without a time. */
const Earlier = z.union([
  z.object({ keywords: z.array(z.string()).min(1), at: z.string().nullable() }),
  z.string().transform((keyword) => ({ keywords: [keyword], at: null })),
])
export type Earlier = z.output<typeof Earlier>

function read(): Earlier[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]')
    const entries = Array.isArray(kept) ? kept.map((each) => Earlier.safeParse(each)) : []
    return entries.flatMap(({ data }) => data ?? []).slice(0, MOST)
  } catch {
    return []
  }
}

export const isSameLookup = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The user's latest lookups in this browser, latest first, and a function that adds one. */
export function useEarlier() {
  const [earlier, setEarlier] = useState(read)
  const remember = useCallback((keywords: readonly string[]) => {
    const others = read().filter((each) => !isSameLookup(each.keywords, keywords))
    const latest = { keywords: [...keywords], at: new Date().toISOString() }
    const next = [latest, ...others].slice(0, MOST)
    setEarlier(next)
    try {
      localStorage.setItem(key(), JSON.stringify(next))
    } catch {
      // Without storage it lasts until the page is left.
    }
  }, [])
  return { earlier, remember }
}
