import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Sparkline } from './sparkline.tsx'

const dots = (container: HTMLElement) =>
  [...container.querySelectorAll('circle')].map((dot) => [dot.getAttribute('cx'), dot.getAttribute('cy')])

it('a single value is a dot in the middle, and no value at all a dash', () => {
  const { container } = render(<Sparkline values={[7]} label="Searches" />)
  expect(screen.getByRole('img', { name: 'Searches' })).toBeVisible()
  expect(new Set(dots(container).map(String))).toEqual(new Set(['48,11']))
  render(<Sparkline values={[null, null]} label="Nothing" />)
  expect(screen.getByText('-')).toBeVisible()
})

it('a line ends in a dot at its last known value', () => {
  const { container } = render(<Sparkline values={[1, 3, 2, null]} label="Searches" />)
  expect(dots(container)).toEqual([['63', '11']])
})
