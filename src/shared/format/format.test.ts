import { expect, test } from 'vitest'
import { dayWords } from './day.ts'
import { fullName, greetedName, greeting } from './full-name.ts'
import { CHART_PALETTE, COUNTRIES, stockLabel } from './labels.ts'
import { money, wholeMoney } from './money.ts'
import { percent } from './percent.ts'
import { relativeTime } from './relative-time.ts'
import { timestamp } from './timestamp.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (seconds: number) => relativeTime(new Date(NOW.getTime() - seconds * 1000), NOW)

test.each([
  ['IN_STOCK', 'In Stock', '[FMT-001]'],
  ['OUT_OF_STOCK', 'Out of Stock', '[FMT-002]'],
  ['NOT_SCANNED', 'Not Scanned', '[FMT-003]'],
  ['ON_THE_MOON', 'Unkown', '[FMT-004]'],
  ['constructor', 'Unkown', '[FMT-004]'],
  // Decision D57: the one state beyond these that has a label of its own.
  ['INVALID_ASIN', 'Invalid ASIN', ''],
])('the stock state %s reads %s %s', (state, label) => {
  expect(stockLabel(state)).toBe(label)
})

test.each([
  ['2026-11-22', '22 Nov'],
  ['2027-11-22', '22 Nov 2027'],
  ['2025-12-31', '31 Dec 2025'],
])('the day %s reads “%s” in 2026: only another year is shown', (day, read) => {
  expect(dayWords(day, '2026-06-01')).toBe(read)
})

test('keyword tools know ten countries [FMT-005]', () => {
  expect(COUNTRIES).toEqual(['us', 'ca', 'mx', 'de', 'es', 'fr', 'it', 'uk', 'jp', 'in'])
})

test.each([
  ['seconds', [0, 1, 59], ['1 second ago', '1 second ago', '59 seconds ago'], '[FMT-006]'],
  ['minutes', [MINUTE, HOUR - 1], ['1 minute ago', '59 minutes ago'], '[FMT-007]'],
  ['hours', [HOUR, DAY - 1], ['1 hour ago', '23 hours ago'], '[FMT-008]'],
  ['days', [DAY, 30 * DAY - 1], ['1 day ago', '29 days ago'], '[FMT-009]'],
  ['months', [30 * DAY, 365 * DAY - 1], ['1 month ago', '12 months ago'], '[FMT-010]'],
  ['years', [365 * DAY, 800 * DAY], ['1 year ago', '2 years ago'], '[FMT-011]'],
])('a relative time is in %s', (_unit, spans, words) => {
  expect(spans.map(ago)).toEqual(words)
})

test('a moment in the future is now', () => {
  expect(ago(-90)).toBe('1 second ago')
})

test('a timestamp reads yyyy-MM-dd HH:mm, in the zone asked for [FMT-012]', () => {
  expect(timestamp('2026-03-01T00:05:59Z', 'UTC')).toBe('2026-03-01 00:05')
  expect(timestamp('2026-03-01T00:05:59Z', 'America/New_York')).toBe('2026-02-28 19:05')
})

test('money has a dollar sign, two decimals and thousands separators [FMT-013] [FMT-014] [FMT-015] [FMT-016]', () => {
  expect(money(1234567.5)).toBe('$1,234,567.50')
  expect(money(0)).toBe('$0.00')
  expect(money(-3.456)).toBe('−$3.46')
  expect(money(-0.001)).toBe('$0.00')
  expect([money(-0.005), money(-0.5, 'JPY')]).toEqual(['−$0.01', '−¥1'])
})

test('a person who has not typed a name is greeted without one', () => {
  const hello = (first_name: string, last_name: string) =>
    greeting('Hello', greetedName({ first_name, last_name }))
  expect(hello('Dana', 'Okafor')).toBe('Hello, Dana')
  expect(hello('Administrator', '')).toBe('Hello')
  expect(fullName({ first_name: 'Administrator', last_name: '' })).toBe('Administrator')
})

test('a scale, and a limit in whole dollars, has no cents', () => {
  expect([1234.5, -12.4, 0, -0.4].map((amount) => wholeMoney(amount))).toEqual(['$1,235', '−$12', '$0', '$0'])
})

test('charts have ten different colours on either background [FMT-019]', () => {
  expect(new Set(CHART_PALETTE.light).size).toBe(10)
  expect(new Set(CHART_PALETTE.dark).size).toBe(10)
})

test('a share has one decimal, even if it is a whole number', () => {
  expect([0.18, 0.2417, 1, 0].map(percent)).toEqual(['18.0%', '24.2%', '100.0%', '0.0%'])
})
