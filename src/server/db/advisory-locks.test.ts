import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

it('no two things wait for each other that have nothing to do with each other', () => {
  const numbers = Object.values(ADVISORY_LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('code that takes an advisory lock uses a listed id or a hashed name', () => {
  const isListed = /\badvisory-locks\.ts'/
  const takes = /pg_(try_)?advisory_(xact_)?lock\((?!hashtextextended)/
  const others = globSync('src/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => takes.test(text) && !isListed.test(text))
  expect(others.map(({ file }) => file)).toEqual([])
})
