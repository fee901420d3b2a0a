import { describe, expect, it } from 'vitest'
import { sampleGoods } from '../../sample/goods.ts'
import { dayOf, offerOf } from './day-trade.ts'

const goods = sampleGoods()
const today = dayOf(new Date('2026-11-20T12:00:00Z'))
const days = (count: number) => Array.from({ length: count }, (_, index) => today + index)
const kettle = { asin: 'B0KETTLE01', listPrice: 7999, outOfStockDays: 0 }

describe('trade in the built-in catalogue', () => {
  it('is the same all day long, for everybody', () => {
    expect(dayOf(new Date('2026-11-20T00:00:00Z'))).toBe(today)
    expect(dayOf(new Date('2026-11-20T23:59:59Z'))).toBe(today)
    expect(offerOf(kettle, today)).toEqual(offerOf({ ...kettle }, today))
  })

  it('moves prices from day to day, never above the list price, with the saving', () => {
    const offers = days(120).map((day) => offerOf(kettle, day))
    expect(new Set(offers.map(({ price }) => price?.amount)).size).toBeGreaterThan(5)
    for (const { price, savings } of offers) {
      expect(price?.amount).toBeLessThanOrEqual(79.99)
      expect(price?.amount).toBeGreaterThan(79.99 * 0.6)
      expect((price?.amount ?? 0) + (savings?.amount ?? 0)).toBeCloseTo(79.99)
      expect(savings === undefined).toBe(price?.amount === 79.99)
    }
  })

  it('sells out as often as a product does, for some days in a row', () => {
    const scarce = { ...kettle, outOfStockDays: 25 }
    const stock = days(2000).map((day) => offerOf(scarce, day).stock)
    const share = stock.filter((each) => each === 'OUT_OF_STOCK').length / stock.length
    expect(share).toBeGreaterThan(0.18)
    expect(share).toBeLessThan(0.32)
    const changes = stock.filter((each, index) => index > 0 && each !== stock[index - 1]).length
    expect(changes).toBeLessThan(stock.length / 4)
    for (const day of days(200)) {
      expect(offerOf(kettle, day).stock).toBe('IN_STOCK')
      expect(offerOf({ ...kettle, outOfStockDays: 100 }, day)).toEqual({
        stock: 'OUT_OF_STOCK',
        availability: 'Currently unavailable.',
      })
    }
  })

  it('has Prime, shipping and seller for most products, and leaves them out for some', () => {
    const offers = goods.map((good) => offerOf(good, today)).filter(({ stock }) => stock === 'IN_STOCK')
    for (const field of ['isPrime', 'isFreeShipping', 'merchant'] as const) {
      const given = offers.filter((offer) => offer[field] !== undefined).length / offers.length
      expect(given, field).toBeGreaterThan(0.8)
      expect(given, field).toBeLessThan(0.98)
    }
    expect(offers.some(({ isPrime }) => isPrime === false)).toBe(true)
  })

  it('has some products out of stock today, and most of them not', () => {
    const out = goods.filter((good) => offerOf(good, today).stock === 'OUT_OF_STOCK').length
    expect(out).toBeGreaterThan(5)
    expect(out).toBeLessThan(goods.length / 10)
  })
})
