import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { WeekChart } from './week-chart.tsx'

/** How much of its height the line takes. */
function riseOf(height: number): number {
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
  return (Math.max(...heights) - Math.min(...heights)) / height
}

it('a picture without a scale shows a rise in all of its height, one with a scale begins with nothing', () => {
  expect(riseOf(64)).toBeGreaterThan(0.8)
  expect(riseOf(300)).toBeLessThan(0.2)
})
