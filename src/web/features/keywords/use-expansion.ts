import { useState } from 'react'
import { useDiscarding } from '#web/ui/use-unsaved.ts'
import type { KeywordsSearch } from './search.ts'

type Change = (patch: Partial<KeywordsSearch>, options?: { replace?: boolean }) => void

const CLOSED = { keyword_id: undefined, comments: undefined, month: undefined, full: undefined } as const

/** Which rows are open: the one of the address, and those that were opened before it. */
export function useExpansion(search: KeywordsSearch, change: Change) {
  const discarding = useDiscarding()
  const [others, setOthers] = useState<readonly number[]>([])
  const addressed = search.keyword_id
  const keys = addressed === undefined ? others : [...others.filter((id) => id !== addressed), addressed]
  const expand = (next: readonly number[]) => {
    const opened = next.find((id) => !keys.includes(id))
    setOthers(next)
    if (opened !== undefined) change({ ...CLOSED, keyword_id: opened })
    else if (addressed !== undefined && !next.includes(addressed)) change(CLOSED)
  }
  return {
    keys,
    expand,
    /** A link has opened this row, not a hand. */
    linked: addressed !== undefined && !others.includes(addressed) ? addressed : null,
    /** Another list leaves behind what was open in the one before, and what was being written there. */
    changeList: (...[patch, options]: Parameters<Change>) =>
      discarding(() => change({ ...CLOSED, ...patch }, options)),
  }
}
