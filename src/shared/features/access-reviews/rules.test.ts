import { expect, it } from 'vitest'
import { reviewTitle } from './rules.ts'

it('a review is called by the day on which it was begun, by the organisation’s clocks', () => {
  const late = new Date('2026-11-23T23:30:00.000Z')
  expect(reviewTitle(late, 'Europe/Berlin')).toBe('Access review of 24 Nov 2026')
  expect(reviewTitle(late, 'America/New_York')).toBe('Access review of 23 Nov 2026')
})
