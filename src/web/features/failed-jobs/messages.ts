import { counted } from '#shared/format/count.ts'

export const FAILURES = {
  read: 'Could not read what failed',
  retry: 'Could not try it again',
} as const

export const EMPTY = 'Nothing has failed. Mails and jobs that could not be done are listed here.'
export const EXPLANATION =
  'What could not be done behind the screens. What waits is tried again by itself; what has failed is not, until somebody tries it again.'

export const retriedWords = (count: number): string =>
  count === 1 ? 'One is tried again' : `${counted(count)} are tried again`
export const failedWords = (count: number): string =>
  count === 1 ? 'A mail or job has failed.' : `${counted(count)} mails and jobs have failed.`
