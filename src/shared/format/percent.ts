const FORMAT = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A share from 0 to 1 with one decimal, always: figures in one column line up. */
export const percent = (share: number) => FORMAT.format(share)
