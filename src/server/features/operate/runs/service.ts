import { isPermitted } from '#shared/access/permissions.ts'
import { jobLabel } from '#shared/features/operate/failed-jobs/rules.ts'
import { type RunRow, runEndpoints } from '#shared/features/operate/runs/contract.ts'
import type { RunAction } from '#shared/features/operate/runs/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type Job, jobsShownTo } from '../../../jobs/job.ts'
import type { Queue } from '../../../jobs/queue.ts'
import { removeWaitingJobs } from '../../../kernel/runs/runs-store.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { listFailedJobs, retryFailedJobs } from '../failed-jobs/feature.ts'
import { isScheduled, presentEvidence, presentFailed, presentRun, presentScheduled } from './present.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'
import { readSubjects, type Subject } from './subject-queries.ts'

export interface RunsDeps {
  db: Db
  clock: () => Date
  enqueue: Queue['enqueue']
  enqueueOnce: Queue['enqueueOnce']
  isUnderWay: Queue['isUnderWay']
  /** All jobs of the server. */
  jobs: () => readonly Job[]
}

async function subjectsOf(
  db: Db,
  runs: readonly queries.OpenRunRow[],
): Promise<ReadonlyMap<number, Subject>> {
  const names = [...new Set(runs.map(({ name }) => name))]
  const found = await Promise.all(
    names.map((name) =>
      readSubjects(
        db,
        name,
        runs.filter((run) => run.name === name).map(({ id }) => id),
      ),
    ),
  )
  return new Map(found.flatMap((subjects) => [...subjects]))
}

const byNextTime = (one: RunRow, other: RunRow) =>
  (one.next_at ?? '').localeCompare(other.next_at ?? '') || one.label.localeCompare(other.label)

async function listRuns({ db, clock, jobs: all }: RunsDeps, actor: Caller) {
  const now = clock()
  const jobs = jobsShownTo(actor, all())
  const names = new Set(jobs.map(({ name }) => name))
  const [open, work, day] = await Promise.all([
    queries.listOpenRuns(db),
    queries.listWork(db),
    queries.countDay(db),
  ])
  const runs = open.filter(({ name }) => names.has(name))
  const scheduled = jobs.filter(isScheduled)
  const isPlanned = new Set(scheduled.map(({ name }) => name))
  const isRun = new Set(runs.map(({ name }) => name))
  const failed = work.filter(
    ({ name, failed: count }) => count > 0 && names.has(name) && !isPlanned.has(name),
  )
  const shown = [...runs, ...failed, ...scheduled.map(({ name, begins = name }) => ({ name: begins }))]
  const ends = await queries.listEnds(db, [...new Set(shown.map(({ name }) => name))])
  const subjects = await subjectsOf(db, runs)
  const known = { ends, now }
  const workOf = new Map(work.map((each) => [each.name, each]))
  return {
    nodes: [
      ...failed.map((each) => presentFailed(each, ends)),
      ...runs.map((run) => presentRun(run, subjects.get(run.id), known)),
      ...scheduled
        .map((job) =>
          presentScheduled(job, workOf.get(job.name), { ...known, isCalm: !isRun.has(job.begins ?? '') }),
        )
        .toSorted(byNextTime),
    ],
    day,
  }
}

const idOfRun = (id: string): number | null => {
  const [, digits] = /^run-(\d{1,9})$/.exec(id) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The work of this name, if the user may see it. */
function findJob({ jobs }: RunsDeps, actor: Caller, name: string): Job {
  const job = jobsShownTo(actor, jobs()).find((each) => each.name === name && each.isHidden !== true)
  if (job === undefined) throw notFound('Run')
  return job
}

async function readEvidence(deps: RunsDeps, actor: Caller, id: string) {
  const { db } = deps
  const runId = idOfRun(id)
  const name = runId === null ? id : await store.findRunName(db, runId)
  if (name === undefined) throw notFound('Run')
  const { begins } = findJob(deps, actor, name)
  const [lines, ofBegun, jobs] = await Promise.all([
    queries.listLines(db, { name, runId }),
    begins === undefined ? [] : queries.listLines(db, { name: begins, runId: null }),
    runId === null && isPermitted(actor.permissions, ['ManageUsers']) ? listFailedJobs(db, [name], 1) : [],
  ])
  return presentEvidence(
    actor,
    [...lines, ...ofBegun].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    jobs,
  )
}

const REFUSALS: Readonly<Record<RunAction, string>> = {
  stop: 'This run has already been stopped.',
  resume: 'This run isn’t stopped.',
  retry: 'This run is stopped. Resume it instead.',
  start: 'Only scheduled work can be started.',
}

async function actOnRun(deps: RunsDeps, actor: Caller, { id, action }: { id: number; action: RunAction }) {
  requires(actor, runEndpoints.act.access)
  const { db, clock, enqueue, isUnderWay } = deps
  const now = clock()
  await transaction(db, async (tx) => {
    const run = await store.lockOpenRun(tx, id)
    if (run === undefined) throw notFound('Run')
    const { name, key, state } = run
    findJob(deps, actor, name)
    const isAllowed = action !== 'start' && (action === 'resume') === (state === 'stopped')
    if (!isAllowed) throw new AppError('conflict', REFUSALS[action])
    await removeWaitingJobs(tx, { name, key })
    if (action === 'stop') {
      await store.setRunState(tx, id, { state: 'stopped', reason: `Stopped by ${fullNameOf(actor)}.`, now })
    } else {
      await store.setRunState(tx, id, { state: 'open', reason: null, now })
      // A job that is at a step goes on.
      if (!(await isUnderWay(name, key, tx))) await enqueue(tx, name, key)
    }
    const act = { stop: 'run.stopped', resume: 'run.resumed', retry: 'run.retried' } as const
    const about = (await readSubjects(tx, name, [id])).get(id)?.label
    const label = about == null ? jobLabel(name) : `${jobLabel(name)}: ${about}`
    await audit(tx, actor, act[action], { id: `run-${id}`, label })
  })
}

async function actOnWork(
  deps: RunsDeps,
  actor: Caller,
  { id: name, action }: { id: string; action: RunAction },
) {
  requires(actor, runEndpoints.act.access)
  const { db, enqueueOnce } = deps
  const job = findJob(deps, actor, name)
  const label = jobLabel(job.begins ?? name)
  await transaction(db, async (tx) => {
    if (action === 'retry') {
      const retried = await retryFailedJobs(tx, { names: [name] })
      if (retried.length === 0) throw new AppError('conflict', 'Nothing of this has failed any more.')
      await audit(tx, actor, 'job.all-retried', { after: { count: retried.length, jobs: [label] } })
      return
    }
    if (action !== 'start' || !isScheduled(job))
      throw new AppError('conflict', action === 'start' ? REFUSALS.start : 'This isn’t a run.')
    await enqueueOnce(tx, name, {})
    await audit(tx, actor, 'job.started', { id: name, label })
  })
}

/** Background work, and what users may do with it. */
export function createRunsService(deps: RunsDeps) {
  return {
    listRuns: (actor: Caller) => listRuns(deps, actor),
    readEvidence: (actor: Caller, id: string) => readEvidence(deps, actor, id),
    async act(actor: Caller, { id, action }: { id: string; action: RunAction }) {
      const runId = idOfRun(id)
      await (runId === null
        ? actOnWork(deps, actor, { id, action })
        : actOnRun(deps, actor, { id: runId, action }))
    },
  }
}
export type RunsService = ReturnType<typeof createRunsService>
