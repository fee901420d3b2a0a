import { expect, test } from 'vitest'
import { isWorkingTime, lastAtWork, nextAtWork } from './moments.ts'

// 2026-11-20 is a Friday.
test.each([
  ['a working hour stays', '2026-11-20T10:15:00Z', '2026-11-20T10:15:00.000Z', '2026-11-20T10:15:00.000Z'],
  ['a Saturday', '2026-11-21T10:15:00Z', '2026-11-20T10:15:00.000Z', '2026-11-23T10:15:00.000Z'],
  ['an early morning', '2026-11-19T03:15:00Z', '2026-11-18T11:15:00.000Z', '2026-11-19T11:15:00.000Z'],
  ['a late evening', '2026-11-18T22:15:00Z', '2026-11-18T10:15:00.000Z', '2026-11-19T10:15:00.000Z'],
])('%s is put into working time of the sample', (_, moment, last, next) => {
  expect(lastAtWork(new Date(moment)).toISOString()).toBe(last)
  expect(nextAtWork(new Date(moment)).toISOString()).toBe(next)
})

test('any hour of two weeks finds working time on both sides', () => {
  for (let hour = 0; hour < 24 * 14; hour++) {
    const moment = new Date(Date.UTC(2026, 10, 15, hour, 30))
    expect(isWorkingTime(lastAtWork(moment)) && lastAtWork(moment) <= moment, moment.toISOString()).toBe(true)
    expect(isWorkingTime(nextAtWork(moment)) && nextAtWork(moment) >= moment, moment.toISOString()).toBe(true)
  }
})
