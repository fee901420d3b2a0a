import {
  PRODUCT_RATING_MINIMUM,
  PRODUCT_REVIEWS_MINIMUM,
} from '#shared/features/keywords/opportunities/contract.ts'
import { PRODUCTS_IN_FILE } from '#shared/features/market/market-exports/contract.ts'
import { counted } from '#shared/format/count.ts'

/** Worded by the specification. */
export const FAILURE = "Couldn't search products."
export const pageHint = (page: number): string | null => (page > 1 ? `Check the page ${page}` : null)

export const BY_NAME = 'By name or category'
export const BRAND_ONLY = 'Only the brand matches'
export const USE = {
  label: 'Use in article',
  drafts: 'Your drafts',
  allDrafts: 'All drafts',
  request: 'New article with this product',
  replace: 'Replace a sold-out product',
  copy: 'Copy ASIN',
} as const
/** A draft without a title. */
export const UNTITLED = 'Untitled draft'
export const addedToWords = (title: string) => `Added to ${title}`
export const containedWords = (title: string) => `${title} already has this product`
export const removedWords = (title: string) => `Removed from ${title}`
/** A draft that was submitted meanwhile is not changed from here. */
export const noDraftWords = (title: string) => `${title} is no longer a draft, so it wasn’t changed.`
export const OPEN = 'Open'
/** Titles of errors. */
export const FAILURES = { add: 'Couldn’t add the product to the draft', remove: 'Couldn’t undo' } as const
export const NO_MATCH = 'No matching products with enough good ratings.'
/** Offers the nearest spelling of words that match nothing. */
export const NEAREST = 'Did you mean'
/** The dialog that exports the list. */
export const EXPORT = {
  title: 'Export products',
  about: `The first ${counted(PRODUCTS_IN_FILE)} products that match, with their figures, as CSV.`,
} as const
export const NOT_CONNECTED = {
  title: 'The marketplace isn’t connected',
  text: 'Products come from a market data provider or from a file. Until then, you can look through the products in your own posts.',
  open: 'Open Products Library',
  how: 'How to connect a provider',
} as const
export const EMPTY = 'No marketplace products yet.'
export const CLEAR_FILTERS = 'Clear Filters'
/** The fixed limits of every search, as text. */
export const LIMITS = `${PRODUCT_RATING_MINIMUM}★ and up, at least ${PRODUCT_REVIEWS_MINIMUM} ratings`
