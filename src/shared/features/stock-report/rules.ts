import type { Stock } from '../product-library/rules.ts'

/** What the report shows where nobody says which states. */
export const STOCK_PRESET = ['INVALID_ASIN', 'OUT_OF_STOCK'] as const satisfies readonly Stock[]

/** So many full weeks before a product went out say what it earned in a post. */
export const RISK_WEEKS = 4

/** How the sum at risk is made, for whoever asks. */
export const RISK_FORMULA = `What the product earned in this post a week, on average of the last ${RISK_WEEKS} full weeks before it could not be bought any more. Where nobody told its earnings apart from the post’s, it is estimated (≈): what the post earned in those weeks, by the share that the product had of the posts in which it was told. Where that is not known either, it is unknown.`

const WEEKS_A_YEAR = 52
const MONTHS_A_YEAR = 12

/** Of a sum a week the sum a month, in the same unit. */
export const monthly = (weekly: number): number => (weekly * WEEKS_A_YEAR) / MONTHS_A_YEAR
