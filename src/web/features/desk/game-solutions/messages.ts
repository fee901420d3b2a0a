import type { AnswerSource } from '#shared/features/desk/game-solutions/contract.ts'

export const FAILURES = {
  read: 'Couldn’t load the solutions',
  run: 'Couldn’t update the solutions',
} as const

export const NOT_KNOWN = 'No solution yet.'
export const NOT_AVAILABLE = 'Not available: there’s no source for the songs.'
export const NO_FUTURE = 'No upcoming solutions yet.'

/** The source of an answer, if it is worth mentioning. */
export const SOURCE_WORDS: Readonly<Record<AnswerSource, string | null>> = {
  live: null,
  'own-list': 'The game ended in 2023. Solutions come from our own list.',
  none: null,
  invented: 'Sample data: these aren’t real solutions.',
}

export const copyWords = (of: string): string => `Copy ${of}`
export const COPIED = 'Copied'
export const SHUT = 'Clipboard access is blocked.'
export const failedRun = (failure: string): string => `The last run couldn’t read everything. ${failure}`
