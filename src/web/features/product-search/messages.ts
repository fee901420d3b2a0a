import { PRODUCT_RATING_MINIMUM, PRODUCT_REVIEWS_MINIMUM } from '#shared/features/opportunities/contract.ts'

/** As the specification words it. */
export const FAILURE = "Couldn't search products."
export const pageHint = (page: number): string | null => (page > 1 ? `Check the page ${page}` : null)

export const NO_MATCH = 'The marketplace has no product of this name that is rated so well by so many.'
export const EMPTY = 'The marketplace has no products yet.'
export const CLEAR_FILTERS = 'Clear Filters'
/** What every search asks for, said. */
export const LIMITS = `rated ${PRODUCT_RATING_MINIMUM} and better by ${PRODUCT_REVIEWS_MINIMUM} people and more`
