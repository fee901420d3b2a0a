import { expect, it } from 'vitest'
import { PERMISSION_WORDS, permissionLabel } from './permission-words.ts'
import { PERMISSIONS } from './permissions.ts'

it('every permission has its own description', () => {
  expect(Object.keys(PERMISSION_WORDS).sort()).toEqual([...PERMISSIONS].sort())
  expect(new Set(Object.values(PERMISSION_WORDS).map(({ allows }) => allows)).size).toBe(PERMISSIONS.length)
})

it('a permission is named in words', () => {
  expect(permissionLabel('ManageCommissionCategories')).toBe('Manage commission categories')
  expect(permissionLabel('Bot')).toBe('Bot')
})
