import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { tidyTag } from '#shared/features/keywords/rules.ts'
import { useForm, useFormState } from '#web/ui/form/use-form.ts'

interface Staged {
  added: readonly string[]
  removed: readonly string[]
}

const NOTHING: { values: Staged } = { values: { added: [], removed: [] } }
const without = (tags: readonly string[], tag: string) => tags.filter((each) => each !== tag)

export interface ManagedTag {
  tag: string
  state: 'kept' | 'added' | 'removed'
  /** The number of keywords that have it now. */
  count: number
}

/** The tags of the selected keywords and the staged changes; nothing is saved before the user submits. */
export function useTagManager(rows: readonly KeywordRow[]) {
  const form = useForm({ id: 'tags', known: NOTHING })
  const { added, removed } = useFormState(form, ({ values }) => values)
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
  /** Normalizes the tag; empty and existing ones are ignored. */
  const add = (typed: string) => {
    const tag = tidyTag(typed)
    if (tag === '') return
    form.set('removed', without(removed, tag))
    if (!isOnAll(tag) && !added.includes(tag)) form.set('added', [...added, tag])
  }
  const toggle = ({ tag, state, count }: ManagedTag) => {
    const isToGo = state === 'kept' && count > 0
    form.update(() => ({
      added: without(added, tag),
      removed: isToGo ? [...removed, tag] : without(removed, tag),
    }))
  }
  return { form, tags, add, toggle, isOnAll }
}
