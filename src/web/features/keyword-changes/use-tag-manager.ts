import { useState } from 'react'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { tidyTag } from '#shared/features/keywords/rules.ts'

export interface ManagedTag {
  tag: string
  state: 'kept' | 'added' | 'removed'
  /** How many of the keywords have it now. */
  count: number
}

/** The tags of the ticked keywords, and what is staged to become of them; nothing happens before it is submitted. */
export function useTagManager(rows: readonly KeywordRow[]) {
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const counts = new Map<string, number>()
  for (const { tags } of rows) for (const { tag } of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const isOnAll = (tag: string) => counts.get(tag) === rows.length

  const existing = [...counts].sort(([one], [other]) => one.localeCompare(other))
  const tags: ManagedTag[] = [
    ...existing.map(([tag, count]) => ({
      tag,
      count,
      state: removed.includes(tag)
        ? ('removed' as const)
        : added.includes(tag)
          ? ('added' as const)
          : ('kept' as const),
    })),
    ...added.filter((tag) => !counts.has(tag)).map((tag) => ({ tag, count: 0, state: 'added' as const })),
  ]
  /** Trimmed and lower-cased; nothing, or what is there already, is ignored. */
  const add = (typed: string) => {
    const tag = tidyTag(typed)
    if (tag === '') return
    setRemoved(removed.filter((each) => each !== tag))
    if (!isOnAll(tag) && !added.includes(tag)) setAdded([...added, tag])
  }
  const toggle = ({ tag, state, count }: ManagedTag) => {
    setAdded(added.filter((each) => each !== tag))
    if (state === 'kept' && count > 0) setRemoved([...removed, tag])
    else setRemoved(removed.filter((each) => each !== tag))
  }
  return { tags, added, removed, isDirty: added.length + removed.length > 0, add, toggle, isOnAll }
}
