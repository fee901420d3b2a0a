import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { clockOf } from './clock.ts'

test('the clock is a number of days ahead of the machine, or behind, and keeps running', () => {
  for (const clockDaysAhead of [0, 464, -1, 0.0625]) {
    const before = Date.now()
    const ahead = clockOf({ clockDaysAhead })().getTime() - clockDaysAhead * DAY_MS
    expect(ahead).toBeGreaterThanOrEqual(before)
    expect(ahead).toBeLessThanOrEqual(Date.now())
  }
})
