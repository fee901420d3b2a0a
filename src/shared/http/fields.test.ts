import { expect, test } from 'vitest'
import { screenPathOf } from '../access/screens.ts'
import { Id, Offset, PageField, requiredText, wholeNumber, withoutEndSlashes } from './fields.ts'

test('a number in a query is written in digits only', () => {
  expect(wholeNumber(-5, 5).parse('-2')).toBe(-2)
  expect(Id.parse('2')).toBe(2)
  expect(Id.parse(2)).toBe(2)
  expect(PageField.parse(undefined)).toBe(1)
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
    for (const schema of [Id, PageField])
      expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false)
  }
})

test('a page or a row far past the end of any list can be requested', () => {
  expect(PageField.parse('1000000000')).toBe(1_000_000_000)
  expect(PageField.safeParse('1000000001').success).toBe(false)
  expect(Offset.parse('19999999980')).toBe(19_999_999_980)
})

test('any number of slashes at the end of an address is ignored [S24]', () => {
  expect(['https://a.example//', '/a/', '/', '//', 'a', ''].map(withoutEndSlashes)).toEqual([
    'https://a.example',
    '/a',
    '',
    '',
    'a',
    '',
  ])
  expect(['/', '/users/', '/users/7//', '/users//7'].map(screenPathOf)).toEqual([
    '/',
    '/users',
    '/users/$id',
    null,
  ])
  for (const hostile of [`/a${'/'.repeat(100_000)}`, `/a${'/'.repeat(100_000)}a`]) {
    const before = process.cpuUsage()
    withoutEndSlashes(hostile)
    screenPathOf(hostile)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(200)
  }
})

test('a missing text gets the same message as a blank one [USER-014]', () => {
  const name = requiredText(10, 'Please input the first name!')
  for (const value of [undefined, null, '', '  '])
    expect(name.safeParse(value).error?.issues).toMatchObject([{ message: 'Please input the first name!' }])
  expect(name.safeParse(7).error?.issues[0]?.message).toMatch(/^Invalid input/)
  expect(name.parse(' Ada ')).toBe('Ada')
})
