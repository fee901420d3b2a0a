import { describe, expect, it } from 'vitest'
import { plusDays } from '../../format/day.ts'
import { changeOf, FLAGS, flagBit, flagsOf, isDrop, weekOf, weeksOn, yearChange, yearsOf } from './rules.ts'

describe('flags', () => {
  it('are bits of one number, which says each of them again', () => {
    for (let bits = 0; bits < 1 << FLAGS.length; bits += 1)
      expect(flagsOf(bits).reduce((sum, flag) => sum + flagBit(flag), 0)).toBe(bits)
  })

  it('leave out bits that nobody knows', () => {
    expect(flagsOf(1 << 12)).toEqual([])
  })

  it('give the first bit to what is out of stock, as the triggers do', () => {
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

  it('end with today: the trailing 30 days', () => {
    expect(weeksOn('2026-11-22').trailing).toEqual({ from: '2026-10-24', to: '2026-11-22' })
  })

  it('are compared four by four, the last one being over', () => {
    const { last, before } = weeksOn('2026-11-22')
    expect(last).toEqual({ from: '2026-10-19', to: '2026-11-09' })
    expect(before).toEqual({ from: '2026-09-21', to: '2026-10-12' })
  })

  it('are compared up to the newest one that was told of, where reports come late', () => {
    expect(weeksOn('2026-11-22', '2026-10-26').last.to).toBe('2026-10-26')
    // The week that is not over yet is told of by its first days already.
    expect(weeksOn('2026-11-22', '2026-11-16').last.to).toBe('2026-11-09')
  })
})

it('a change is a share of what was before, and unknown where nothing was', () => {
  expect(changeOf({ last: 75, before: 100 })).toBe(-0.25)
  expect(changeOf({ last: 75, before: 0 })).toBeNull()
})

describe('two years of weeks', () => {
  const week = (back: number, EARNINGS: number) => ({
    WEEK_START_DATE: plusDays('2026-11-16', -7 * back),
    EARNINGS,
  })

  it('stand beside each other, and a week that nobody tells of earned nothing', () => {
    const years = yearsOf([week(103, 4), week(52, 2), week(51, 1), week(0, 3)])
    expect(years?.weeks).toHaveLength(52)
    expect([years?.weeks[0], years?.weeks.at(-1)]).toEqual([plusDays('2026-11-16', -7 * 51), '2026-11-16'])
    expect(years?.year).toEqual([1, ...Array(50).fill(0), 3])
    expect(years?.before).toEqual([4, ...Array(50).fill(0), 2])
    expect(years && yearChange(years)).toBe(-1 / 3)
    expect(years && yearChange(years, 4)).toBe(0.5)
  })

  it('are unknown before the first week, and are not compared with what is unknown', () => {
    const years = yearsOf([week(53, 2), week(0, 3)])
    expect(years?.before).toEqual([...Array(50).fill(null), 2, 0])
    expect(years && yearChange(years)).toBeNull()
    expect(years && yearChange(years, 2)).toBe(0.5)
    expect(yearsOf([])).toBeNull()
  })
})
