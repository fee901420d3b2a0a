export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Working hours, UTC. */
const OPENS = 8
const CLOSES = 18

export function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds)
}

export function isWorkday(moment: Date): boolean {
  const day = moment.getUTCDay()
  return day !== 0 && day !== 6
}

/** The moment itself if somebody would be at work then, otherwise one in the last working hours before it. */
export function atWork(moment: Date): Date {
  const shifted = new Date(moment)
  if (shifted.getUTCHours() < OPENS) shifted.setUTCDate(shifted.getUTCDate() - 1)
  const isOpen = shifted.getUTCHours() >= OPENS && shifted.getUTCHours() < CLOSES
  // The hour outside working time is folded into it, so that not everything happens at closing time.
  if (!isOpen) shifted.setUTCHours(OPENS + (shifted.getUTCHours() % (CLOSES - OPENS)))
  while (!isWorkday(shifted)) shifted.setUTCDate(shifted.getUTCDate() - 1)
  return shifted > moment ? moment : shifted
}
