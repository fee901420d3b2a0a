import { expect, test } from 'vitest'
import { Id, Page, wholeNumber } from './fields.ts'

test('a number of a query is written in digits and nothing else', () => {
  expect(Id.parse('2')).toBe(2)
  expect(Id.parse(2)).toBe(2)
  expect(Page.parse(undefined)).toBe(1)
  expect(wholeNumber(0, 10).parse('0')).toBe(0)
  const wrong = [
    ['2'],
    { 0: '2' },
    '0x2',
    '0b1',
    '2e3',
    '+2',
    '-2',
    ' 2',
    '2.0',
    '',
    '1_0',
    '٢',
    true,
    null,
    2.5,
  ]
  for (const value of wrong) {
    for (const schema of [Id, Page])
      expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false)
  }
})

test('pages end with the hundred thousandth row', () => {
  expect(Page.safeParse('5000').success).toBe(true)
  expect(Page.safeParse('5001').success).toBe(false)
})
