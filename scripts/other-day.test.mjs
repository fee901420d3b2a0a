import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { DAYS, KINDS, otherDay, PAIRS, pairOf, ZONES } from './other-day.mjs'

const pairs = Array.from({ length: PAIRS }, (_, pair) => pair)

it('each kind of day is the next one of its kind', () => {
  const days = KINDS.map((_, pair) => otherDay(new Date('2026-11-22T12:00:00Z'), pair))
  expect(days.map(({ day }) => day)).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2026-11-30',
    '2026-12-31',
    '2026-11-22',
    '2026-11-23',
  ])
  expect(days[1]).toMatchObject({ kind: '29 February', daysAhead: 464 })
})

it('days are counted from the current date in the organisation’s time zone', () => {
  const isSunday = KINDS.findIndex(([kind]) => kind === 'a Sunday')
  const inZone = (zone) => isSunday + ZONES.indexOf(zone) * KINDS.length
  const now = new Date('2026-11-22T12:00:00Z')
  expect(otherDay(now, inZone('Pacific/Auckland'))).toMatchObject({ day: '2026-11-29', daysAhead: 6 })
  expect(otherDay(now, inZone('America/Los_Angeles'))).toMatchObject({ day: '2026-11-22', daysAhead: 0 })
})

it('a run that could pass midnight belongs to the next day', () => {
  const isMonday = KINDS.findIndex(([kind]) => kind === 'a Monday')
  expect(otherDay(new Date('2026-11-22T22:29:00Z'), isMonday)).toMatchObject({ daysAhead: 1 })
  expect(otherDay(new Date('2026-11-22T22:31:00Z'), isMonday)).toMatchObject({
    day: '2026-11-23',
    daysAhead: 0,
  })
})

it('the leap day is found across a century without one', () => {
  expect(otherDay(new Date('2096-03-01T00:00:00Z'), 1).day).toBe('2104-02-29')
})

it('every kind of day is paired with every time zone within 24 days, whatever the sources say', () => {
  const first = Date.parse('2026-11-27T12:00:00Z')
  const turns = pairs.map((pair) => pairOf(new Date(first + pair * 86_400_000)))
  expect(turns.toSorted((one, other) => one - other)).toEqual(pairs)
  const seen = turns.map((turn) => otherDay(new Date(first), turn))
  expect(new Set(seen.map(({ kind, organisation }) => `${kind} ${organisation}`)).size).toBe(PAIRS)
  expect(seen.filter(({ organisation, reader }) => organisation === reader)).toEqual([])
  for (const timeZone of ZONES) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
})

it('the browser tests of reports, calendar, visits and lost days are tagged to run on that day too', () => {
  const marked = globSync('e2e/*.spec.ts').filter((file) =>
    readFileSync(file, 'utf8').match(new RegExp(`tag:.*'${DAYS}'`)),
  )
  expect(marked.map((file) => basename(file, '.spec.ts')).sort()).toEqual([
    'lost-day',
    'reports',
    'share-of-voice',
    'user-activity',
  ])
})
