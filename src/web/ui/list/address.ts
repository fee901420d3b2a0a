import { z } from 'zod'

const OrderOf = z.enum(['asc', 'desc'])

/** Which page of a list an address names, and its order where the list can be put in order. */
export interface ListAddress {
  page: number
  sort?: string
  sortOrder?: z.output<typeof OrderOf>
}

/**
 * What an address says of a list's order, for the schema of its screen: one of `sorts`, and the order that the list
 * begins with where it says nothing or something else.
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
