import type { failedJobEndpoints } from '#shared/features/operate/failed-jobs/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentJob } from './present.ts'
import type { FailedJobsService } from './service.ts'

export function failedJobHandlers(service: FailedJobsService): Handlers<typeof failedJobEndpoints> {
  return {
    async list({ actor, query: { page } }) {
      const { rows, totalCount } = await service.listJobs(actor, page)
      return { nodes: rows.map((row) => presentJob(actor, row)), totalCount, page }
    },
    retry: async ({ actor, params }) => ({ retried: await service.retryJob(actor, params.id) }),
    retryAll: async ({ actor }) => ({ retried: await service.retryAll(actor) }),
  }
}
