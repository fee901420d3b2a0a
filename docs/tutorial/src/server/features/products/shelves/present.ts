import type { Shelf } from '#shared/features/products/shelves/contract.ts'
import type { ShelfRow } from './store.ts'

export const presentShelf = ({ id, name }: ShelfRow): Shelf => ({ shelf_id: id, name })
