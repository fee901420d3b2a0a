import { describe, expect, it } from 'vitest'
import { isBackedBy } from './figures-text.ts'

describe('figures', () => {
  it.each([
    ['It earned $1,904.', ['it earned $1904 in all'], true],
    ['It earned $1,904.', ['it earned $1,905'], false],
    ['No figures at all.', [], true],
    ['12 of 30.', ['30 and', '12'], true],
    ['B0C7YRK4QD is there.', ['{"asin":"B0C7YRK4QD"}'], true],
    ['Five are out.', ['5 are out'], false],
    ['１２ are out.', ['12 are out'], true],
    ['Write to a@b.example.', ['a@b.example'], false],
  ])('%j are backed by %j: %s', (said, results, isBacked) => {
    expect(isBackedBy(said, results)).toBe(isBacked)
  })
})
