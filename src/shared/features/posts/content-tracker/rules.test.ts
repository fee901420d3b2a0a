import { describe, expect, it } from 'vitest'
import { plusDays } from '../../../format/day.ts'
import {
  agePoints,
  effectOfUpdate,
  FLAGS,
  flagBit,
  flagsOf,
  isDrop,
  type RefreshFacts,
  refreshReasons,
  relativeChange,
  turnsOf,
  weekOf,
  weeksOn,
  yearChange,
  yearsOf,
} from './rules.ts'

describe('flags', () => {
  it('are bits of one number, from which each can be read again', () => {
    for (let bits = 0; bits < 1 << FLAGS.length; bits += 1)
      expect(flagsOf(bits).reduce((sum, flag) => sum + flagBit(flag), 0)).toBe(bits)
  })

  it('ignore unknown bits', () => {
    expect(flagsOf(1 << 12)).toEqual([])
  })

  it('assign the first bit to out of stock, as the triggers do', () => {
    expect(flagBit('OUT_OF_STOCK')).toBe(1)
  })
})

describe('a drop of earnings', () => {
  it.each([
    ['30 % and $20 a week less', 100_000, 70_000, true],
    ['a cent less than 30 % less', 100_000, 70_001, false],
    ['everything, but less than $20 a week', 7999, 0, false],
    ['everything, $20 a week', 8000, 0, true],
    ['more than before', 70_000, 100_000, false],
    ['nothing before and nothing now', 0, 0, false],
  ])('%s', (_case, before, last, is) => {
    expect(isDrop({ before, last })).toBe(is)
  })
})

describe('weeks', () => {
  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-11-23', '2026-11-23'],
    ['2026-01-01', '2025-12-29'],
  ])('of %s begins on Monday %s', (day, monday) => {
    expect(weekOf(day)).toBe(monday)
  })

  it('end with today for the trailing 30 days', () => {
    expect(weeksOn('2026-11-22').trailing).toEqual({ from: '2026-10-24', to: '2026-11-22' })
  })

  it('are compared four by four, up to the last full week', () => {
    const { last, before } = weeksOn('2026-11-22')
    expect(last).toEqual({ from: '2026-10-19', to: '2026-11-09' })
    expect(before).toEqual({ from: '2026-09-21', to: '2026-10-12' })
  })

  it('are compared up to the newest reported week if reports come late', () => {
    expect(weeksOn('2026-11-22', '2026-10-26').last.to).toBe('2026-10-26')
    // The current week already has data for its first days.
    expect(weeksOn('2026-11-22', '2026-11-16').last.to).toBe('2026-11-09')
  })
})

it('a change is relative to the previous value, and unknown if that is zero', () => {
  expect(relativeChange({ last: 75, before: 100 })).toBe(-0.25)
  expect(relativeChange({ last: 75, before: 0 })).toBeNull()
})

describe('two years of weeks', () => {
  const week = (back: number, EARNINGS: number) => ({
    WEEK_START_DATE: plusDays('2026-11-16', -7 * back),
    EARNINGS,
  })

  it('are aligned, and a week without a report earned nothing', () => {
    const years = yearsOf([week(103, 4), week(52, 2), week(51, 1), week(0, 3)])
    expect(years?.weeks).toHaveLength(52)
    expect([years?.weeks[0], years?.weeks.at(-1)]).toEqual([plusDays('2026-11-16', -7 * 51), '2026-11-16'])
    expect(years?.year).toEqual([1, ...Array(50).fill(0), 3])
    expect(years?.before).toEqual([4, ...Array(50).fill(0), 2])
    expect(years && yearChange(years)).toBe(-1 / 3)
    expect(years && yearChange(years, 4)).toBe(0.5)
  })

  it('are unknown before the first week, and are not compared with unknown weeks', () => {
    const years = yearsOf([week(53, 2), week(0, 3)])
    expect(years?.before).toEqual([...Array(50).fill(null), 2, 0])
    expect(years && yearChange(years)).toBeNull()
    expect(years && yearChange(years, 2)).toBe(0.5)
    expect(yearsOf([])).toBeNull()
    expect(yearsOf([week(2, 2), week(0, 3)])?.year).toEqual([...Array(49).fill(null), 2, 0, 3])
  })
})

