import { z } from 'zod'
import { SHELF_SORTS } from '#shared/features/products/shelves/contract.ts'
import { PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

export const ShelvesSearch = z.object({ page: PageField.catch(1), ...orderIn(SHELF_SORTS, 'name', 'asc') })
export type ShelvesSearch = z.infer<typeof ShelvesSearch>
