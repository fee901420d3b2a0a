import { useState } from 'react'
import { lookupOf, type ResearchSearch } from './search.ts'

interface FoundKeyword {
  keyword: string
  keyword_id?: number | undefined
}

/** The selected keywords of a lookup, on all pages; another lookup begins without any. */
export function useTickedKeywords(search: ResearchSearch, found: readonly FoundKeyword[] = []) {
  const lookup = lookupOf(search)
  const [kept, keep] = useState({ lookup, keywords: [] as readonly string[] })
  const ticked = kept.lookup === lookup ? kept.keywords : []
  const addable = new Set(found.flatMap(({ keyword, keyword_id: id }) => (id === undefined ? keyword : [])))
  return {
    selected: ticked.filter((keyword) => addable.has(keyword)),
    tick: (keywords: readonly string[]) => keep({ lookup, keywords }),
    /** Removes only these: others may have been selected meanwhile. */
    untick: (sent: readonly string[]) =>
      keep((now) => ({ ...now, keywords: now.keywords.filter((keyword) => !sent.includes(keyword)) })),
  }
}

export type TickedKeywords = ReturnType<typeof useTickedKeywords>
