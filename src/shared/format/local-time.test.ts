import { expect, it } from 'vitest'
import { localTimeAt, momentAt } from './local-time.ts'

it.each([
  // Clocks go from 02:00 to 03:00.
  ['America/New_York', '2026-03-08', 2, '2026-03-08T07:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', 2, '2026-03-29T01:00:00.000Z'],
  // From 00:00 to 01:00.
  ['Africa/Cairo', '2026-04-24', 0, '2026-04-23T22:00:00.000Z'],
  // Clocks show the hour twice: the first time counts.
  ['America/New_York', '2026-11-01', 1, '2026-11-01T05:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', 2, '2026-10-25T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-30', 8, '2026-11-30T02:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-30', 8, '2026-11-30T02:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-30', 8, '2026-11-29T18:00:00.000Z'],
  ['UTC', '2026-11-30', 23, '2026-11-30T23:00:00.000Z'],
])('clocks in %s on %s show %i:00 at %4$s', (timeZone, day, hour, moment) => {
  expect(momentAt({ day, hour }, timeZone).toISOString()).toBe(moment)
})

it('weekdays are counted from Monday, by the calendar of the time zone', () => {
  const moment = new Date('2026-11-29T23:30:00Z')
  expect(localTimeAt(moment, 'UTC')).toEqual({ day: '2026-11-29', hour: 23, weekday: 7 })
  expect(localTimeAt(moment, 'Asia/Kolkata')).toEqual({ day: '2026-11-30', hour: 5, weekday: 1 })
})
