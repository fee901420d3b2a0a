import type { ChangeAction, KeywordAction } from '#shared/features/keyword-changes/contract.ts'
import type { KeywordPage } from '#shared/features/keywords/contract.ts'
import { counted } from '#shared/format/count.ts'

/** Titles of failures. */
export const FAILURES = {
  save: 'Error saving keyword.',
  undo: 'The change could not be undone.',
} as const

export const UNDER_WAY = 'It goes on when you close this, and tells you when it is done.'
export const UNDOING = 'being changed back …'

export const ACTION_LABELS: Readonly<Record<KeywordAction, string>> = {
  track: 'Track',
  untrack: 'Stop tracking',
  addSites: 'Add sites',
  removeSites: 'Remove sites',
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  changeTags: 'Manage Tags',
}

/** What stands before the tags or sites that a change is about. */
export const VALUE_LABELS: Readonly<Partial<Record<ChangeAction, string>>> = {
  addSites: 'Sites to add',
  removeSites: 'Sites to remove',
  addTags: 'Tags to add',
  removeTags: 'Tags to remove',
}

/** How many there are, or where counting ended. */
export type Total = KeywordPage['meta']

/** `12`, `more than 100,000`. */
export const countOf = ({ total, isMore }: Total) => counted(total, isMore)

/** `12 keywords`, `1 keyword`, `more than 100,000 keywords`. */
export const keywordsOf = (count: number, isMore = false) =>
  `${countOf({ total: count, isMore })} ${count === 1 ? 'keyword' : 'keywords'}`
