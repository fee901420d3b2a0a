import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DoughnutChart } from './doughnut-chart.tsx'

const SLICES = [
  { label: 'Writer', count: 3000, color: '#111111' },
  { label: 'Admin', count: 1000, color: '#222222' },
  { label: 'Engineer', count: 0, color: '#333333' },
]

const arcs = () => [...screen.getByRole('img', { name: 'Visits' }).querySelectorAll('path')]
const places = (path: Element | undefined) =>
  [...(path?.getAttribute('d') ?? '').matchAll(/[ML](\S+ \S+)A/g)].map(([, place]) => place)

it('a doughnut shows each share from the top, clockwise, without empty ones [ACT-002]', () => {
  render(<DoughnutChart slices={SLICES} description="Visits" />)
  const [writer, admin, ...others] = arcs()
  expect(others).toEqual([])
  // Three quarters end on the left; from there the last quarter goes back to the top.
  expect(places(writer)).toEqual(['100.000 6.000', '36.000 100.000'])
  expect(places(admin)).toEqual(['6.000 100.000', '100.000 36.000'])
})

it('a doughnut with one share is a whole ring [ACT-002]', () => {
  render(<DoughnutChart slices={SLICES.slice(0, 1)} description="Visits" />)
  const [from, to] = places(arcs()[0])
  expect(from).toBe('100.000 6.000')
  expect(to).not.toBe('100.000 36.000')
})

it('a slice under the pointer moves out and shows its name and number [ACT-002]', () => {
  render(<DoughnutChart slices={SLICES} description="Visits" />)
  const [writer] = arcs()
  if (!writer) throw new Error('There is no slice.')
  fireEvent.pointerMove(writer)
  expect(screen.getByText('3,000')).toBeInTheDocument()
  expect(places(writer)[0]).toBe('100.000 2.000')
  fireEvent.pointerLeave(writer)
  expect(screen.queryByText('3,000')).not.toBeInTheDocument()
  expect(places(writer)[0]).toBe('100.000 6.000')
})
