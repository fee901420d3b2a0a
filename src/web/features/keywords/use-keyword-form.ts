import { useState } from 'react'
import { KeywordBody, type KeywordRow } from '#shared/features/keywords/contract.ts'
import { tidyTag } from '#shared/features/keywords/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useFormStash } from '#web/api/use-form-stash.ts'
import { formIssues } from '#web/ui/form-issues.ts'
import { useSaveKeyword } from './queries.ts'

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

/** The state of the keyword form: what was changed, laid over the keyword; typed text survives a refused save. */
export function useKeywordForm(row: KeywordRow | null, onSaved: (saved: KeywordRow) => void) {
  const [edited, setEdited] = useState<Partial<KeywordValues>>({})
  const [issues, setIssues] = useState<Record<string, string>>({})
  const save = useSaveKeyword()
  const values = { ...startValues(row), ...edited }
  const isDirty = JSON.stringify(values) !== JSON.stringify(startValues(row))
  useFormStash(`keyword.${row?.keyword_id ?? 'new'}`, isDirty ? edited : null, setEdited)

  const change = (patch: Partial<KeywordValues>) => {
    setEdited((previous) => ({ ...previous, ...patch }))
    setIssues((previous) => Object.fromEntries(Object.entries(previous).filter(([name]) => !(name in patch))))
  }
  const submit = () => {
    const body = bodyOf(values)
    const found = formIssues(KeywordBody, body)
    setIssues(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { id: row?.keyword_id ?? null, body },
      {
        onSuccess: onSaved,
        onError: (error) => setIssues(error instanceof ApiError ? { ...error.issues } : {}),
      },
    )
  }
  return { values, issues, isDirty, isSaving: save.isPending, error: save.error, change, submit }
}
export type KeywordForm = ReturnType<typeof useKeywordForm>
