import { describe, expect, it } from 'vitest'
import { daysIn, priceSteps, type Stock, stockSpans } from './rules.ts'

const DAY = 86_400_000
const at = (day: number) => new Date(day * DAY).toISOString()
const change = (stock: Stock, day: number) => ({ stock, created_at: at(day) })

describe('what the stock was', () => {
  it('holds from each change to the next, and before the first it was not scanned', () => {
    const changes = [change('OUT_OF_STOCK', 14), change('IN_STOCK', 12), change('IN_STOCK', 16)]
    expect(stockSpans(changes, 10 * DAY, 20 * DAY)).toEqual([
      { stock: 'NOT_SCANNED', from: 10 * DAY, to: 12 * DAY },
      { stock: 'IN_STOCK', from: 12 * DAY, to: 14 * DAY },
      { stock: 'OUT_OF_STOCK', from: 14 * DAY, to: 16 * DAY },
      { stock: 'IN_STOCK', from: 16 * DAY, to: 20 * DAY },
    ])
  })

  it('begins with what it was before, and ends where one looks no further', () => {
    const changes = [change('IN_STOCK', 1), change('OUT_OF_STOCK', 5), change('IN_STOCK', 30)]
    expect(stockSpans(changes, 10 * DAY, 20 * DAY)).toEqual([
      { stock: 'OUT_OF_STOCK', from: 10 * DAY, to: 20 * DAY },
    ])
    expect(stockSpans([], 0, DAY)).toEqual([])
  })

  it('is counted in days that have begun', () => {
    const spans = stockSpans([change('OUT_OF_STOCK', 1), change('IN_STOCK', 2.2)], 0, 10 * DAY)
    expect([daysIn(spans, 'OUT_OF_STOCK'), daysIn(spans, 'INVALID_ASIN')]).toEqual([2, 0])
  })
})

it('a price holds until the next one, and there is none while the product could not be bought', () => {
  const spans = stockSpans(
    [change('IN_STOCK', 0), change('OUT_OF_STOCK', 4), change('IN_STOCK', 6)],
    2 * DAY,
    10 * DAY,
  )
  const prices = [
    { cents: 900, created_at: at(1) },
    { cents: 800, created_at: at(3) },
    { cents: 700, created_at: at(7) },
  ]
  expect(priceSteps(prices, spans).map(({ cents, from, to }) => [cents, from / DAY, to / DAY])).toEqual([
    [900, 2, 3],
    [800, 3, 4],
    [800, 6, 7],
    [700, 7, 10],
  ])
})
