import { useState } from 'react'
import { useDiscarding } from '#web/ui/hooks/use-unsaved.ts'
import type { KeywordsSearch } from './search.ts'

type Change = (patch: Partial<KeywordsSearch>, options?: { replace?: boolean }) => void

const CLOSED = {
  keyword_id: undefined,
  comments: undefined,
  tab: undefined,
  month: undefined,
  full: undefined,
} as const

/** The open rows: the one in the address, and those opened before it. */
export function useExpansion(search: KeywordsSearch, change: Change, lead: number | undefined) {
  const discarding = useDiscarding()
  // A row that opened automatically stays closed once the user has closed it.
  const [shut, setShut] = useState<number>()
  const [others, setOthers] = useState<readonly number[]>([])
  const addressed = search.keyword_id
  const opened = addressed ?? (lead === shut ? undefined : lead)
  const keys = opened === undefined ? others : [...others.filter((id) => id !== opened), opened]
  const expand = (next: readonly number[]) => {
    const fresh = next.find((id) => !keys.includes(id))
    if (lead !== undefined && !next.includes(lead)) setShut(lead)
    setOthers(next)
    if (fresh !== undefined) change({ ...CLOSED, keyword_id: fresh })
    else if (addressed !== undefined && !next.includes(addressed)) change(CLOSED)
  }
  return {
    keys,
    expand,
    /** The row was opened by a link and not by a click. */
    linked: addressed !== undefined && !others.includes(addressed) ? addressed : null,
    /** Another list closes the open rows, including any text being typed in them. */
    changeList: (...[patch, options]: Parameters<Change>) =>
      discarding(() => change({ ...CLOSED, ...patch }, options)),
  }
}
