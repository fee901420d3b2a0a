function signed(words: Intl.NumberFormat, amount: number): string {
  const { maximumFractionDigits: digits = 0 } = words.resolvedOptions()
  const isBelow = Math.round(amount * 10 ** digits) < 0
  return isBelow ? `−${words.format(-amount)}` : words.format(Math.abs(amount))
}

/** An amount with currency sign, two decimals and thousands separators: `$1,234.50`, `−$12.00`. */
export function money(amount: number, currency = 'USD'): string {
  return signed(new Intl.NumberFormat('en-US', { style: 'currency', currency }), amount)
}

/**
 * An amount without cents, `$1,235`: for the scale beside a picture, and for bounds that can only be set in whole
 * dollars. What was earned, is lost or costs is said by `money` (decision 39).
 */
export function wholeMoney(amount: number, currency = 'USD'): string {
  return signed(
    new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }),
    amount,
  )
}
