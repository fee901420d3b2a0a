import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useColumnChoice } from './use-column-choice.ts'

it('the sorted column is shown even if there is no room for it', () => {
  const columns = [
    { key: 'name', required: true },
    { key: 'priority', hidden: true, leftOut: true },
  ]
  const choiceAt = (sorted?: string) =>
    renderHook(() => useColumnChoice('rows', columns, sorted)).result.current
  expect([choiceAt().isShown('priority'), choiceAt('name').leftOut]).toEqual([false, ['priority']])
  expect([choiceAt('priority').isShown('priority'), choiceAt('priority').leftOut]).toEqual([true, []])
})
