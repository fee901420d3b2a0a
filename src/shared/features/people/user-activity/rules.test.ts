import { describe, expect, it } from 'vitest'
import { daysUpTo } from '../../../format/day.ts'
import { barsOf, largestFirst, screenTitleAt } from './rules.ts'

const counted = (...counts: number[]) => counts.map((count, index) => ({ label: `${index}`, count }))

describe('the shares of a chart', () => {
  it('are sorted by size, without empty ones', () => {
    expect(largestFirst(counted(2, 0, 7), 10, 'Others')).toEqual([
      { label: '2', count: 7 },
      { label: '0', count: 2 },
    ])
  })

  it('are all kept if there is a colour for each', () => {
    expect(largestFirst(counted(3, 2, 1), 3, 'Others').map(({ label }) => label)).toEqual(['0', '1', '2'])
  })

  it('end with the sum of the rest, so that nothing is lost', () => {
    const shares = largestFirst(counted(1, 5, 4, 3, 2), 3, 'Others')
    expect(shares).toEqual([
      { label: '1', count: 5 },
      { label: '2', count: 4 },
      { label: 'Others', count: 6 },
    ])
  })
})

describe('a recorded path', () => {
  it('is shown by the title of its screen', () => {
    expect(screenTitleAt('/users/$id')).toBe('User details')
  })

  it('of a screen that is gone is shown as it is', () => {
    expect(screenTitleAt('/once-upon-a-time')).toBe('/once-upon-a-time')
  })
})

describe('bars of days', () => {
  const days = (count: number) =>
    daysUpTo('2026-03-10', count).map((day, index) => ({
      day,
      count: index + 1,
      roles: [
        { role: 'qa' as const, count: 1 },
        { role: 'opm' as const, count: index },
      ],
    }))

  it('are one for each day', () => {
    expect(barsOf(days(2))).toEqual([
      { label: '2026-03-09', counts: { qa: 1, opm: 0 } },
      { label: '2026-03-10', counts: { qa: 1, opm: 1 } },
    ])
    expect(barsOf(days(92))).toHaveLength(92)
    expect(barsOf([])).toEqual([])
  })

  it('are one for each week back from the last day if there are too many days', () => {
    const bars = barsOf(days(93))
    expect(bars).toHaveLength(14)
    expect(bars.at(-1)).toEqual({
      label: '2026-03-04 – 2026-03-10',
      counts: { qa: 7, opm: 86 + 87 + 88 + 89 + 90 + 91 + 92 },
    })
    expect(bars[0]?.counts).toEqual({ qa: 2, opm: 1 })
  })
})
