import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Bar, BarChart } from './bar-chart.tsx'

const SERIES = [
  { key: 'qa', label: 'QA', color: '#111111' },
  { key: 'opm', label: 'Operations manager', color: '#222222' },
]
const BARS: readonly Bar[] = [
  { label: '2026-03-01', counts: { qa: 30, opm: 10 } },
  { label: '2026-03-02', counts: {} },
  { label: '2026-03-03', counts: { opm: 1200 } },
]
const ONE = [{ key: 'count', label: 'Posts', color: '#111111' }]
const drawn = (counts: readonly number[]) =>
  render(
    <BarChart
      bars={counts.map((count, at) => ({ label: `bar ${at}`, counts: { count } }))}
      series={ONE}
      description="Posts"
    />,
  ).container

const rectangles = (container: HTMLElement, bar: number) =>
  [...(container.querySelectorAll('.bar')[bar]?.querySelectorAll('rect') ?? [])].map((rectangle) => {
    const [y, height] = ['y', 'height'].map((name) => Number(rectangle.getAttribute(name)))
    return { top: y ?? 0, bottom: (y ?? 0) + (height ?? 0), height: height ?? 0 }
  })
const labels = (container: HTMLElement) =>
  [...container.querySelectorAll('text[text-anchor="end"][dominant-baseline]')].map(
    (text) => text.textContent,
  )

describe('bars side by side', () => {
  it('are stacks of their parts, on one scale, in words too', () => {
    const { container } = render(<BarChart bars={BARS} series={SERIES} description="Visits a day: 1,240" />)
    expect(screen.getByRole('img', { name: 'Visits a day: 1,240' })).toBeVisible()
    const [qa, opm] = rectangles(container, 0)
    const [largest] = rectangles(container, 2)
    expect(qa?.bottom).toBe(largest?.bottom)
    expect(opm?.bottom).toBeCloseTo(qa?.top ?? 0)
    expect((largest?.height ?? 0) / (qa?.height ?? 1)).toBeCloseTo(40)
    expect(rectangles(container, 1)).toEqual([])
    for (const words of ['1,000', '500', '2026-03-01', '2026-03-02', '2026-03-03'])
      expect(screen.getByText(words)).toBeInTheDocument()
  })

  it('show their parts and their sum under the pointer', () => {
    render(<BarChart bars={BARS} series={SERIES} description="Visits" />)
    const chart = screen.getByRole('img', { name: 'Visits' })
    fireEvent.pointerMove(chart)
    expect(chart).toHaveTextContent('2026-03-01Operations manager10QA30Total40')
    fireEvent.pointerLeave(chart)
    expect(chart).not.toHaveTextContent('Total')
  })

  it('keep their tip after a touch until another place is touched', () => {
    render(<BarChart bars={BARS} series={SERIES} description="Visits" />)
    const chart = screen.getByRole('img', { name: 'Visits' })
    fireEvent.pointerDown(chart)
    // React derives the leaving from this event.
    const lift = createEvent.pointerOut(chart)
    Object.defineProperty(lift, 'pointerType', { value: 'touch' })
    fireEvent(chart, lift)
    expect(chart).toHaveTextContent('Total40')
    fireEvent.blur(chart)
    expect(chart).not.toHaveTextContent('Total')
  })

  it('are chosen by key', () => {
    const onChoose = vi.fn()
    render(<BarChart bars={BARS} series={SERIES} description="Visits" onChoose={onChoose} />)
    const chart = screen.getByRole('img', { name: 'Visits' })
    fireEvent.keyDown(chart, { key: 'Enter' })
    expect(onChoose).not.toHaveBeenCalled()
    fireEvent.keyDown(chart, { key: 'End' })
    fireEvent.keyDown(chart, { key: 'Enter' })
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(2)
  })

  it('show losses below zero', () => {
    const container = drawn([20, -10])
    const [[gain], [loss]] = [rectangles(container, 0), rectangles(container, 1)]
    expect(loss?.top).toBe(gain?.bottom)
    expect((gain?.height ?? 0) / (loss?.height ?? 1)).toBeCloseTo(2)
    expect(labels(container)).toContain('-10')
    const mixed = [{ label: 'both', counts: { qa: 20, opm: -10 } }]
    const { container: both } = render(<BarChart bars={mixed} series={SERIES} description="Both" />)
    const [above, below] = rectangles(both, 0)
    expect(below?.top).toBe(above?.bottom)
  })

  it.each([
    [
      [0, 0],
      ['0', '1'],
    ],
    [
      [2, 1],
      ['0', '1', '2'],
    ],
    [
      [0.2, 0.5],
      ['0', '0.2', '0.4', '0.6'],
    ],
    [
      [350, 120],
      ['0', '200', '400'],
    ],
    [
      [41_500_000, 3],
      ['0', '20,000,000', '40,000,000', '60,000,000'],
    ],
  ])('of %j have the scale %j and stay within it', (counts, scale) => {
    const container = drawn(counts)
    expect(labels(container)).toEqual(scale)
    const tops = counts.flatMap((_, at) => rectangles(container, at)).map(({ top }) => top)
    expect(Math.min(8, ...tops)).toBe(8)
  })
})
