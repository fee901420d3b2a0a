import { expect, it } from 'vitest'
import { remembered } from './remembered.ts'

it('values are made once for each keyword while there are few, and never held for very many', () => {
  let made = 0
  const lengthOf = remembered((key: string) => {
    made += 1
    return { length: key.length }
  }, 3)
  expect(lengthOf('a')).toBe(lengthOf('a'))
  expect(made).toBe(1)
  const [first] = ['aa', 'bb', 'cc', 'dd', 'ee'].map((key) => lengthOf(key))
  expect(lengthOf('ee')).toBe(lengthOf('ee'))
  expect(made).toBe(6)
  expect(lengthOf('aa')).not.toBe(first)
  expect(lengthOf('aa')).toEqual(first)
})
