import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSurfaces } from './use-surfaces.ts'

const DATA = {
  days: ['2026-03-01', '2026-03-02'],
  series: [{ publisher: 'Them', is_ours: false, values: [40, 41] }],
  overall: [1900, 1910],
}

it('the axes of every publisher and of Over All begin at 0: a small change looks small [REP-025]', () => {
  const { result } = renderHook(() => useSurfaces(DATA, 'publishers', null))
  expect(result.current.panels.map(({ title, isFromZero }) => [title, isFromZero])).toEqual([
    ['Over All', true],
    ['1 publisher', true],
  ])
})
