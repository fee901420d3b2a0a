import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MarketChart } from './market-chart.tsx'

/** Four of five weeks: the third is unknown. */
const WEEKS = ['2026-01-05', '2026-01-12', '2026-01-26', '2026-02-02'].map((date) => ({ date, value: 10 }))

const draw = (shape: 'line' | 'steps' | 'bars') =>
  render(
    <MarketChart
      weeks={WEEKS}
      before={[5, 5, undefined, 5]}
      shape={shape}
      tone="accent"
      at={null}
      onPoint={() => {}}
      formatAxis={String}
      words={(week) => week?.date ?? 'Searches a week'}
      description="Weeks"
    />,
  ).container
const pathIn = (container: HTMLElement, name: string) =>
  container.querySelector(name)?.getAttribute('d') ?? ''
const LINE = '[data-name="weeks"]'
const BEFORE = '[data-name="a year earlier"]'
/** Where the line starts, restarts after each gap, and ends. */
const placesOf = (path: string) => [...path.matchAll(/[MLH]([\d.]+)/g)].map(([, x]) => Number(x))

describe('a chart of weeks', () => {
  it('has each point in the middle of its week, and a gap for an unknown week', () => {
    const container = draw('line')
    const line = pathIn(container, LINE)
    expect(line.match(/M/g)).toHaveLength(2)
    const [first = 0, second = 0, fourth = 0, fifth = 0] = placesOf(line)
    const week = second - first
    expect(fourth - second).toBeCloseTo(2 * week, 0)
    expect(fifth - fourth).toBeCloseTo(week, 0)
    // Half a week from the left edge.
    const left = Number(container.querySelector('.grid-line')?.getAttribute('x1'))
    expect(first - left).toBeCloseTo(week / 2, 0)
    expect(pathIn(container, BEFORE).match(/M/g)).toHaveLength(2)
  })

  it('has a step from the first day of a week to its last', () => {
    const container = draw('steps')
    const places = placesOf(pathIn(container, '[stroke="var(--accent)"]'))
    const [left, right] = ['x1', 'x2'].map((end) =>
      Number(container.querySelector('.grid-line')?.getAttribute(end)),
    )
    // Start, first, second; restart, fourth, fifth.
    expect(places).toHaveLength(6)
    expect(places[0]).toBe(left)
    expect(places.at(-1)).toBe(right)
  })

  it('has a bar as wide as its week', () => {
    const bars = [...draw('bars').querySelectorAll('.week-bar')].map((bar) => Number(bar.getAttribute('x')))
    expect((bars[2] ?? 0) - (bars[1] ?? 0)).toBeCloseTo(2 * ((bars[1] ?? 0) - (bars[0] ?? 0)), 3)
  })

  it('describes the points while none is under the pointer', () => {
    draw('line')
    expect(screen.getByRole('img', { name: 'Weeks' })).toHaveAccessibleDescription('Searches a week')
  })
})
