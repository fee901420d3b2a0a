import { counted } from '#shared/format/count.ts'

export const FAILURES = {
  read: 'Couldn’t load failed jobs',
  retry: 'Couldn’t retry it',
} as const

export const EMPTY = 'Nothing has failed. Failed emails and jobs appear here.'
export const EXPLANATION =
  'Background jobs that didn’t succeed. Waiting jobs retry automatically; failed ones only when you retry them.'

export const retriedWords = (count: number): string =>
  count === 1 ? 'Retrying 1 job' : `Retrying ${counted(count)} jobs`
export const failedWords = (count: number): string =>
  count === 1 ? '1 email or job has failed.' : `${counted(count)} emails and jobs have failed.`
