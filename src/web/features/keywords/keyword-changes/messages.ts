import type {
  CHANGE_KINDS,
  ChangeAction,
  ChangeRow,
  KeywordAction,
  UndoOutlook,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import { bringsKeywords, LOCK_TEXTS } from '#shared/features/keywords/keyword-changes/rules.ts'
import { counted } from '#shared/format/count.ts'

/** Titles of errors. */
export const FAILURES = {
  save: 'Error saving keyword.',
  preview: 'Couldn’t preview the change.',
  undo: 'Couldn’t undo the change.',
} as const

export const UNDER_WAY = 'You can close this. We’ll notify you when it’s done.'
export const UNDOING = 'undoing …'

export const ACTION_LABELS: Readonly<Record<KeywordAction, string>> = {
  track: 'Track',
  untrack: 'Stop tracking',
  addSites: 'Add sites',
  removeSites: 'Remove sites',
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  changeTags: 'Manage Tags',
}

/** Why the actions on keywords are disabled. */
export const WHY_OFF = 'Select keywords first by ticking their rows.'
export const WHY_NOT_WHOLE = 'You can only manage the tags of ticked rows.'

/** Labels before the tags or sites of a change. */
export const VALUE_LABELS: Readonly<Partial<Record<ChangeAction, string>>> = {
  addSites: 'Sites to add',
  removeSites: 'Sites to remove',
  addTags: 'Tags to add',
  removeTags: 'Tags to remove',
}

/** Shown at the field of a change without a choice. */
export const NOTHING_CHOSEN = {
  sites: 'Choose at least one site.',
  tags: 'Choose at least one tag.',
} as const

/** The number of keywords, or the limit at which counting stopped. */
export interface Total {
  total: number
  isMore: boolean
}

/** `12`, `more than 100,000`. */
export const countOf = ({ total, isMore }: Total) => counted(total, isMore)

/** `12 keywords`, `1 keyword`, `more than 100,000 keywords`. */
export const keywordsOf = (count: number, isMore = false) =>
  `${countOf({ total: count, isMore })} ${count === 1 ? 'keyword' : 'keywords'}`

/** `4 keywords added to Open Kitchen`. */
export const addedTogetherWords = (count: number, site: string | undefined) =>
  `${keywordsOf(count)} added${site === undefined ? '' : ` to ${site}`}`
/** All of the selected keywords had been added in the meantime. */
export const NONE_ADDED = 'All of these keywords are already in Copydesk.'
/** Of the selected keywords, those that another user had added in the meantime. */
export const existingWords = (count: number) =>
  `${keywordsOf(count)} ${count === 1 ? 'was' : 'were'} already here and ${count === 1 ? 'stays' : 'stay'} unchanged.`

export const KIND_LABELS: Readonly<Record<keyof typeof CHANGE_KINDS, string>> = {
  tags: 'Tags',
  sites: 'Sites',
  tracking: 'Tracking',
  added: 'Keywords added',
  edits: 'Single edits',
  uploads: 'CSV uploads',
  undos: 'Undos',
}

export const CHANGES_FAILED = 'Couldn’t load the changes.'
export const NO_CHANGES = 'No changes in the last 60 days.'
export const NO_FITTING_CHANGES = 'No changes match these filters.'
export const REQUEST_ARTICLE = 'Request article'
export const SEE_CHANGES = 'See in Changes'
export const UNDO_NOTE = 'Undo restores only what hasn’t been edited since.'

/** `Wen Li`, `Wen Li and Ada Roe`. */
const namesOf = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Why some keywords stay as they are. */
const REASONS = {
  changed: 'changed since',
  results: 'have results now',
  used: 'have results, comments or articles',
  gone: 'no longer exist',
} as const

/** `12 of 359 changed since, by Wen Li`: the keywords that an undo leaves as they are. */
export function staysWords({ stays, reason, by }: UndoOutlook, changed: number): string {
  const why = reason === null || !(reason in REASONS) ? 'stay' : REASONS[reason as keyof typeof REASONS]
  return `${counted(stays ?? 0)} of ${counted(changed)} ${why}${by.length > 0 ? `, by ${namesOf(by)}` : ''}`
}

/** Why there is nothing to undo. */
export const lockWords = ({ reason, by }: UndoOutlook): string =>
  `${LOCK_TEXTS[reason ?? 'changed']}${by.length > 0 ? `, by ${namesOf(by)}` : ''}`

/** The result of an undo: `347 keywords restored, 12 left unchanged`. */
export function undoneWords({ back, stays }: { back: number; stays: number }, action: ChangeAction): string {
  const done = `${keywordsOf(back)} ${bringsKeywords(action) ? 'removed' : 'restored'}`
  return stays === 0 ? done : `${done}, ${counted(stays)} left unchanged`
}

/** The question before an undo, with what it will do. */
export function undoQuestion({ action, changed, undo }: ChangeRow): string {
  if (undo.back === null) return `Up to ${keywordsOf(changed)}. Later edits stay.`
  const { back } = undo
  const verb = bringsKeywords(action) ? 'removed' : 'restored'
  const rest = undo.stays ? ` These stay as they are: ${staysWords(undo, changed)}.` : ''
  return `${keywordsOf(back)} will be ${verb}.${rest}`
}
