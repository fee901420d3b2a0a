import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { WeekChart } from './week-chart.tsx'

type Values = readonly (number | null)[]
const weeksOf = (count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 0, 5 + 7 * at)).toISOString().slice(0, 10))

const draw = (values: Values, before: Values = values.map(() => null), height = 240) =>
  render(
    <WeekChart
      weeks={weeksOf(values.length)}
      values={values}
      before={before}
      height={height}
      words={String}
      description="Earnings"
    />,
  ).container
const pathIn = (container: HTMLElement, name: string) =>
  container.querySelector(name)?.getAttribute('d') ?? ''
const LINE = '[data-name="this year"]'
const heightsOf = (path: string) => [...path.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y))
/** The height of the line of zero. */
const zeroOf = (path: string) => heightsOf(path).at(-1) ?? 0

it('a filled area starts at zero, with or without a scale beside it', () => {
  for (const height of [64, 300]) {
    const container = draw(
      Array.from({ length: 12 }, (_, at) => 90_000 + 1000 * at),
      undefined,
      height,
    )
    const zero = zeroOf(pathIn(container, '.plot-area'))
    const above = heightsOf(pathIn(container, LINE)).map((y) => zero - y)
    // 90,000 beside 101,000.
    expect(Math.min(...above) / Math.max(...above), `${height} pixels`).toBeCloseTo(90 / 101, 2)
    expect(Math.max(...above)).toBeGreaterThan(height * 0.8)
  }
})

it('a line starts with the first known week, and so does the area below it', () => {
  const container = draw([null, 20, 30])
  const [start] = pathIn(container, LINE).match(/^M[\d.]+ [\d.]+/) ?? ['none']
  expect(pathIn(container, '.plot-area').startsWith(start)).toBe(true)
  expect(pathIn(container, LINE).match(/[ML]/g)).toHaveLength(2)
})

it('a week between two gaps is a dot, and a chart without any value says so', () => {
  expect(draw([null, 20, null]).querySelectorAll('circle')).toHaveLength(1)
  draw([null, null])
  expect(screen.getByText('No data yet')).toBeInTheDocument()
})

it('losses are drawn below zero', () => {
  const container = draw([10, -20, 10])
  const zero = zeroOf(pathIn(container, '.plot-area'))
  const [gain = 0, loss = 0] = heightsOf(pathIn(container, LINE))
  expect(gain).toBeLessThan(zero)
  expect(loss - zero).toBeCloseTo(2 * (zero - gain), 0)
  expect(screen.getByText('-20')).toBeInTheDocument()
})

it('arrow keys show the values of a week beside a sample of each line, and Escape hides them', () => {
  draw([10, 20, 30], [5, 6, null])
  const chart = screen.getByRole('img', { name: 'Earnings' })
  fireEvent.keyDown(chart, { key: 'ArrowRight' })
  expect(chart).toHaveTextContent('Week of 2026-01-19this year30')
  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  expect(chart).toHaveTextContent('Week of 2026-01-12this year20year before6')
  expect(screen.getByText('Week of 2026-01-12: this year 20; year before 6')).toHaveAttribute(
    'aria-live',
    'polite',
  )
  fireEvent.keyDown(chart, { key: 'Escape' })
  expect(chart).not.toHaveTextContent('Week of')
})
