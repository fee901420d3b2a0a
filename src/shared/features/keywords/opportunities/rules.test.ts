import { describe, expect, it } from 'vitest'
import { MarketProductQuery, OpportunityFilter, OpportunityQuery } from './contract.ts'
import {
  COMPETITION_STOPS,
  competitionLabel,
  competitionOf,
  demandDigits,
  demandShares,
  firstPeakWeek,
  marketScores,
  mondayOf,
  opportunityScore,
  publishBy,
  publishByFormula,
  SEASONALITY_RANGE,
  seasonalityOf,
  trendOf,
  weekOfYear,
} from './rules.ts'

it.each([
  ['Very Low', 0, 24.9, 'OPP-032'],
  ['Low', 25, 44.9, 'OPP-033'],
  ['Medium', 45, 59.9, 'OPP-034'],
  ['High', 60, 74.9, 'OPP-035'],
  ['Very High', 75, 100, 'OPP-036'],
])(
  'competition is %s from %d to %d percent [OPP-032] [OPP-033] [OPP-034] [OPP-035] [OPP-036]',
  (label, from, to) => {
    expect([competitionLabel(from), competitionLabel(to)]).toEqual([label, label])
  },
)

it('competition is filtered from 1 to 100 by tens, seasonality from 1 to 5 [OPP-022] [OPP-023] [OPP-024]', () => {
  expect(COMPETITION_STOPS).toEqual([1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  expect(SEASONALITY_RANGE).toEqual({ min: 1, max: 5 })
})

it('a query without filters is about the United States, without top brands, with our keywords [OPP-026] [OPP-027] [OPP-028] [OPP-029] [OPP-030]', () => {
  expect(OpportunityQuery.parse({})).toMatchObject({
    country: 'us',
    competitionMin: 1,
    competitionMax: 100,
    seasonalityMin: 1,
    seasonalityMax: 5,
    excludeTopBrands: true,
    excludeExistingKeywords: false,
    page: 1,
    sort: 'opportunityScore',
    sortOrder: 'desc',
  })
})

it('no number of a range is negative or not a number [OPP-021]', () => {
  const names = [
    'avgPriceMin',
    'avgUnitsSoldMax',
    'monthlySearchVolumeMin',
    'monthlyTrendMin',
    'opportunityScoreMax',
  ]
  for (const name of names) {
    expect(OpportunityFilter.safeParse({ [name]: '0' }).success, name).toBe(true)
    expect(OpportunityFilter.safeParse({ [name]: '12.5' }).success, name).toBe(true)
    for (const value of ['-1', '-0.5', 'ten', '1e3', '', '0x2', ['1', '2']])
      expect(OpportunityFilter.safeParse({ [name]: value }).success, `${name} ${value}`).toBe(false)
  }
})

it('products are requested by rating and reviews, most expensive first, fifty per page [PSEARCH-014] [PSEARCH-016] [PSEARCH-017] [PSEARCH-018]', () => {
  expect(MarketProductQuery.parse({})).toMatchObject({
    ratingMin: 4.5,
    reviewsMin: 100,
    perPage: 50,
    sortBy: 'price',
    sortOrder: 'desc',
    showUnavailable: false,
  })
  for (const size of ['25', '50', '100'])
    expect(MarketProductQuery.parse({ perPage: size }).perPage).toBe(Number(size))
  for (const size of ['20', '0', '51', '1000'])
    expect(MarketProductQuery.safeParse({ perPage: size }).success).toBe(false)
})

describe('a season', () => {
  const flat = Array.from({ length: 52 }, () => 100)
  const peaked = (height: number) =>
    flat.map((value, at) => (at >= 24 && at < 28 ? height - (at - 24) : value))

  it.each([
    [1, flat],
    [1, peaked(112)],
    [2, peaked(125)],
    [3, peaked(150)],
    [4, peaked(190)],
    [5, peaked(320)],
  ])(
    'is %d of 5, depending on how far its best four weeks exceed the year’s mean [OPP-037]',
    (expected, weeks) => {
      expect(seasonalityOf(weeks)?.classification).toBe(expected)
    },
  )

  it('exists from class three on, and has its peak in an ISO week', () => {
    expect(seasonalityOf(peaked(150))).toEqual({ classification: 3, isSeasonal: true, peakWeek: 25 })
    expect(seasonalityOf(peaked(125))?.isSeasonal).toBe(false)
  })

  it('may span the turn of the year', () => {
    const winter = flat.map((value, at) => (at < 2 || at >= 50 ? 400 : value))
    expect(seasonalityOf(winter)?.classification).toBe(5)
  })

  it('without demand is unknown', () => {
    expect(seasonalityOf(flat.map(() => 0))).toBeNull()
  })

  it('is 52 digits in ninths of its peak', () => {
    const digits = demandDigits(peaked(200))
    expect(digits).toMatch(/^5{24}9999?9?5+$/)
    expect(digits).toHaveLength(52)
    expect(demandShares('090')).toEqual([0, 1, 0])
    expect(demandDigits([0, 0])).toBe('00')
  })
})

it.each([
  ['2026-01-01', 1],
  ['2025-12-28', 52],
  ['2025-12-29', 1],
  ['2026-11-21', 47],
  ['2026-12-31', 52],
  ['2024-12-29', 52],
])('the ISO week of %s is %d', (day, week) => {
  expect(weekOfYear(new Date(`${day}T12:00:00Z`))).toBe(week)
})

it('the first week of a year starts on its Monday, which may be in the previous year', () => {
  expect([mondayOf(2026, 1), mondayOf(2026, 47), mondayOf(2027, 1)]).toEqual([
    '2025-12-29',
    '2026-11-16',
    '2027-01-04',
  ])
})

describe('a score', () => {
  it('is 40 for demand, 30 for low competition, 20 for the trend and 10 for an even year', () => {
    const worst = { demandRank: 0, competition: 100, trendRank: 0, classification: 5 }
    expect(opportunityScore(worst)).toBe(0)
    expect(opportunityScore({ ...worst, demandRank: 1 })).toBe(40)
    expect(opportunityScore({ ...worst, competition: 0 })).toBe(30)
    expect(opportunityScore({ ...worst, trendRank: 1 })).toBe(20)
    expect(opportunityScore({ ...worst, classification: 1 })).toBe(10)
  })

  it('counts unknown values as neither good nor bad', () => {
    expect(
      opportunityScore({ demandRank: 0, competition: null, trendRank: null, classification: null }),
    ).toBe(30)
  })

  it('ranks keywords within their own market, equal ones alike', () => {
    const of = (volume: number, monthlyTrend: number | null) => ({
      volume,
      monthlyTrend,
      competition: 100,
      seasonality: 5,
    })
    expect(marketScores([of(10, -5), of(20, 0), of(20, 0), of(900, 40)])).toEqual([0, 20, 20, 60])
    expect(marketScores([of(10, null)])).toEqual([10])
    expect(marketScores([])).toEqual([])
  })
})

it('competition is a hundred minus ease of ranking, and a trend is a percentage of the previous value', () => {
  expect([competitionOf(30), competitionOf(0), competitionOf(130), competitionOf(null)]).toEqual([
    70,
    100,
    0,
    null,
  ])
  expect([trendOf(150, 100), trendOf(50, 100), trendOf(5, 0)]).toEqual([50, -50, null])
})

describe('the publish-by date', () => {
  const LEAD = { rankDays: 56, writeDays: 21 }
  const by = (peakWeek: number, today: string, lead = LEAD) =>
    publishBy({ seasonality: 4, peakWeek }, lead, today)

  it('is the Monday of the peak week, less the weeks to rank and the weeks to write', () => {
    // The seventh week of 2027 begins on 15 February; eleven weeks before that is 30 November.
    expect(by(7, '2026-11-18')).toEqual({ date: '2026-11-30', peak: '2027-02-15', missed: null })
    expect(by(7, '2026-11-30')?.date).toBe('2026-11-30')
    expect(by(7, '2026-11-18', { rankDays: 0, writeDays: 7 })?.date).toBe('2027-02-08')
  })

  it('of a season that has started is that of the next one, and says so', () => {
    expect(by(7, '2026-12-01')).toEqual({ date: '2027-11-29', peak: '2028-02-14', missed: '2027-02-15' })
    // In its peak week a season is still there; on the Monday after it is over, and nothing is missed.
    expect(by(7, '2027-02-21')?.missed).toBe('2027-02-15')
    expect(by(7, '2027-02-22')).toEqual({ date: '2027-11-29', peak: '2028-02-14', missed: null })
  })

  it('is none for a keyword without a season', () => {
    expect(publishBy({ seasonality: 2, peakWeek: 7 }, LEAD, '2026-11-18')).toBeNull()
    expect(publishBy({ seasonality: null, peakWeek: 7 }, LEAD, '2026-11-18')).toBeNull()
    expect(publishBy({ seasonality: 5, peakWeek: null }, LEAD, '2026-11-18')).toBeNull()
  })

  it('is never in the past, whatever the day and the weeks needed', () => {
    for (const today of ['2026-01-01', '2026-12-31', '2027-01-03', '2024-02-29'])
      for (const lead of [LEAD, { rankDays: 0, writeDays: 0 }, { rankDays: 168, writeDays: 168 }])
        for (let week = 1; week <= 52; week += 1)
          expect((by(week, today, lead)?.date ?? '') >= today, `${today}, week ${week}`).toBe(true)
  })

  it('sorts first for one week of the year, followed by the weeks after it', () => {
    for (const today of ['2026-11-23', '2026-01-02', '2027-06-30']) {
      const first = firstPeakWeek(LEAD, today)
      const dates = Array.from({ length: 52 }, (_, at) => by(((first - 1 + at) % 52) + 1, today)?.date ?? '')
      expect(dates, today).toEqual(dates.toSorted())
    }
  })

  it('is explained with its parts and their sources', () => {
    expect(publishByFormula({ ...LEAD, rankOf: null, writeOf: 41 })).toMatch(
      /minus 8 weeks to rank \(as configured.*minus 3 weeks to write \(the median of 41 articles/,
    )
  })
})
