import { expect, it } from 'vitest'
import { chartOf } from './answer-chart.tsx'

const answer = (totals: readonly string[]) => ({
  columns: [
    { name: 'month', type: 'text' },
    { name: 'total', type: 'numeric' },
  ],
  rows: totals.map((total, at) => [`month ${at}`, total]),
  cut: null,
  milliseconds: 1,
})

it('a result with losses is drawn, one with numbers that have no place is not', () => {
  expect(chartOf(answer(['41000000', '-9.5']))?.bars.map(({ counts }) => counts)).toEqual([
    { total: 41_000_000 },
    { total: -9.5 },
  ])
  expect(chartOf(answer(['1', 'Infinity']))).toBeNull()
  expect(chartOf(answer(['1', 'NaN']))).toBeNull()
})