describe('the refresh score of a post', () => {
  const CALM: RefreshFacts = {
    last: 10_000,
    before: 10_000,
    products: 5,
    out: 0,
    age: 0,
    changedOn: '2026-01-02',
    keyword: 'kettle',
    shareBefore: 60,
    shareNow: 60,
    clicks: 100,
    clicksBefore: 100,
  }
  const told = (facts: Partial<RefreshFacts>) =>
    refreshReasons({ ...CALM, ...facts }).map(({ kind, points, text }) => [kind, points, text])

  it('is 0 without any reason', () => {
    expect(told({})).toEqual([])
    expect(told({ shareNow: null, clicks: null, clicksBefore: null })).toEqual([])
  })

  it.each<[Partial<RefreshFacts>, string, number, string]>([
    [{ last: 7500 }, 'earnings', 22, 'The last four weeks earned 25 % less than the four before: −$25.00'],
    [{ last: -1 }, 'earnings', 30, 'The last four weeks earned 100 % less than the four before: −$100.01'],
    [{ out: 1 }, 'stock', 15, '1 of 5 products cannot be bought'],
    [{ out: 4 }, 'stock', 25, '4 of 5 products cannot be bought'],
    [{ age: 7 }, 'age', 7, 'Last changed on 2026-01-02'],
    [{ shareNow: 10 }, 'share', 15, 'Share of voice of “kettle” fell from 60 % to 10 %'],
    [{ keyword: null, shareNow: 0 }, 'keyword', 10, 'No focus keyword'],
    [{ clicks: 75 }, 'clicks', 11, 'Clicks from search in 30 days fell from 100 to 75'],
  ])('with %o has its own reason', (facts, ...reason) => {
    expect(told(facts)).toEqual([reason])
  })

  it('ignores random losses', () => {
    expect(told({ last: 8001, clicks: 91 })).toEqual([])
  })

  it('names the strongest reason first, and is never more than 100', () => {
    const all = refreshReasons({ ...CALM, last: 0, out: 5, age: 15, shareNow: 0, clicks: 0 })
    expect(all.map(({ kind }) => kind)).toEqual(['earnings', 'stock', 'age', 'share', 'clicks'])
    expect(all.reduce((sum, { points }) => sum + points, 0)).toBe(100)
  })

  it.each([
    [0, 0],
    [69, 0],
    [70, 1],
    [180, 12],
    [210, 15],
    [4000, 15],
  ])('of %i days without a change has %i points of age', (days, points) => {
    expect(agePoints(days)).toBe(points)
  })
})

describe('a keyword', () => {
  const days = (...runs: [isWon: boolean, count: number][]) =>
    runs
      .flatMap(([isWon, count]) => Array.from({ length: count }, () => isWon))
      .map((isWon, index) => ({ day: plusDays('2026-01-01', index), isWon }))

  it('was lost on the first day that others held it, if they held most of ten days', () => {
    expect(turnsOf(days([true, 20], [false, 9], [true, 1], [false, 8]))).toEqual([
      { day: '2026-01-21', kind: 'lost', days: 17, of: 18 },
    ])
  })

  it('was not lost for a few days, and its first days are no change', () => {
    expect(turnsOf(days([true, 20], [false, 6], [true, 20]))).toEqual([])
    expect(turnsOf(days([false, 40]))).toEqual([])
    expect(turnsOf(days([true, 3], [false, 5]))).toEqual([])
  })

  it('is won back, with the length of each period', () => {
    expect(turnsOf(days([true, 20], [false, 20], [true, 15]))).toEqual([
      { day: '2026-01-21', kind: 'lost', days: 20, of: 20 },
      { day: '2026-02-10', kind: 'won', days: 15, of: 15 },
    ])
  })
})

describe('the effect of an update', () => {
  const weeks = (...earned: number[]) =>
    earned.map((EARNINGS, index) => ({ WEEK_START_DATE: plusDays('2026-01-05', 7 * index), EARNINGS }))

  it('compares equal numbers of full weeks on both sides, without its own week', () => {
    expect(effectOfUpdate(weeks(9, 10, 10, 10, 10, 99, 12, 12, 12, 12), '2026-02-11')).toEqual({
      share: 0.2,
      weeks: 4,
    })
  })

  it('is unknown with fewer than four weeks after it or before it', () => {
    expect(effectOfUpdate(weeks(10, 10, 10, 10, 99, 12, 12, 12), '2026-02-04')).toBeNull()
    expect(effectOfUpdate(weeks(10, 10, 10, 99, 12, 12, 12, 12), '2026-01-28')).toBeNull()
    expect(effectOfUpdate([], '2026-01-28')).toBeNull()
  })
})
