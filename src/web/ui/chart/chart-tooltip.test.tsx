import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChartTooltip } from './chart-tooltip.tsx'

const styleAt = (x: number, width: number, name = 'this year') => {
  const tip = { title: 'Week 1', rows: [{ name, values: ['$1,234.50'] }] }
  return render(<ChartTooltip tip={tip} x={x} width={width} />).container.querySelector<HTMLElement>(
    '.chart-tip',
  )?.style
}

it('a tip is beside its point, at the side with more room', () => {
  expect(styleAt(100, 800)).toHaveProperty('left', '112px')
  expect(styleAt(700, 800)).toHaveProperty('right', '112px')
})

it('a tip without room beside its point is at the other edge, and on a small chart below it', () => {
  expect(styleAt(150, 300)).toMatchObject({ right: '0px', left: '', top: '' })
  expect(styleAt(151, 300)).toMatchObject({ left: '0px', right: '', top: '' })
  expect(styleAt(150, 300, 'a name as long as the title of a post')).toMatchObject({
    top: '100%',
    left: '0px',
    right: '0px',
  })
})
