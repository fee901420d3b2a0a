import type { RunEvidence, RunRow } from '#shared/features/operate/runs/contract.ts'
import type { RunAction, RunGroup, RunState } from '#shared/features/operate/runs/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import type { Tone } from '#web/ui/cells/status-badge.tsx'
import type { RunsSearch } from './search.ts'

export const FAILURES = {
  list: 'Couldn’t load the runs',
  read: 'Couldn’t load what happened',
  act: 'Couldn’t change the run',
  retry: 'Couldn’t retry',
} as const

export const NO_RUNS = 'No runs yet. They start with your first site.'
export const NO_MATCH = 'No run matches.'
export const SEARCH_LABEL = 'Run or subject'

export const VIEW_LABELS: Readonly<Record<RunsSearch['show'], string>> = {
  all: 'All',
  attention: 'Needs attention',
  running: 'Running',
  scheduled: 'Scheduled',
}

export const RUN_STATE_LABELS: Readonly<Record<RunState, { label: string; tone: Tone; mark?: 'hollow' }>> = {
  failed: { label: 'Failed', tone: 'bad' },
  late: { label: 'Late', tone: 'warn' },
  paused: { label: 'Paused', tone: 'warn' },
  stopped: { label: 'Stopped', tone: 'warn', mark: 'hollow' },
  running: { label: 'Running', tone: 'note' },
  on_time: { label: 'On time', tone: 'good' },
}
export const ENDED = { label: 'Ended', tone: 'quiet' } as const

export const ACTION_LABELS: Readonly<Record<RunAction, string>> = {
  stop: 'Stop',
  resume: 'Resume',
  retry: 'Try again',
  start: 'Run now',
}
const ACTION_NOTICES: Readonly<Record<RunAction, string>> = {
  stop: 'Stopped',
  resume: 'Resumed',
  retry: 'Trying again',
  start: 'Starting soon',
}
export const actedWords = (action: RunAction, label: string) => `${ACTION_NOTICES[action]}: ${label}`

export const stopQuestion = ({ label, about, progress }: Pick<RunRow, 'label' | 'about' | 'progress'>) => ({
  title: `Stop “${about === null ? label : `${label}, ${about.label}`}”?`,
  content:
    progress === null || progress.done === 0
      ? 'Finished work is kept. You can resume the run later.'
      : `The finished part (${counted(progress.done)} of ${counted(progress.total)} ${progress.unit}) is kept. You can resume the run later.`,
  okText: ACTION_LABELS.stop,
  cancelText: 'Cancel',
})

export const headlineOf = (attention: number, total: number): string => {
  if (total === 0) return NO_RUNS
  if (attention === 0) return 'Nothing needs attention.'
  return `${countedIn(attention, 'run')} ${attention === 1 ? 'needs' : 'need'} attention.`
}

export const dayWordsOf = (
  counts: Readonly<Record<RunGroup, number>>,
  { ended, failed }: { ended: number; failed: number },
): string =>
  `${counted(counts.running)} running now, ${counted(counts.scheduled)} scheduled. The last 24 hours: ${countedIn(ended, 'job')}, ${counted(failed)} failed.`

/** `41 seconds`, `4 minutes`, `2 hours` */
export function lengthWords(seconds: number): string {
  if (seconds < 59.5) return countedIn(Math.max(1, Math.round(seconds)), 'second')
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? countedIn(minutes, 'minute') : countedIn(Math.round(minutes / 60), 'hour')
}

/** `412 of 1,180 posts`, with the time left of a run that has got somewhere. */
export function progressWords({ since, progress, state }: RunRow, now: number): string {
  if (progress === null) return ''
  const { done, total, unit } = progress
  const words = `${counted(done)} of ${counted(total)} ${unit}`
  const elapsed = since === null ? 0 : now - Date.parse(since)
  if (state !== 'running' || elapsed < MINUTE_MS || done === 0 || done >= total) return words
  return `${words}, ${lengthWords((elapsed / 1000 / done) * (total - done))} left`
}

/** Why there is no next time. */
export const NO_NEXT: Readonly<Partial<Record<RunState, string>>> = {
  failed: 'when you try again',
  stopped: 'when resumed',
}

export const historyWords = (recent: readonly boolean[]): string => {
  const fine = recent.filter(Boolean).length
  return `The last ${counted(recent.length)}: ${counted(fine)} OK, ${counted(recent.length - fine)} failed`
}

const wordsIf = (label: string, value: string | null | undefined) => (value ? [`${label}: ${value}`] : [])

/** What a person pastes into a ticket. Times are in UTC. */
export const detailsText = (run: RunRow, { log, jobs }: RunEvidence): string =>
  [
    ...[run.label, run.about?.label, run.started_by && `started by ${run.started_by}`].filter(Boolean),
    `State: ${RUN_STATE_LABELS[run.state].label}`,
    ...wordsIf('Since', run.since),
    ...wordsIf('Reason', run.reason),
    ...log.map(({ at, text }) => `${at} ${text}`),
    ...jobs.map(
      ({ tried_at: at, label, about, error }) => `${at} ${label}, ${about?.label ?? '–'}: ${error}`,
    ),
  ].join('\n')

export const retriedWords = (count: number): string =>
  count === 1 ? 'Retrying 1 job' : `Retrying ${counted(count)} jobs`
export const failedWords = (count: number): string =>
  count === 1 ? '1 email or job has failed.' : `${counted(count)} emails and jobs have failed.`
