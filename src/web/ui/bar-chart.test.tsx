import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Bar, BarChart, roundTop } from './bar-chart.tsx'

const SERIES = [
  { key: 'qa', label: 'QA', color: '#111111' },
  { key: 'opm', label: 'Operations manager', color: '#222222' },
]
const BARS: readonly Bar[] = [
  { label: '2026-03-01', counts: { qa: 30, opm: 10 } },
  { label: '2026-03-02', counts: {} },
  { label: '2026-03-03', counts: { opm: 1200 } },
]

const rectangles = (container: HTMLElement, bar: number) =>
  [...(container.querySelectorAll('svg > g')[bar]?.querySelectorAll('rect') ?? [])].slice(1)

describe('bars side by side', () => {
  it('are stacks of their parts, on one scale, in words too', () => {
    const { container } = render(<BarChart bars={BARS} series={SERIES} description="Visits a day: 1,240" />)
    expect(screen.getByRole('img', { name: 'Visits a day: 1,240' })).toBeVisible()
    expect(container.querySelector('svg')).toHaveAttribute('viewBox', '0 0 3 1200')
    const [qa, opm] = rectangles(container, 0)
    expect([qa?.getAttribute('y'), qa?.getAttribute('height')]).toEqual(['1170', '30'])
    expect([opm?.getAttribute('y'), opm?.getAttribute('height')]).toEqual(['1160', '10'])
    expect(rectangles(container, 1)).toEqual([])
    for (const words of ['1,200', '600', '2026-03-01', '2026-03-02', '2026-03-03'])
      expect(screen.getByText(words)).toBeInTheDocument()
  })

  it('show their parts and their sum under the pointer', () => {
    const { container } = render(<BarChart bars={BARS} series={SERIES} description="Visits" />)
    const [first] = container.querySelectorAll('svg > g')
    fireEvent.pointerEnter(first as Element)
    const tip = container.querySelector('.bars-tip')
    expect(tip).toHaveTextContent('2026-03-01Operations manager10QA30Together40')
    fireEvent.pointerLeave(container.querySelector('.bars-plot') as Element)
    expect(container.querySelector('.bars-tip')).toBeNull()
  })

  it.each([
    [0, 4],
    [4, 4],
    [5, 6],
    [10, 10],
    [11, 12],
    [17, 20],
    [109, 120],
    [350, 400],
    [1001, 1200],
  ])('with %i as the largest end at %i', (largest, top) => {
    expect(roundTop(largest)).toBe(top)
  })
})
