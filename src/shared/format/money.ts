/** An amount with currency sign, two decimals and thousands separators: `$1,234.50`. */
export function money(amount: number, currency = 'USD'): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)
}
