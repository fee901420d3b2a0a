import { expect, it } from 'vitest'
import { isDiscarding } from './use-unsaved.ts'

it('a step back within a screen discards the content of a dialog, and nothing that the screen keeps', () => {
  expect(isDiscarding(['any step'], true)).toBe(true)
  expect(isDiscarding(['another screen'], true)).toBe(false)
  expect(isDiscarding(['another screen', 'any step'], true)).toBe(true)
})

it('a step to another screen discards everything unsaved, and does not ask if there is nothing', () => {
  expect(isDiscarding(['another screen'], false)).toBe(true)
  expect(isDiscarding([], false)).toBe(false)
})
