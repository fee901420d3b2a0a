import type { KeywordAction } from '#shared/features/keyword-changes/contract.ts'

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

/** `12 keywords`, `1 keyword`. */
export const keywordsOf = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'keyword' : 'keywords'}`
