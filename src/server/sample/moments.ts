export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
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

export function isWorkingTime(moment: Date): boolean {
  const hour = moment.getUTCHours()
  return isWorkday(moment) && hour >= OPENS && hour < CLOSES
}

/** A step towards working time: hours of the night fold into the day, so that not everything happens at opening. */
function shiftedToWork(moment: Date, days: 1 | -1): Date {
  const shifted = new Date(moment)
  const hour = shifted.getUTCHours()
  if (hour >= CLOSES && days === 1) shifted.setUTCDate(shifted.getUTCDate() + 1)
  if (hour < OPENS && days === -1) shifted.setUTCDate(shifted.getUTCDate() - 1)
  if (hour < OPENS || hour >= CLOSES) shifted.setUTCHours(OPENS + (hour % (CLOSES - OPENS)))
  while (!isWorkday(shifted)) shifted.setUTCDate(shifted.getUTCDate() + days)
  return shifted
}

/** The moment itself if it is in working hours, otherwise one in the last working hours before it. */
export function lastAtWork(moment: Date): Date {
  const shifted = shiftedToWork(moment, -1)
  return shifted > moment ? lastAtWork(new Date(moment.getTime() - DAY)) : shifted
}

/** The moment itself if it is in working hours, otherwise one in the next working hours after it. */
export function nextAtWork(moment: Date): Date {
  const shifted = shiftedToWork(moment, 1)
  return shifted < moment ? nextAtWork(new Date(moment.getTime() + DAY)) : shifted
}
