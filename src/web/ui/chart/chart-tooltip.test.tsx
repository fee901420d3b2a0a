import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChartTooltip } from './chart-tooltip.tsx'

const styleAt = (x: number, width: number, name = 'this year', chart?: HTMLElement, y = 0) => {
  const tip = { title: 'Week 1', rows: [{ name, values: ['$1,234.50'] }] }
  const { container } = render(
    <ChartTooltip tip={tip} x={x} y={y} width={width} />,
    chart ? { container: chart } : {},
  )
  return container.querySelector<HTMLElement>('.chart-tip')?.style
}

it('a tip is beside its point, at the side with more room', () => {
  expect(styleAt(100, 800)).toHaveProperty('left', '112px')
  expect(styleAt(700, 800)).toHaveProperty('right', '112px')
})

const BELOW = { top: '100%', left: '0px', right: '0px' }

it('a tip that would cover its point or the neighbours is below the chart', () => {
  expect(styleAt(10, 358)).toMatchObject(BELOW)
  expect(styleAt(179, 358)).toMatchObject(BELOW)
  expect(styleAt(400, 800, 'a name as long as the title of a post, and a subtitle')).toMatchObject(BELOW)
})

it.each([
  ['above it', { top: 300, bottom: 2000 }, { bottom: '100%', top: 'auto', position: '' }],
  ['at the lower edge of the window', { top: -10, bottom: 2000 }, { bottom: '12px', position: 'fixed' }],
  ['at the upper edge under a low point', { top: -900, bottom: 2000 }, { top: '12px', position: 'fixed' }],
])('a tip that would be out of view below its chart is %s', (where, { top, bottom }, style) => {
  const chart = document.body.appendChild(document.createElement('div'))
  chart.getBoundingClientRect = () => new DOMRect(0, top, 358, bottom - top)
  expect(styleAt(179, 358, 'this year', chart, where.endsWith('low point') ? 1500 : 0)).toMatchObject(style)
  chart.remove()
})

it('a tip outside of its chart has the rows around the picked one', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    name: `line ${at}`,
    values: [''],
    isPicked: at === 12,
  }))
  render(<ChartTooltip tip={{ rows }} x={10} width={100} />)
  const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect([names.length, names[0], names.at(-1)]).toEqual([8, 'line 8', 'line 15'])
  expect(screen.getByText('and 12 more')).toBeVisible()
})
