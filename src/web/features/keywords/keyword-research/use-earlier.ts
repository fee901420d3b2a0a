import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ownKey } from '#web/api/session.ts'
import { keywordsOf, lookupOf, type ResearchSearch } from './search.ts'

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

function withLatest(keywords: readonly string[]): Earlier[] {
  const others = read().filter((each) => !isSameLookup(each.keywords, keywords))
  const next = [{ keywords: [...keywords], at: new Date().toISOString() }, ...others].slice(0, MOST)
  try {
    localStorage.setItem(key(), JSON.stringify(next))
  } catch {
    // Without storage it lasts until the page is left.
  }
  return next
}

/**
 * The user's latest lookups in this browser, latest first: whatever the address came to, by the form, a link, a
 * saved view or Back. Only removing keywords is not a new lookup.
 */
export function useEarlier(search: ResearchSearch) {
  const [earlier, setEarlier] = useState(read)
  const before = useRef<readonly string[]>([])
  const lookup = lookupOf(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `lookup` names the keywords and the country
  useEffect(() => {
    const keywords = keywordsOf(search)
    const last = before.current
    before.current = keywords
    const isLess = keywords.length < last.length && keywords.every((keyword) => last.includes(keyword))
    if (keywords.length > 0 && !isLess) setEarlier(withLatest(keywords))
  }, [lookup])
  return earlier
}
