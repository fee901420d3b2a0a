import type { AnswerSource } from '#shared/features/game-solutions/contract.ts'

export const FAILURES = {
  read: 'Could not read the solutions',
  run: 'Could not run',
} as const

export const NOT_KNOWN = 'Not known yet.'
export const NOT_AVAILABLE = 'Not available: nobody tells the songs.'
export const NO_FUTURE = 'Nothing is known of the days to come.'

/** Where answers come from, where that is worth saying. */
export const SOURCE_WORDS: Readonly<Record<AnswerSource, string | null>> = {
  live: null,
  'own-list': 'The game ended in 2023; from our own list.',
  none: null,
  invented: 'Invented for this workspace: they solve no game.',
}

export const copyWords = (of: string): string => `Copy ${of}`
export const COPIED = 'Copied'
export const SHUT = 'The browser keeps the clipboard shut.'
export const failedRun = (failure: string): string => `The last run could not read everything. ${failure}`
