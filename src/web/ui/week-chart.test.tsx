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

it('a line begins with the first week that is known, and what is below it does, too', () => {
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
