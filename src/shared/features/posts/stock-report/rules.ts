import type { Stock } from '../../products/product-library/rules.ts'

/** Default filter of the report. */
export const STOCK_PRESET = ['INVALID_ASIN', 'OUT_OF_STOCK'] as const satisfies readonly Stock[]

/** Whether these are the states of the default filter, in any order. */
export const isPreset = (stocks: readonly Stock[]): boolean =>
  stocks.length === STOCK_PRESET.length && STOCK_PRESET.every((state) => stocks.includes(state))

/** So many full weeks before a product went out say what it earned in a post. */
export const RISK_WEEKS = 4

/** Display text of the formula for the amount at risk. */
export const RISK_FORMULA = `The product’s average weekly earnings in this post over the last ${RISK_WEEKS} full weeks before it sold out. If earnings aren’t reported per product, we estimate them (≈) from the post’s earnings and the product’s usual share. If that isn’t known either, it’s shown as unknown.`

const WEEKS_A_YEAR = 52
const MONTHS_A_YEAR = 12

/** Of a sum a week the sum a month, in the same unit. */
export const monthly = (weekly: number): number => (weekly * WEEKS_A_YEAR) / MONTHS_A_YEAR
