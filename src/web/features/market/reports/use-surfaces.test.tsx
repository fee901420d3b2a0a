import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSurfaces } from './use-surfaces.ts'

const DATA = {
  days: ['2026-03-01', '2026-03-02'],
  series: [{ publisher: 'Them', is_ours: false, values: [40, 41] }],
  overall: [1900, 1910],
  outings: [{ day: '2026-03-02', site: 'Hearthside', published: 1, updated: 0 }],
}

it('the axes of every publisher and of Over All start at 0: a small change looks small [REP-025]', () => {
  const { result } = renderHook(() => useSurfaces(DATA, 'publishers', null))
  expect(result.current.panels.map(({ title, isFromZero }) => [title, isFromZero])).toEqual([
    ['Over All', true],
    ['1 publisher', true],
  ])
})

it('our published articles are marked on their day, in the chart of our own sites', () => {
  const ours = { publisher: 'Hearthside', is_ours: true, values: [3, 4] }
  const data = { ...DATA, series: [...DATA.series, ours] }
  const marksOf = (view: 'ours' | 'publishers') =>
    Object.fromEntries(
      renderHook(() => useSurfaces(data, view, null)).result.current.panels.map(({ title, marks }) => [
        title,
        marks ?? [],
      ]),
    )
  expect(marksOf('ours')).toEqual({ Others: [], Ours: [1] })
  expect(Object.values(marksOf('publishers')).flat()).toEqual([])
})
