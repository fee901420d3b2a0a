import { z } from 'zod'

const OrderOf = z.enum(['asc', 'desc'])

/** The page of a list in the address, and its order if the list can be sorted. */
export interface ListAddress {
  page: number
  sort?: string
  sortOrder?: z.output<typeof OrderOf>
}

/**
 * The order parameters for the address schema of a screen: one of `sorts`; missing or invalid values become
 * the default order.
 */
export function orderIn<const Sort extends string>(
  sorts: readonly Sort[],
  begins: NoInfer<Sort>,
  order: z.output<typeof OrderOf>,
) {
  return {
    sort: z.enum(sorts).catch(begins).default(begins),
    sortOrder: OrderOf.catch(order).default(order),
  }
}
