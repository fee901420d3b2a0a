import type { FlagEvent } from '#shared/features/feature-flags/contract.ts'

export const FAILURES = {
  read: 'Could not read the flags',
  history: 'Could not read the last changes',
} as const

export const NOTE =
  'A flag holds within two seconds on every server. Deleting one archives it: its default holds again, and its name is not given out anew.'
export const EMPTY = 'No flag is set. What the product reads goes by its defaults, which “New flag” names.'
export const NO_CHANGES = 'Nobody has changed a flag yet.'
export const UNREAD = 'nothing reads it'

/** Columns by their titles, which the messages of empty cells name. */
export const TITLES = { feature_flag: 'Name', type: 'Type', value: 'Value' } as const
export const missingCell = (title: string): string => `Please Input ${title}!`

export const NOT_SAVED = 'Not saved'
export const NOT_DELETED = 'Not deleted'
export const NOT_UNDONE = 'Not undone'

export const standingWords = (name: string, isTaken: boolean): string =>
  isTaken ? `${name} is there already` : `${name} is free`

/** What a change of more than the value was. */
export const ACT_WORDS: Readonly<Record<FlagEvent['act'], string>> = {
  created: 'added',
  changed: 'changed',
  archived: 'deleted',
  restored: 'brought back',
}
