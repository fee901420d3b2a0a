import { useRef, useState } from 'react'
import { KeywordBody, type KeywordRow } from '#shared/features/keywords/contract.ts'
import { tidyTag } from '#shared/features/keywords/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useFormStash } from '#web/api/use-form-stash.ts'
import { formIssues } from '#web/ui/form-issues.ts'
import { currentKeywordIn, useSaveKeyword } from './queries.ts'

export interface KeywordValues {
  keyword: string
  tags: string[]
  sites: number[]
  tracked: boolean
}

const startValues = (row: KeywordRow | null): KeywordValues => ({
  keyword: row?.keyword ?? '',
  tags: row?.tags.map(({ tag }) => tag) ?? [],
  sites: row?.sites.map(({ site_id }) => site_id) ?? [],
  tracked: row?.is_tracked ?? true,
})

const bodyOf = ({ tags, ...values }: KeywordValues) => ({ ...values, tags: tags.map((tag) => ({ tag })) })

/** Tidied, blanks left out, and each once. */
export const distinctTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map(tidyTag).filter((tag) => tag !== '')),
]

/** What was changed here, on a list that somebody else has changed meanwhile. */
const mergedList = <Item>(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Item[] => [
  ...theirs.filter((item) => mine.includes(item) || !base.includes(item)),
  ...mine.filter((item) => !base.includes(item) && !theirs.includes(item)),
]

/** Their changes come in; what was changed here stays, and of the words both versions cannot. */
export const merge = (base: KeywordValues, mine: KeywordValues, theirs: KeywordValues): KeywordValues => ({
  keyword: mine.keyword === base.keyword ? theirs.keyword : mine.keyword,
  tags: mergedList(base.tags, mine.tags, theirs.tags),
  sites: mergedList(base.sites, mine.sites, theirs.sites),
  tracked: mine.tracked === base.tracked ? theirs.tracked : mine.tracked,
})

interface Typed {
  /** The keyword as it was when this was typed: what a save is compared with. */
  base: KeywordRow | null
  edited: Partial<KeywordValues>
}

const isSame = (one: KeywordValues, other: KeywordValues) => JSON.stringify(one) === JSON.stringify(other)

/** What was typed, over the keyword; while nothing is, over the keyword as it is by now. */
function useTyped(row: KeywordRow | null) {
  const [typed, setTyped] = useState<Typed>({ base: row, edited: {} })
  const start = startValues(typed.base)
  const isDirty = !isSame({ ...start, ...typed.edited }, start)
  // A refused save has brought one that the list does not know yet.
  const newest = typed.base && row && typed.base.version > row.version ? typed.base : row
  const base = isDirty ? typed.base : newest
  const values = isDirty ? { ...start, ...typed.edited } : startValues(newest)
  useFormStash(`keyword.${row?.keyword_id ?? 'new'}`, isDirty ? typed : null, setTyped)
  const change = (patch: Partial<KeywordValues>) =>
    setTyped((previous) =>
      isDirty ? { ...previous, edited: { ...previous.edited, ...patch } } : { base: newest, edited: patch },
    )
  return { base, values, isDirty, change, setTyped }
}

/** The state of the keyword form: what was changed, laid over the keyword; typed text survives a refused save. */
export function useKeywordForm(row: KeywordRow | null, onSaved: (saved: KeywordRow) => void) {
  const { base, values, isDirty, change, setTyped } = useTyped(row)
  const [issues, setIssues] = useState<Record<string, string>>({})
  /** What somebody else has saved meanwhile, and what it was before. */
  const [others, setOthers] = useState<{ before: KeywordRow; now: KeywordRow } | null>(null)
  const save = useSaveKeyword()
  // The refusal comes a while after the save was asked for, and people go on typing meanwhile.
  const latest = useRef(values)
  latest.current = values

  const refused = (error: Error) => {
    const now = currentKeywordIn(error)
    if (now !== null && base !== null) {
      setTyped({ base: now, edited: merge(startValues(base), latest.current, startValues(now)) })
      setOthers({ before: base, now })
    }
    setIssues(error instanceof ApiError ? { ...error.issues } : {})
  }
  const submit = () => {
    const body = bodyOf(values)
    const found = formIssues(KeywordBody, body)
    setIssues(found)
    if (Object.keys(found).length > 0) return
    save.mutate({ row: base, body }, { onSuccess: onSaved, onError: refused })
  }
  return {
    values,
    issues,
    isDirty,
    isSaving: save.isPending,
    error: save.error,
    others,
    change(patch: Partial<KeywordValues>) {
      change(patch)
      setIssues((previous) =>
        Object.fromEntries(Object.entries(previous).filter(([name]) => !(name in patch))),
      )
      // What was said about other words is no longer true.
      if (save.isError && 'keyword' in patch) save.reset()
    },
    submit,
  }
}
export type KeywordForm = ReturnType<typeof useKeywordForm>
