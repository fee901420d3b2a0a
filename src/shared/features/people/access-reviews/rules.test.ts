import { expect, it } from 'vitest'
import { reviewTitle } from './rules.ts'

it('a review is named after its first day, in the organisation’s time zone', () => {
  const late = new Date('2026-11-23T23:30:00.000Z')
  expect(reviewTitle(late, 'Europe/Berlin')).toBe('Access review of 24 Nov 2026')
  expect(reviewTitle(late, 'America/New_York')).toBe('Access review of 23 Nov 2026')
})
