const FORMAT = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A share from 0 to 1 with one decimal, always: figures in one column line up. */
export const percent = (share: number) => FORMAT.format(share)

const SIGNIFICANT = new Intl.NumberFormat('en-US', {
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})

/** A percentage that is one already, to three significant digits: 100, 83.3, 5.00. */
export const significant = (percentage: number) => SIGNIFICANT.format(percentage)

/** The same as a number, rounded to those digits. */
export const toSignificant = (percentage: number): number => Number(percentage.toPrecision(3))
