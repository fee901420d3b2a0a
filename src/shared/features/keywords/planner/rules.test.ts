import { describe, expect, it } from 'vitest'
import { plusMonths } from '../../../format/day.ts'
import { columnOf, isPlannable, latenessOf, monthsFrom, proposedMonth } from './rules.ts'

const TODAY = '2026-11-23'

it('a year is planned from this month on', () => {
  const months = monthsFrom(TODAY)
  expect(months).toHaveLength(12)
  expect([months[0], months[1], months[2], months[11]]).toEqual(['2026-11', '2026-12', '2027-01', '2027-10'])
  expect(plusMonths('2027-01', -2)).toBe('2026-11')
  expect(isPlannable('2026-10', TODAY)).toBe(false)
  expect(isPlannable('2027-11', TODAY)).toBe(false)
})

it('the publish-by date proposes its month, at most the last one, and without a season this one', () => {
  const by = (date: string) => ({ date, peak: '2027-02-15', missed: null })
  expect(proposedMonth(by('2027-01-31'), TODAY)).toBe('2027-01')
  expect(proposedMonth(by('2027-11-20'), TODAY)).toBe('2027-10')
  expect(proposedMonth(null, TODAY)).toBe('2026-11')
})

it('plans for past months are in this one', () => {
  expect(columnOf('2026-09', TODAY)).toBe('2026-11')
  expect(columnOf('2027-02', TODAY)).toBe('2027-02')
})

describe('a planned keyword is late', () => {
  const plan = (month: string, publish_by: string | null, status?: string) => ({
    month,
    publish_by,
    article: status === undefined ? null : { status },
  })

  it('from the day after its publish-by date', () => {
    expect(latenessOf(plan('2026-11', '2026-11-22'), TODAY)).toBe('past-date')
    expect(latenessOf(plan('2026-11', TODAY), TODAY)).toBeNull()
  })

  it('in a month that begins after that date', () => {
    expect(latenessOf(plan('2027-01', '2026-12-31'), TODAY)).toBe('planned-late')
    expect(latenessOf(plan('2026-12', '2026-12-01'), TODAY)).toBeNull()
  })

  it('once its month is over', () => {
    expect(latenessOf(plan('2026-10', null), TODAY)).toBe('past-month')
    expect(latenessOf(plan('2026-11', null), TODAY)).toBeNull()
  })

  it('until its article is published, however far it is', () => {
    expect(latenessOf(plan('2026-11', '2026-11-01', 'draft'), TODAY)).toBe('past-date')
    expect(latenessOf(plan('2026-11', '2026-11-01', 'requested'), TODAY)).toBeNull()
    expect(latenessOf(plan('2027-01', '2026-12-31', 'approved'), TODAY)).toBeNull()
    expect(latenessOf(plan('2026-10', '2026-11-01', 'approved'), TODAY)).toBe('past-month')
    expect(latenessOf(plan('2026-11', '2026-11-01', 'published'), TODAY)).toBeNull()
  })
})
