import { CronExpressionParser } from 'cron-parser'
import { jobLabel } from '#shared/features/operate/failed-jobs/rules.ts'
import type { RunEvidence, RunRow } from '#shared/features/operate/runs/contract.ts'
import { UNITS } from '#shared/features/operate/runs/rules.ts'
import { type Job, MOST_TRIES } from '../../../jobs/job.ts'
import type { Caller } from '../../../security/actor.ts'
import type { FailedJobRow } from '../failed-jobs/feature.ts'
import { presentJob, reasonOf } from '../failed-jobs/present.ts'
import type { EndRow, LineRow, OpenRunRow, WorkRow } from './queries.ts'
import type { Subject } from './subject-queries.ts'

/** Scheduled work that has not begun so long after its time is late. */
const LATE_MS = 5 * 60_000
/** Results that are shown. */
const MOST_ENDS = 14

const iso = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString())

type Scheduled = Job & { schedule: string }
export const isScheduled = (job: Job): job is Scheduled => job.schedule !== undefined && job.isHidden !== true

const timesOf = ({ schedule, timeZone: tz = 'UTC' }: Scheduled, currentDate: Date) =>
  CronExpressionParser.parse(schedule, { tz, currentDate })

function historyOf(ends: readonly EndRow[], name: string): Pick<RunRow, 'last' | 'recent'> {
  const own = ends.filter((end) => end.name === name)
  const [last] = own
  if (last === undefined) return { last: null, recent: [] }
  const seconds = (Date.parse(last.endedAt) - Date.parse(last.startedAt)) / 1000
  return {
    last: { ended_at: new Date(last.endedAt).toISOString(), seconds, is_ok: last.isOk },
    recent: own
      .slice(0, MOST_ENDS)
      .map(({ isOk }) => isOk)
      .toReversed(),
  }
}

function stateOfRun({ state, attempts, resumeAt, reason, job }: OpenRunRow, now: Date): RunRow['state'] {
  if (state === 'stopped') return 'stopped'
  if (job === 'active') return 'running'
  // From then on, a failing run is not merely waiting for its next try.
  if (job === 'failed' || attempts >= MOST_TRIES) return 'failed'
  const isLater = resumeAt !== null && Date.parse(resumeAt) > now.getTime()
  if (isLater || attempts > 0) return reason === null ? 'on_time' : 'paused'
  return 'running'
}

const ACTIONS: Readonly<Record<RunRow['state'], RunRow['actions']>> = {
  failed: ['retry', 'stop'],
  paused: ['retry', 'stop'],
  stopped: ['resume'],
  running: ['stop'],
  on_time: ['stop'],
  late: [],
}

interface Known {
  ends: readonly EndRow[]
  now: Date
}

/** A run that has not ended. */
export function presentRun(run: OpenRunRow, subject: Subject | undefined, { ends, now }: Known): RunRow {
  const state = stateOfRun(run, now)
  const { label = null, path = null, startedBy = null, done = null, total = null } = subject ?? {}
  const isWaiting = state === 'paused' || state === 'on_time' || state === 'failed'
  return {
    id: `run-${run.id}`,
    label: jobLabel(run.name),
    about: label === null ? null : { label, path },
    started_by: startedBy,
    state,
    since: iso(run.startedAt),
    progress: done === null || total === null ? null : { done, total, unit: UNITS[run.name] ?? 'steps' },
    reason: run.reason === null ? null : reasonOf(run.reason),
    attempts: run.attempts,
    failed: run.job === 'failed' ? 1 : 0,
    ...historyOf(ends, run.name),
    next_at: isWaiting ? (iso(run.job === 'failed' ? run.resumeAt : run.nextAt) ?? iso(run.resumeAt)) : null,
    actions: ACTIONS[state],
  }
}

const FAULTLESS = { failed: 0, attempts: 0, reason: null } as const

/** Whether its last time has passed without it. Work that was never begun waits for its first time. */
function isLate(job: Scheduled, begunAt: string | null, now: Date): boolean {
  if (begunAt === null) return false
  const due = timesOf(job, new Date(now.getTime() - LATE_MS))
    .prev()
    .getTime()
  return Date.parse(begunAt) < due - LATE_MS
}

/** Other work of which jobs failed, such as mails. */
export function presentFailed(work: WorkRow, ends: readonly EndRow[]): RunRow {
  return {
    id: work.name,
    label: jobLabel(work.name),
    about: null,
    started_by: null,
    state: work.failedForGood > 0 ? 'failed' : 'paused',
    since: iso(work.since),
    progress: null,
    ...{ failed: work.failed, attempts: work.attempts, reason: reasonOf(work.message) },
    ...historyOf(ends, work.name),
    next_at: iso(work.nextAt),
    actions: ['retry'],
  }
}

/** Scheduled work. */
export function presentScheduled(
  job: Scheduled,
  work: WorkRow | undefined,
  { ends, now, isCalm }: Known & { isCalm: boolean },
): RunRow {
  const name = job.begins ?? job.name
  const next = timesOf(job, now).next().toDate().toISOString()
  const shown = { label: jobLabel(name), ...historyOf(ends, name) }
  if (work !== undefined && work.failed > 0) {
    const failed = presentFailed(work, ends)
    return { ...failed, ...shown, next_at: failed.next_at ?? next }
  }
  const isRunning = (work?.running ?? 0) > 0
  const waits = isLate(job, work?.begunAt ?? null, now) ? 'late' : 'on_time'
  return {
    ...{ id: job.name, about: null, started_by: null, since: null, progress: null },
    ...FAULTLESS,
    ...shown,
    state: isRunning ? 'running' : waits,
    next_at: next,
    actions: isCalm && !isRunning ? ['start'] : [],
  }
}

const WORDS: Readonly<Record<string, (line: LineRow) => string>> = {
  active: () => 'Running',
  completed: ({ seconds }) => `Done in ${Math.max(1, Math.round(seconds ?? 0))} s`,
  retry: ({ tries, message }) => `Try ${tries} failed: ${reasonOf(message)}`,
  failed: ({ tries, message }) => `Try ${tries} failed, the last one: ${reasonOf(message)}`,
}

export const presentEvidence = (
  actor: Caller,
  lines: readonly LineRow[],
  jobs: readonly FailedJobRow[],
): RunEvidence => ({
  log: lines.toReversed().map((line) => ({
    at: new Date(line.at).toISOString(),
    text: WORDS[line.state]?.(line) ?? line.state,
    is_error: line.state === 'retry' || line.state === 'failed',
  })),
  jobs: jobs.map((row) => presentJob(actor, row)),
})
