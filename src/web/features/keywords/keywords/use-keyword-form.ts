import { KeywordBody, type KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { distinctKeywords, tidyTag } from '#shared/features/keywords/keywords/rules.ts'
import type { Form, Known } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { pastedParts } from '#web/ui/input/pasted-list.ts'
import { currentKeywordIn, takenKeywordIn, useKeywordRecords } from './queries.ts'

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

export const bodyOf = ({ tags, ...values }: KeywordValues) => ({
  ...values,
  tags: tags.map((tag) => ({ tag })),
})

/** Normalized tags without blanks and duplicates. */
export const distinctTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map(tidyTag).filter((tag) => tag !== '')),
]

/** The tags of a typed or pasted list. */
export const tagsIn = (text: string): string[] => distinctTags(text.split(/[,\r\n\t]/))

const knownOf = (row: KeywordRow | null): Known<KeywordValues> => ({
  values: startValues(row),
  version: row?.version,
})

/** The keywords of the field, one per line; pasted cells count as lines. Without duplicates. */
export function keywordsIn(text: string): string[] {
  const keywords = distinctKeywords(pastedParts(text))
  return keywords.length > 1 ? keywords : [text]
}

const ONE_KEYWORD = 'Enter one keyword here. Use New Keyword for the others.'

/** The issues of each keyword in the field, and of the values that apply to all of them. */
function checkAll(values: KeywordValues, row: KeywordRow | null) {
  const keywords = keywordsIn(values.keyword)
  if (row && keywords.length > 1) return { keyword: ONE_KEYWORD }
  return Object.assign(
    {},
    ...keywords.map((keyword) => issuesIn(KeywordBody, bodyOf({ ...values, keyword }))),
  )
}

/** The form of a keyword; null is a new one. */
export function useKeywordForm(row: KeywordRow | null): Form<KeywordValues> {
  const { newest } = useKeywordRecords()
  return useForm<KeywordValues>({
    id: 'keyword',
    stashAs: `keyword.${row?.keyword_id ?? 'new'}`,
    known: knownOf(row && newest(row)),
    check: (values) => checkAll(values, row),
    // The refusal no longer applies once the words are changed.
    about: (error) => (takenKeywordIn(error) === null ? undefined : 'keyword'),
    overtakenBy(error) {
      const current = currentKeywordIn(error)
      return current && knownOf(current)
    },
  })
}
