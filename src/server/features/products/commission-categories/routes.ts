import { commissionCategoryEndpoints } from '#shared/features/products/commission-categories/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentCategory } from './present.ts'
import type { FoundCategory } from './queries.ts'
import type { CategoriesService } from './service.ts'

const current = (category: FoundCategory) => ({ current: presentCategory(category) })

export function categoryHandlers(service: CategoriesService): Handlers<typeof commissionCategoryEndpoints> {
  return {
    async list({ query }) {
      const { rows, totalCount } = await service.listCategories(query)
      return { nodes: rows.map(presentCategory), totalCount, page: query.page }
    },
    create: async ({ actor, body }) => presentCategory(await service.createCategory(actor, body)),
    update: async ({ actor, body }) =>
      presentCategory(
        await service
          .updateCategory(actor, body.commission_category_id, body)
          .catch(presentOldVersion(commissionCategoryEndpoints.update, current)),
      ),
    updateById: async ({ actor, params, body }) =>
      presentCategory(
        await service
          .updateCategory(actor, params.id, body)
          .catch(presentOldVersion(commissionCategoryEndpoints.updateById, current)),
      ),
    async remove({ actor, body }) {
      await service.removeCategory(actor, body.commission_category_id)
      return undefined
    },
    async removeById({ actor, params }) {
      await service.removeCategory(actor, params.id)
      return undefined
    },
  }
}
