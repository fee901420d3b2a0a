import type { ScanFunction } from '#shared/features/operate/scan/contract.ts'
import {
  SCAN_FIXES,
  SCAN_HOUR,
  type ScanFix,
  type ScanOutcome,
  type ScanStatus,
} from '#shared/features/operate/scan/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import type { Tone } from '#web/ui/cells/status-badge.tsx'

export const FAILURES = {
  list: 'Couldn’t load the scan.',
  fix: 'Couldn’t fix it.',
} as const

export const NOTHING_TO_SCAN = 'No functions to be scanned'
export const MENDED = 'Fixed and checked again'
export const NIGHTLY = `Runs nightly at ${String(SCAN_HOUR).padStart(2, '0')}:00. People with access are notified of failures.`
export const EMPTY = 'No checks for this site.'

/** Shown for a function whose request failed. */
export const HTTP_ERROR = { value: 'HTTP Error', tip: 'Try again' } as const

export const STATUS_LABELS: Readonly<Record<ScanStatus, { label: string; tone: Tone; mark?: 'hollow' }>> = {
  error: { label: 'Error', tone: 'bad' },
  processing: { label: 'Running', tone: 'note' },
  success: { label: 'OK', tone: 'good' },
  warning: { label: 'Warning', tone: 'warn' },
  default: { label: 'Not run', tone: 'quiet', mark: 'hollow' },
}

/** A run that found nothing connected counts neither as fine nor as not run. */
export const scanStatusLabel = ({ status, ran_at }: Pick<ScanFunction, 'status' | 'ran_at'>) =>
  status === 'default' && ran_at !== null
    ? { ...STATUS_LABELS.default, label: 'Not connected' }
    : STATUS_LABELS[status]

/** The outcome of a past run: if it queried nothing, nothing was connected. */
export const pastRunLabel = (status: ScanStatus) => scanStatusLabel({ status, ran_at: '' }).label

/** Choices of the status filter. */
export const STATUS_CHOICES: Readonly<Record<ScanOutcome, string>> = {
  error: 'Error',
  warning: 'Warning',
  success: 'OK',
  default: 'Not run, not connected',
}
export const NONE_OF_STATUS = 'No functions have this status.'

/** The numbers of a feature's functions that are fine, not run yet, and not connected. */
export function fineOf(functions: readonly ScanFunction[]): string {
  const fine = functions.filter(({ status }) => status === 'success').length
  const idle = functions.filter(({ status }) => status === 'default')
  const untried = idle.filter(({ ran_at }) => ran_at === null).length
  const absent = idle.length - untried
  if (absent === functions.length) return 'not connected'
  if (untried === functions.length) return 'not run yet'
  const asked = functions.length - idle.length
  return [
    ...(asked === 0 ? [] : [`${counted(fine)} of ${counted(asked)} fine`]),
    ...(untried === 0 ? [] : [`${counted(untried)} not run`]),
    ...(absent === 0 ? [] : [`${counted(absent)} not connected`]),
  ].join(', ')
}

export interface Tally {
  total: number
  broken: number
  warnings: number
  answered: number
  mendable: number
}

/** A short summary of the whole screen when nothing is wrong; null otherwise. */
export function calmWords({ total, broken, warnings, answered }: Tally): string | null {
  if (total === 0) return 'Nothing to scan'
  if (answered === 0) return 'Not scanned yet'
  if (broken > 0 || warnings > 0) return null
  return answered < total ? 'No problems so far' : 'All good'
}

/** The problems, each with the status to filter its rows by. */
export const wrongWords = ({ broken, warnings }: Tally): { status: ScanOutcome; words: string }[] => [
  ...(broken > 0 ? [{ status: 'error' as const, words: `${counted(broken)} broken` }] : []),
  ...(warnings > 0 ? [{ status: 'warning' as const, words: countedIn(warnings, 'warning') }] : []),
]

export function answeredWords({ total, answered, mendable }: Tally): string {
  const of = `${counted(answered)} of ${countedIn(total, 'check')} run`
  if (mendable === 0) return of
  return `${of}; ${counted(mendable)} can be fixed here`
}

export const fixQuestion = (name: string, fix: ScanFix) => ({
  title: `Auto-Fix “${name}”?`,
  content: SCAN_FIXES[fix],
  okText: 'Auto-Fix',
  cancelText: 'Cancel',
})

export const fineWords = (count: number) => `${counted(count)} ${count === 1 ? 'is' : 'are'} fine`
