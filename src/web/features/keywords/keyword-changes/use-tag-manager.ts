import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { TAG_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { useForm, useFormState } from '#web/ui/form/use-form.ts'
import { tagsIn } from '../keywords/use-keyword-form.ts'

interface Staged {
  added: readonly string[]
  removed: readonly string[]
  /** What is in the field. */
  typed: string
}

const NOTHING: { values: Staged } = { values: { added: [], removed: [], typed: '' } }
/** The last comma of a text and what comes before it. */
const ENDED = /^.*,/s
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
  const { added, removed, typed } = useFormState(form, ({ values }) => values)
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
  /** Stages a list of tags; existing ones are ignored. Returns false and stages none if one is too long. */
  const add = (text: string, rest = ''): boolean => {
    const found = tagsIn(text)
    if (found.some((tag) => tag.length > TAG_MAXIMUM)) {
      form.set('typed', text + rest)
      return false
    }
    form.update((values) => ({
      added: [...values.added, ...found.filter((tag) => !isOnAll(tag) && !values.added.includes(tag))],
      removed: values.removed.filter((tag) => !found.includes(tag)),
      typed: rest,
    }))
    return true
  }
  /** A comma stages the tag before it. */
  const type = (text: string) => {
    const [ended = ''] = ENDED.exec(text) ?? []
    add(ended, text.slice(ended.length))
  }
  /** Stages what is still in the field. Returns whether there is anything to submit. */
  const finish = (): boolean => add(typed) && form.state().status.isDirty
  const toggle = ({ tag, state, count }: ManagedTag) => {
    const isToGo = state === 'kept' && count > 0
    form.update((values) => ({
      ...values,
      added: without(added, tag),
      removed: isToGo ? [...removed, tag] : without(removed, tag),
    }))
  }
  return { form, tags, typed, type, add, finish, toggle, isOnAll }
}
