import { useState } from 'react'
import type { KeywordsSearch } from './search.ts'

/** Which rows are open: the one of the address, and those that were opened before it. */
export function useExpansion(search: KeywordsSearch, change: (patch: Partial<KeywordsSearch>) => void) {
  const [others, setOthers] = useState<readonly number[]>([])
  const addressed = search.keyword_id
  const keys = addressed === undefined ? others : [...others.filter((id) => id !== addressed), addressed]
  const expand = (next: readonly number[]) => {
    const opened = next.find((id) => !keys.includes(id))
    setOthers(next)
    if (opened !== undefined)
      change({ keyword_id: opened, comments: undefined, month: undefined, full: undefined })
    else if (addressed !== undefined && !next.includes(addressed))
      change({ keyword_id: undefined, comments: undefined, month: undefined, full: undefined })
  }
  return { keys, expand }
}
