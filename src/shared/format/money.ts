// To make one takes longer than to use it a hundred times.
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, isWhole: boolean): Intl.NumberFormat {
  const key = `${currency}${isWhole}`
  const known = formats.get(key)
  if (known) return known
  const rounded = isWhole ? { maximumFractionDigits: 0 } : {}
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...rounded })
  formats.set(key, made)
  return made
}

/** An amount that rounds to zero has no minus sign. */
function signed(words: Intl.NumberFormat, amount: number): string {
  const shown = words.format(Math.abs(amount))
  return amount < 0 && shown !== words.format(0) ? `−${shown}` : shown
}

/** An amount with currency sign, two decimals and thousands separators: `$1,234.50`, `−$12.00`. */
export function money(amount: number, currency = 'USD'): string {
  return signed(formatOf(currency, false), amount)
}

/**
 * An amount without cents, `$1,235`: for axes of charts, and for thresholds in whole dollars. Earnings,
 * losses and prices use `money` (decision 39).
 */
export function wholeMoney(amount: number, currency = 'USD'): string {
  return signed(formatOf(currency, true), amount)
}
