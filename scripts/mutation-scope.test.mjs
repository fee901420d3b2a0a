import path from 'node:path'
import { expect, it } from 'vitest'
import { scopeOfNoun } from './mutation-scope.mjs'

it('a noun is judged by the tests beside it, by those of other nouns that are named, and of some by their first words alone', () => {
  const nounsOf = (files) => [...new Set(files.map((file) => file.split('/')[3]))]
  const { tests, files } = scopeOfNoun('claims', ['board', 'content-tracker/renewed'])
  expect(nounsOf(tests).sort()).toEqual(['board', 'claims', 'content-tracker'])
  const fromTracker = tests.filter((file) => file.includes('/content-tracker/'))
  expect(fromTracker.filter((file) => !path.basename(file).startsWith('renewed'))).toEqual([])
  expect(nounsOf(files)).toEqual(['claims'])
  expect(files).toContain('src/server/features/claims/service.ts')
})
