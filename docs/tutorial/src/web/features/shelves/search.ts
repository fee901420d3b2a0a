import { z } from 'zod'
import { SHELF_SORTS } from '#shared/features/shelves/contract.ts'
import { Page } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

export const ShelvesSearch = z.object({ page: Page.catch(1), ...orderIn(SHELF_SORTS, 'name', 'asc') })
export type ShelvesSearch = z.infer<typeof ShelvesSearch>
