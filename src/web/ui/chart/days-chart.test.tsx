import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DaysChart } from './days-chart.tsx'
import { rivalLook } from './line-style.ts'

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03']
const lineOf = (place: number, name: string, values: readonly (number | null)[]) => ({
  name,
  values,
  look: rivalLook(place, 'light'),
})

it('the tip of rivals names the day, and each rival with its values in the order of the lines', () => {
  render(
    <DaysChart
      days={DAYS}
      standing={null}
      description="Rivals"
      panels={[
        {
          title: 'Position',
          height: 100,
          isRank: true,
          lines: [lineOf(0, 'Ours', [3, 4, 5.5]), lineOf(1, 'Older', [9, null, 1])],
        },
        {
          title: 'Clicks',
          height: 100,
          lines: [lineOf(0, 'Ours', [10, 20, 30]), lineOf(1, 'Older', [40, null, 1200])],
        },
      ]}
    />,
  )
  const chart = screen.getByRole('img', { name: 'Rivals' })
  fireEvent.keyDown(chart, { key: 'End' })
  expect(chart).toHaveTextContent('2026-03-03PositionClicksOurs5.530Older11,200')
  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  expect(chart).toHaveTextContent('2026-03-02PositionClicksOurs420Older––')
  expect(screen.getByText('2026-03-02: Ours Position 4, Clicks 20; Older Position –, Clicks –')).toBeVisible()
})

it('lines of different panels are listed from the highest to the lowest', () => {
  render(
    <DaysChart
      days={DAYS}
      standing={null}
      description="Publishers"
      panels={[
        { title: 'All', height: 100, lines: [lineOf(0, 'Over All', [5, 5, 9])] },
        { title: '2 publishers', height: 100, lines: [lineOf(0, 'A', [1, 1, 2]), lineOf(1, 'B', [4, 4, 7])] },
      ]}
    />,
  )
  const chart = screen.getByRole('img', { name: 'Publishers' })
  fireEvent.keyDown(chart, { key: 'End' })
  expect(chart).toHaveTextContent('2026-03-03Over All9B7A2')
})

it('rivals differ in dashes as well as colours', () => {
  const looks = [0, 1, 2].map((place) => rivalLook(place, 'light'))
  expect(new Set(looks.map(({ dash }) => dash)).size).toBe(3)
  expect(new Set(looks.map(({ color }) => color)).size).toBe(3)
})

it('the leader of a name is beside the plot, even if its line ended days before', () => {
  const lines = [lineOf(0, 'Ended', [3, null, null]), lineOf(1, 'Goes on', [1, 2, 3])]
  const { container } = render(
    <DaysChart
      days={DAYS}
      standing={null}
      description="Lines"
      panels={[{ title: 'All', height: 100, lines }]}
    />,
  )
  const right = Number(container.querySelector('.grid-line')?.getAttribute('x2'))
  const starts = [...container.querySelectorAll('.leader')].map((leader) =>
    Number(/^M([\d.]+)/.exec(leader.getAttribute('d') ?? '')?.[1]),
  )
  expect(starts).toHaveLength(2)
  expect(Math.min(...starts)).toBeGreaterThan(right)
})
