import { z } from 'zod'
import { CATEGORY_SORTS } from '#shared/features/products/commission-categories/contract.ts'
import { Id, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

/** The address of the commission categories. */
export const CategoriesSearch = z.object({
  page: PageField.catch(1),
  ...orderIn(CATEGORY_SORTS, 'name', 'desc'),
  /** The category whose form is open. */
  category: Id.optional().catch(undefined),
  /** The form of a new category is open. */
  new: z.literal('1').optional().catch(undefined),
})
export type CategoriesSearch = z.infer<typeof CategoriesSearch>
