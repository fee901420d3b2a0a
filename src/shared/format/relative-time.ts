const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A month and a year are taken as 30 and 365 days. */
const MONTH = 30 * DAY
const YEAR = 365 * DAY

const STEPS = [
  { limit: MINUTE, size: 1, unit: 'second' },
  { limit: HOUR, size: MINUTE, unit: 'minute' },
  { limit: DAY, size: HOUR, unit: 'hour' },
  { limit: MONTH, size: DAY, unit: 'day' },
  { limit: YEAR, size: MONTH, unit: 'month' },
  { limit: Number.POSITIVE_INFINITY, size: YEAR, unit: 'year' },
] as const

/**
 * Time passed in the largest fitting unit: `2 hours ago`. Anything under a second, or in the future, counts
 * as one second.
 */
export function relativeTime(moment: string | Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(moment).getTime()) / 1000))
  const step = STEPS.find(({ limit }) => seconds < limit) ?? STEPS[STEPS.length - 1]
  if (!step) return ''
  const count = Math.max(1, Math.floor(seconds / step.size))
  return `${count} ${step.unit}${count === 1 ? '' : 's'} ago`
}
