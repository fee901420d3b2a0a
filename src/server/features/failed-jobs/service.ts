import { failedJobEndpoints } from '#shared/features/failed-jobs/contract.ts'
import { jobLabel } from '#shared/features/failed-jobs/rules.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { notFound } from '../../errors.ts'
import { type Caller, requires } from '../../security/actor.ts'
import { audit } from '../../security/audit.ts'
import { countFailedJobs, listFailedJobs } from './queries.ts'
import { retryFailedJobs } from './store.ts'

export interface FailedJobsParts {
  db: Db
}

/** Tries a job again; refused where it is none that failed, or not any more. */
async function retryJob({ db }: FailedJobsParts, actor: Caller, id: string): Promise<number> {
  requires(actor, failedJobEndpoints.retry.access)
  return transaction(db, async (tx) => {
    const [name] = await retryFailedJobs(tx, { id })
    if (name === undefined) throw notFound('Failed job')
    await audit(tx, actor, 'job.retried', { id, label: jobLabel(name) })
    return 1
  })
}

async function retryAll({ db }: FailedJobsParts, actor: Caller): Promise<number> {
  requires(actor, failedJobEndpoints.retryAll.access)
  return transaction(db, async (tx) => {
    const names = await retryFailedJobs(tx)
    const labels = [...new Set(names)].map(jobLabel)
    await audit(tx, actor, 'job.all-retried', { after: { count: names.length, jobs: labels } })
    return names.length
  })
}

/** What failed behind the screens, and the way to try it again. */
export function createFailedJobsService(parts: FailedJobsParts) {
  const { db } = parts
  return {
    async listJobs(page: number) {
      const [rows, totalCount] = await Promise.all([listFailedJobs(db, page), countFailedJobs(db)])
      return { rows, totalCount }
    },
    retryJob: (actor: Caller, id: string) => retryJob(parts, actor, id),
    retryAll: (actor: Caller) => retryAll(parts, actor),
  }
}
export type FailedJobsService = ReturnType<typeof createFailedJobsService>
