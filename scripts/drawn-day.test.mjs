import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { DAYS, drawDay, drawZone, ZONES } from './drawn-day.mjs'

it('a day of each kind is drawn, the next there is', () => {
  const drawn = [0, 1, 2, 3, 4, 5].map((place) => drawDay(new Date('2026-11-22T23:59:00Z'), place / 6))
  expect(drawn.map(({ day }) => day)).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2026-11-30',
    '2026-12-31',
    '2026-11-22',
    '2026-11-23',
  ])
  expect(drawn[1]).toEqual({ kind: '29 February', day: '2028-02-29', daysAhead: 464 })
})

it('the leap day is found across a century that has none', () => {
  expect(drawDay(new Date('2096-03-01T00:00:00Z'), 1 / 6).day).toBe('2104-02-29')
})

it('every zone is drawn, and each of them is known', () => {
  expect(ZONES.map((_, place) => drawZone(place / ZONES.length))).toEqual(ZONES)
  for (const timeZone of ZONES) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
})

it('the browser tests that run once more on that day are marked: of reports, calendar, log and what a lost day leads to', () => {
  const marked = globSync('e2e/*.spec.ts').filter((file) =>
    readFileSync(file, 'utf8').includes(`tag: '${DAYS}'`),
  )
  expect(marked.map((file) => basename(file, '.spec.ts')).sort()).toEqual([
    'lost-day',
    'reports',
    'share-of-voice',
    'user-activity',
  ])
})
