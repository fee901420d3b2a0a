import { z } from 'zod'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { Id, IdInBody, IdParams, nameText, PageField, SortOrder, sortKey } from '../../../http/fields.ts'

export const CATEGORY_NAME_MAXIMUM = 150
export const COMMISSION_MISSING = 'Please input a commission percentage!'
export const CATEGORY_NAME_MISSING = 'Please input a name!'

export const CATEGORY_SORTS = ['name', 'commission', 'commission_category_id'] as const

const RANGE = 'Enter a number from 0 to 100'
const hasTwoDecimals = (percent: number) => Number(percent.toFixed(2)) === percent

/** A percentage of 0 to 100 with at most two decimals. */
const Commission = z
  .number({ error: COMMISSION_MISSING })
  .min(0, RANGE)
  .max(100, RANGE)
  .refine(hasTwoDecimals, 'Use at most two decimals')

export const CategoryBody = z.object({
  name: nameText(CATEGORY_NAME_MAXIMUM, CATEGORY_NAME_MISSING),
  commission: Commission,
})
export type CategoryBody = z.output<typeof CategoryBody>

/** `version` is the one that the change began from; left out, the last save wins. */
export const CategoryChange = CategoryBody.extend({ version: z.number().int().min(0).optional() })
export type CategoryChange = z.output<typeof CategoryChange>

export const CommissionCategory = z.object({
  commission_category_id: z.number(),
  name: z.string(),
  /** In percent. */
  commission: z.number(),
  /** Products whose shelf in the shop has this name. */
  products: z.number(),
  /** Their earnings in 30 days, in US dollars; null if none were reported. */
  earnings: z.number().nullable(),
  version: z.number(),
})
export type CommissionCategory = z.infer<typeof CommissionCategory>

/** What a sale of a product brings, by its shelf. */
export const SaleCommission = z.object({
  /** The category that its shelf is. */
  category: z.string(),
  percent: z.number(),
  /** US dollars at the current price; null if unknown. */
  per_sale: z.number().nullable(),
})
export type SaleCommission = z.infer<typeof SaleCommission>

const Query = z.object({
  page: PageField,
  sort: sortKey('commission_categories', CATEGORY_SORTS, new Map([['id', 'commission_category_id']])).default(
    'name',
  ),
  sortOrder: SortOrder.default('desc'),
})
export type CategoriesQuery = z.output<typeof Query>

export const InBody = z.object({ commission_category_id: IdInBody })
const view = ['CommissionCategories'] as const
const manage = ['ManageCommissionCategories'] as const

export const commissionCategoryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/commission-categories',
    access: view,
    summary: 'Product categories and their commissions, 20 per page; without `sort` by name, descending.',
    query: Query,
    answer: z.object({ nodes: z.array(CommissionCategory), totalCount: z.number(), page: z.number() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/commission-categories',
    access: manage,
    summary: 'Add a category. 409 if the name is taken, ignoring case.',
    // Forms send the id of the edited category; a new one has none.
    body: CategoryBody.extend({ commission_category_id: Id.nullish() }),
    answer: CommissionCategory,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/commission-categories',
    access: manage,
    summary: 'Change the category named in the body. 409 if it has changed since `version`.',
    body: CategoryChange.extend(InBody.shape),
    answer: CommissionCategory,
    refusals: { 409: oldVersionOf(CommissionCategory) },
  }),
  updateById: endpoint({
    method: 'PUT',
    path: '/api/commission-categories/:id',
    access: manage,
    summary: 'Change a category. 409 if it has changed since `version`.',
    params: IdParams,
    body: CategoryChange,
    answer: CommissionCategory,
    refusals: { 409: oldVersionOf(CommissionCategory) },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/commission-categories',
    access: manage,
    summary: 'Delete the category named in the body.',
    body: InBody,
  }),
  removeById: endpoint({
    method: 'DELETE',
    path: '/api/commission-categories/:id',
    access: manage,
    summary: 'Delete a category.',
    params: IdParams,
  }),
}
