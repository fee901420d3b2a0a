/** An amount with currency sign, two decimals and thousands separators: `$1,234.50`. */
export function money(amount: number, currency = 'USD'): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)
}

/** An amount of US dollars without cents: `$1,235`, `−$12`. */
export function wholeDollars(amount: number): string {
  const words = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(Math.abs(amount))
  return Math.round(amount) < 0 ? `−${words}` : words
}
