import { DAY_MS } from '#shared/format/duration.ts'

/** The time of day is the machine's; the day may be another one, so that tests can be run as on a drawn day. */
export function clockOf({ clockDaysAhead }: { clockDaysAhead: number }): () => Date {
  return () => new Date(Date.now() + clockDaysAhead * DAY_MS)
}
