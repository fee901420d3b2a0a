import { expect, test } from 'vitest'
import { MARKETS } from '#shared/features/keywords/opportunities/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { demandWeeksOf, HISTORY_WEEKS } from '../integrations/keyword-market/invented-demand.ts'
import { sampleGoods } from './goods.ts'
import { sampleKeywords } from './keywords.ts'
import { sampleMarket } from './market.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const market = sampleMarket(NOW)
const us = market.filter(({ country }) => country === 'us')

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('each of ten countries has at least 2,000 searches, each once, the same everywhere', () => {
  const byCountry = Map.groupBy(market, ({ country }) => country)
  expect([...byCountry.keys()].sort()).toEqual(keysOf(MARKETS).sort())
  for (const [country, rows] of byCountry) {
    expect(rows.length, country).toBeGreaterThanOrEqual(2000)
    expect(new Set(rows.map(({ identity }) => identity)).size, country).toBe(rows.length)
  }
  expect(sampleMarket(NOW, ['us'])).toEqual(us)
})

test('every search has two years of weeks, with the season that belongs to it', () => {
  const inMonths = (words: string, months: number[]) => {
    const row = us.find(({ name }) => name === words)
    if (!row?.model) throw new RangeError(words)
    const weeks = demandWeeksOf(
      { identity: row.identity, country: 'us', model: row.model },
      'searchVolume',
      NOW,
    )
    expect(weeks).toHaveLength(HISTORY_WEEKS)
    const values = weeks
      .filter(({ date }) => months.includes(Number(date.slice(5, 7))))
      .map(({ value }) => value)
    return mean(values)
  }
  const [winter, summer] = [
    [12, 1],
    [6, 7],
  ]
  expect(inMonths('snow shovel', winter)).toBeGreaterThan(4 * inMonths('snow shovel', summer))
  expect(inMonths('portable air conditioner', summer)).toBeGreaterThan(
    3 * inMonths('portable air conditioner', winter),
  )
  expect(us.find(({ name }) => name === 'snow shovel')).toMatchObject({ seasonality: 5 })
  expect(us.find(({ name }) => name === 'dog bed')).toMatchObject({ seasonality: 1 })
})

test('some of the searches are in the sample’s keyword list, most are not, and some name a leading brand', () => {
  const ours = new Set(sampleKeywords(NOW).map(({ identity }) => identity))
  const known = us.filter(({ identity }) => ours.has(identity))
  expect(known.length).toBeGreaterThan(100)
  expect(known.length).toBeLessThan(us.length / 2)
  expect(us.filter(({ isTopBrand }) => isTopBrand).length).toBeGreaterThan(100)
})

test('the products that share a search are sold by the stand-in marketplace', () => {
  const sold = new Set(sampleGoods().map(({ asin }) => asin))
  for (const { name, asins = [] } of us) {
    expect(asins.length, name).toBeGreaterThan(0)
    expect(
      asins.filter((asin) => !sold.has(asin)),
      name,
    ).toEqual([])
  }
})

test('scores distinguish keywords: hardly any two thirds of them are alike', () => {
  const scores = us.map(({ score = 0 }) => score).sort((one, other) => one - other)
  expect(scores[0]).toBeLessThan(30)
  expect(scores.at(-1)).toBeGreaterThan(75)
  expect(new Set(scores).size).toBeGreaterThan(40)
})
