import { z } from 'zod'
import { endpoint } from '../../../http/endpoint.ts'
import { PageField, requiredText, SortOrder } from '../../../http/fields.ts'

export const Shelf = z.object({ shelf_id: z.number(), name: z.string() })
export type Shelf = z.infer<typeof Shelf>

export const ShelfBody = z.object({ name: requiredText(100, 'Please name the shelf!') })

export const SHELF_SORTS = ['name'] as const

export const shelfEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/shelves',
    access: ['ViewTools'],
    summary: 'The shelves, twenty to a page.',
    query: z.object({
      page: PageField,
      sort: z.enum(SHELF_SORTS).default('name'),
      sortOrder: SortOrder.default('asc'),
    }),
    answer: z.object({ nodes: z.array(Shelf), totalCount: z.number() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/shelves',
    access: ['ManageSites'],
    summary: 'Create a shelf.',
    body: ShelfBody,
    answer: Shelf,
    status: 201,
  }),
}
