import type { FeatureFlag, FlagEvent, FlagUse } from '#shared/features/ground/feature-flags/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { dayWords } from '#shared/format/day.ts'

export const FAILURES = {
  read: 'Couldn’t load the flags',
  history: 'Couldn’t load recent changes',
} as const

export const NOTE =
  'Changes reach every server within two seconds. Deleting archives the flag, restores its default and reserves its name.'
export const EMPTY = 'No flags set, so all defaults apply. Choose “New flag” to see them.'
export const NO_CHANGES = 'No changes yet.'
export const UNREAD = 'unused'
export const SETTLED = 'ready to be removed'

/** How often a flag is read. */
export const readWords = ({ reads_today: reads, last_read: last }: FlagUse, today: string): string => {
  if (reads > 0) return `read ${countedIn(reads, 'time')} today`
  return last === null ? 'no reads recorded' : `not read today; last read ${dayWords(last, today)}`
}

/** `read in 3 places` of the code. */
export const placesWords = (places: readonly string[]): string =>
  `read in ${countedIn(places.length, 'place')}`

/** For how long a switch has had the same value. */
export const settledWords = ({ value }: Pick<FeatureFlag, 'value'>, days: number): string =>
  `${value === true ? 'on' : 'off'} for ${countedIn(days, 'day')}`

/** Columns by their titles, which the messages of empty cells contain. */
export const TITLES = { feature_flag: 'Name', type: 'Type', value: 'Value' } as const
export const missingCell = (title: string): string => `Please Input ${title}!`

export const NOT_SAVED = 'Not saved'
export const NOT_DELETED = 'Not deleted'
/** Why a change wasn’t undone. */
export const notUndone = (isChanged: boolean): string =>
  isChanged ? 'Not undone: another user has changed this flag since.' : 'Not undone. Try again.'

export const standingWords = (name: string, isTaken: boolean): string =>
  isTaken ? `${name} already exists` : `${name} is available`

/** Labels of changes other than to the value. */
export const ACT_WORDS: Readonly<Record<FlagEvent['act'], string>> = {
  created: 'added',
  changed: 'changed',
  archived: 'deleted',
  restored: 'restored',
}
