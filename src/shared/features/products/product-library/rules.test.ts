import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { daysIn, priceSteps, type Stock, stockSpans } from './rules.ts'

const at = (day: number) => new Date(day * DAY_MS).toISOString()
const change = (stock: Stock, day: number) => ({ stock, created_at: at(day) })

describe('a stock state', () => {
  it('lasts from each change to the next, and before the first is not scanned', () => {
    const changes = [change('OUT_OF_STOCK', 14), change('IN_STOCK', 12), change('IN_STOCK', 16)]
    expect(stockSpans(changes, 10 * DAY_MS, 20 * DAY_MS)).toEqual([
      { stock: 'NOT_SCANNED', from: 10 * DAY_MS, to: 12 * DAY_MS },
      { stock: 'IN_STOCK', from: 12 * DAY_MS, to: 14 * DAY_MS },
      { stock: 'OUT_OF_STOCK', from: 14 * DAY_MS, to: 16 * DAY_MS },
      { stock: 'IN_STOCK', from: 16 * DAY_MS, to: 20 * DAY_MS },
    ])
  })

  it('starts with the state before the range, and ends with the range', () => {
    const changes = [change('IN_STOCK', 1), change('OUT_OF_STOCK', 5), change('IN_STOCK', 30)]
    expect(stockSpans(changes, 10 * DAY_MS, 20 * DAY_MS)).toEqual([
      { stock: 'OUT_OF_STOCK', from: 10 * DAY_MS, to: 20 * DAY_MS },
    ])
    expect(stockSpans([], 0, DAY_MS)).toEqual([])
  })

  it('is counted in days that have begun', () => {
    const spans = stockSpans([change('OUT_OF_STOCK', 1), change('IN_STOCK', 2.2)], 0, 10 * DAY_MS)
    expect([daysIn(spans, 'OUT_OF_STOCK'), daysIn(spans, 'INVALID_ASIN')]).toEqual([2, 0])
  })
})

it('a price lasts until the next one, and is missing while the product is unavailable', () => {
  const spans = stockSpans(
    [change('IN_STOCK', 0), change('OUT_OF_STOCK', 4), change('IN_STOCK', 6)],
    2 * DAY_MS,
    10 * DAY_MS,
  )
  const prices = [
    { cents: 900, created_at: at(1) },
    { cents: 800, created_at: at(3) },
    { cents: 700, created_at: at(7) },
  ]
  expect(priceSteps(prices, spans).map(({ cents, from, to }) => [cents, from / DAY_MS, to / DAY_MS])).toEqual(
    [
      [900, 2, 3],
      [800, 3, 4],
      [800, 6, 7],
      [700, 7, 10],
    ],
  )
})
