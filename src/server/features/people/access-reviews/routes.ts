import type { accessReviewEndpoints } from '#shared/features/people/access-reviews/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentExport } from '../../ground/area.ts'
import type { AccessReviewDeps } from './deps.ts'
import { presentReview, presentReviewed, presentReviewSummary } from './present.ts'
import type { AccessReviewService } from './service.ts'

export const accessReviewHandlers = (
  service: AccessReviewService,
  { timeZone }: Pick<AccessReviewDeps, 'timeZone'>,
): Handlers<typeof accessReviewEndpoints> => ({
  async list() {
    const { rows, total, isDue } = await service.listReviews()
    return { nodes: rows.map((row) => presentReviewSummary(row, timeZone)), totalCount: total, is_due: isDue }
  },
  begin: async ({ actor }) => presentReview(await service.beginReview(actor), timeZone),
  read: async ({ params }) => presentReview(await service.readReview(params.id), timeZone),
  async accounts({ params, query: { perPage = PAGE_SIZE, ...query } }) {
    const { rows, total } = await service.listAccounts(params.id, { ...query, perPage })
    return { nodes: rows.map(presentReviewed), totalCount: total }
  },
  decide: async ({ actor, params, body }) => ({
    changed: await service.decide(actor, { id: params.id, ...body }),
  }),
  revoke: async ({ actor, params }) => presentReviewed(await service.revoke(actor, params)),
  askAgain: async ({ actor, params }) => presentReview(await service.askAgain(actor, params.id), timeZone),
  finish: async ({ actor, params }) => presentReview(await service.finishReview(actor, params.id), timeZone),
  export: async ({ actor, params }) => presentExport(await service.startExport(actor, params.id)),
})
