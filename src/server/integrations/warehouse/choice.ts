import { type BuiltInWarehouseParts, createBuiltInWarehouse } from './built-in.ts'
import type { Warehouse } from './port.ts'

/** Our own tables: no other warehouse can be configured. */
export const chooseWarehouse = (parts: BuiltInWarehouseParts): Warehouse => createBuiltInWarehouse(parts)
