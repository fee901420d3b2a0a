import path from 'node:path'
import { expect, it } from 'vitest'
import { isMadeOnce, loadersOf, scopeOfNoun } from './mutation-scope.mjs'

it('a noun is judged by the tests beside it and by those of the named nouns, some limited by the start of their names', () => {
  const nounsOf = (files) => [...new Set(files.map((file) => file.split('/')[4]))]
  const { tests, files } = scopeOfNoun('claims', ['board', 'content-tracker/renewed'])
  expect(nounsOf(tests).sort()).toEqual(['board', 'claims', 'content-tracker'])
  const fromTracker = tests.filter((file) => file.includes('/content-tracker/'))
  expect(fromTracker.filter((file) => !path.basename(file).startsWith('renewed'))).toEqual([])
  expect(nounsOf(files)).toEqual(['claims'])
  expect(files).toContain('src/server/features/articles/claims/service.ts')
})

it('tables, patterns and function declarations run once, while their module is loaded; code in a function does not', () => {
  const text = `const LOST = new Set(['gone'])
export const isLost = (state) => LOST.has(state)
const states = ['live'].map((state) => state.length > 3)
export class Post {
  isLost(state = 'gone') {
    return state === 'gone'
  }
}
`
  const lines = text.split('\n')
  const isMade = (line, words) => {
    const column = lines[line - 1]?.indexOf(words) ?? -1
    expect(column).not.toBe(-1)
    return isMadeOnce(text, {
      start: { line: line - 1, column },
      end: { line: line - 1, column: column + words.length },
    })
  }
  expect(isMade(1, "'gone'")).toBe(true)
  expect(isMade(2, '(state) => LOST.has(state)')).toBe(true)
  expect(isMade(2, 'LOST.has(state)')).toBe(false)
  expect(isMade(3, "['live']")).toBe(true)
  expect(isMade(3, 'state.length > 3')).toBe(false)
  expect(isMade(5, "'gone'")).toBe(false)
  expect(isMade(6, "state === 'gone'")).toBe(false)
})

it('a module’s constants are judged by the tests that load it, directly or through others', () => {
  const tests = [
    'src/shared/features/articles/articles/rules.test.ts',
    'src/server/features/articles/articles/lists.test.ts',
    'src/shared/format/color.test.ts',
  ]
  expect(loadersOf('src/shared/features/articles/articles/rules.ts', tests)).toEqual(tests.slice(0, 2))
})
