/** What was read may be shown as today's for this long. */
export const READING_FRESH_MS = 60 * 60_000
/** The marketplace's licence: no price is shown that is older. */
export const PRICE_SHOWN_MS = 24 * 60 * 60_000

/** Ten letters and digits, as every ASIN. */
export const ASIN_PATTERN = /^[A-Z0-9]{10}$/

/** An ASIN as it is kept, whatever it was typed like. */
export const tidyAsin = (asin: string) => asin.trim().toUpperCase()
