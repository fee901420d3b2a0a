import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { WeekChart } from './week-chart.tsx'

/** How far the highest and the lowest point of the line are above the bottom, as shares of the height. */
function shareOf(height: number) {
  const weeks = Array.from({ length: 12 }, (_, at) => `2026-0${1 + Math.floor(at / 4)}-0${1 + (at % 4) * 2}`)
  const { container } = render(
    <WeekChart
      weeks={weeks}
      values={weeks.map((_, at) => 90_000 + 1000 * at)}
      before={weeks.map(() => 91_000)}
      height={height}
      words={String}
      description="Earnings"
    />,
  )
  const places = [...(container.querySelector('.week-line')?.getAttribute('d') ?? '').matchAll(/ ([\d.]+)/g)]
  const heights = places.map(([, place]) => Number(place))
  return { top: 1 - Math.min(...heights) / height, low: 1 - Math.max(...heights) / height }
}

it('a filled area starts at zero, with or without a scale beside it', () => {
  for (const height of [64, 300]) {
    const { top, low } = shareOf(height)
    // 90,000 beside 101,000.
    expect(low / top, `${height} pixels`).toBeCloseTo(90 / 101, 1)
  }
  expect(shareOf(64).top).toBeGreaterThan(0.9)
})

it('a line starts with the first known week, and so does the area below it', () => {
  const { container } = render(
    <WeekChart
      weeks={['2026-01-05', '2026-01-12', '2026-01-19']}
      values={[null, 20, 30]}
      before={[null, null, null]}
      height={300}
      words={String}
      description="Earnings"
    />,
  )
  const pathOf = (name: string) => container.querySelector(name)?.getAttribute('d') ?? ''
  expect(pathOf('.week-line')).toMatch(/^M500\.0 [\d.]+L1000\.0 [\d.]+$/)
  expect(pathOf('.week-area')).toMatch(/L1000 300L500 300Z$/)
})
