import { failedJobEndpoints } from '#shared/features/operate/failed-jobs/contract.ts'
import { jobLabel } from '#shared/features/operate/failed-jobs/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { notFound } from '../../../errors.ts'
import { type Job, jobsShownTo } from '../../../jobs/job.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { countFailedJobs, listFailedJobs } from './queries.ts'
import { retryFailedJobs } from './store.ts'

export interface FailedJobsDeps {
  db: Db
  /** All jobs of the server; those of other versions can’t be retried, so they aren’t shown. */
  jobs: () => readonly Job[]
}

const namesShownTo = (actor: Caller, { jobs }: FailedJobsDeps) =>
  jobsShownTo(actor, jobs()).map(({ name }) => name)

/** Tries a job again; refused where it is none that failed, or not any more. */
async function retryJob(deps: FailedJobsDeps, actor: Caller, id: string): Promise<number> {
  requires(actor, failedJobEndpoints.retry.access)
  return transaction(deps.db, async (tx) => {
    const [name] = await retryFailedJobs(tx, { names: namesShownTo(actor, deps), id })
    if (name === undefined) throw notFound('Failed job')
    await audit(tx, actor, 'job.retried', { id, label: jobLabel(name) })
    return 1
  })
}

async function retryAll(deps: FailedJobsDeps, actor: Caller): Promise<number> {
  requires(actor, failedJobEndpoints.retryAll.access)
  return transaction(deps.db, async (tx) => {
    const names = await retryFailedJobs(tx, { names: namesShownTo(actor, deps) })
    const labels = [...new Set(names)].map(jobLabel)
    await audit(tx, actor, 'job.all-retried', { after: { count: names.length, jobs: labels } })
    return names.length
  })
}

/** What failed behind the screens, and the way to try it again. */
export function createFailedJobsService(deps: FailedJobsDeps) {
  const { db } = deps
  return {
    async listJobs(actor: Caller, page: number) {
      const shown = namesShownTo(actor, deps)
      const [rows, totalCount] = await Promise.all([
        listFailedJobs(db, shown, page),
        countFailedJobs(db, shown),
      ])
      return { rows, totalCount }
    },
    retryJob: (actor: Caller, id: string) => retryJob(deps, actor, id),
    retryAll: (actor: Caller) => retryAll(deps, actor),
  }
}
export type FailedJobsService = ReturnType<typeof createFailedJobsService>
