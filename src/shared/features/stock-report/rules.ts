import type { Stock } from '../product-library/rules.ts'

/** What the report shows where nobody says which states. */
export const STOCK_PRESET = ['INVALID_ASIN', 'OUT_OF_STOCK'] as const satisfies readonly Stock[]

/** So many full weeks before a product went out say what it earned in a post. */
export const RISK_WEEKS = 4

/** How the sum at risk is made, for whoever asks. */
export const RISK_FORMULA = `What the product earned in this post a week, on average of the last ${RISK_WEEKS} full weeks before it could not be bought any more. Where nobody told its earnings apart from the post’s, it is unknown.`
