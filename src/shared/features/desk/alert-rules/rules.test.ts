import { describe, expect, it } from 'vitest'
import {
  alertDays,
  conditionWords,
  countedNoun,
  dayNumber,
  dayOfNumber,
  findingWords,
  looserThan,
  mayChangeRule,
  type Span,
} from './rules.ts'

const span = (from: number, to: number | null, value: number): Span => ({ from, to, value })
const YEAR = { from: 0, to: 364 }
const RULE = { threshold: 25, coolDownDays: 14 }

describe('the days on which a rule alerts', () => {
  const CASES: [string, Parameters<typeof alertDays>, number[]][] = [
    ['none without data', [[], RULE, YEAR], []],
    ['none below the threshold', [[span(10, 20, 24.9)], RULE, YEAR], []],
    ['the first day at the threshold', [[span(10, 20, 25)], RULE, YEAR], [10]],
    ['only the first day of a match that has ended', [[span(10, 24, 30)], RULE, YEAR], [10]],
    ['repeated after each cool-down while the match lasts', [[span(10, 39, 30)], RULE, YEAR], [10, 24, 38]],
    ['not repeated within the cool-down', [[span(10, 12, 30), span(15, 20, 30)], RULE, YEAR], [10]],
    [
      'delayed to the end of the cool-down for a new match',
      [[span(10, 12, 30), span(20, 30, 30)], RULE, YEAR],
      [10, 24],
    ],
    [
      'separate for matches with a gap below the threshold between',
      [[span(10, 12, 30), span(12, 30, 10), span(30, 33, 30)], RULE, YEAR],
      [10, 30],
    ],
    ['inside the window for a match that lasts beyond it', [[span(360, null, 30)], RULE, YEAR], [360]],
    ['from the start of the window for an earlier match', [[span(-50, 5, 30)], RULE, YEAR], [0]],
    [
      'today for a match without an alert so far',
      [[span(90, null, 30)], RULE, { from: 100, to: 100 }, null],
      [100],
    ],
    [
      'not today one day before the end of the cool-down',
      [[span(0, null, 30)], RULE, { from: 100, to: 100 }, 87],
      [],
    ],
    ['today at the end of the cool-down', [[span(0, null, 30)], RULE, { from: 100, to: 100 }, 86], [100]],
    [
      'not today for a match that ended yesterday',
      [[span(0, 100, 30)], RULE, { from: 100, to: 100 }, null],
      [],
    ],
  ]
  it.each(CASES)('are %s', (_title, args, days) => {
    expect(alertDays(...args)).toEqual(days)
  })

  it('are the same night by night as over a year at once', () => {
    const spans = [span(3, 40, 30), span(44, 60, 20), span(61, 62, 90), span(70, null, 26)]
    const nights: number[] = []
    for (let day = 0; day <= 364; day += 1)
      nights.push(...alertDays(spans, RULE, { from: day, to: day }, nights.at(-1) ?? null))
    expect(nights).toEqual(alertDays(spans, RULE, YEAR))
  })
})

describe('the text of a rule', () => {
  const RULE_OF_FALLS = {
    kind: 'earnings-fell',
    against: 'year',
    threshold: 25,
    least: 500,
    coolDownDays: 14,
  } as const
  it('states its condition and its site', () => {
    expect(conditionWords(RULE_OF_FALLS, 'Tidy Mode')).toBe(
      'a post’s earnings fall by 25 % vs. the same weeks last year, for posts above $500 a month, on Tidy Mode',
    )
    expect(conditionWords({ ...RULE_OF_FALLS, kind: 'earnings-at-risk', threshold: 1000 }, null)).toBe(
      'a post’s earnings at risk are above $1,000 a week',
    )
    expect(conditionWords({ ...RULE_OF_FALLS, against: 'before', least: 2000 }, null)).toBe(
      'a post’s earnings fall by 25 % vs. the four weeks before, for posts above $2,000 a month',
    )
    expect(conditionWords({ ...RULE_OF_FALLS, kind: 'share-lost', threshold: 40 }, null)).toBe(
      'our share of a keyword falls by 40 points',
    )
    expect(conditionWords({ ...RULE_OF_FALLS, kind: 'price-moved' }, null)).toBe(
      'the price of a product moves by 25 %',
    )
  })

  it('states its finding in the unit of its kind', () => {
    const found = { was: 6214.4, is: 12.345 }
    expect(findingWords('earnings-fell', found)).toBe('Earnings fell from $6,214.40 to $12.35 in four weeks')
    expect(findingWords('share-lost', { was: 71.4, is: 0 })).toBe('Our share fell from 71 % to 0 %')
    expect(findingWords('earnings-at-risk', { was: 0, is: 80 })).toBe('$80.00 a week at risk')
    // No sum without its cents.
    expect(findingWords('price-moved', { was: 99.5, is: 100.4 })).toBe('Price changed from $99.50 to $100.40')
  })
})

it('the next looser setting of a rule is the previous step, and the loosest has none', () => {
  expect(looserThan({ kind: 'earnings-fell', threshold: 25 })).toBe(20)
  expect(looserThan({ kind: 'earnings-fell', threshold: 10 })).toBeNull()
})

it('matches of a rule are counted in their own noun', () => {
  expect([0, 1, 1200].map((count) => countedNoun('post', count))).toEqual([
    '0 posts',
    '1 post',
    '1,200 posts',
  ])
})

it('a rule can be changed by its owner and by administrators only', () => {
  expect(mayChangeRule({ id: 7, roleId: 'opm' }, 7)).toBe(true)
  expect(mayChangeRule({ id: 8, roleId: 'adm' }, 7)).toBe(true)
  expect(mayChangeRule({ id: 8, roleId: 'opm' }, 7)).toBe(false)
})

it('days are counted individually, even across the end of a month', () => {
  expect(dayNumber('2026-03-01') - dayNumber('2026-02-28')).toBe(1)
  expect(dayOfNumber(dayNumber('2026-12-31') + 1)).toBe('2027-01-01')
})
