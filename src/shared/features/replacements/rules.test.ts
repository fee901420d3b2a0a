import { describe, expect, it } from 'vitest'
import {
  areSameProducts,
  awardDoubt,
  candidateScore,
  exchanged,
  expectedEarnings,
  textsThatName,
} from './rules.ts'

const row = (asin: string, award: string, summary = `About ${asin}.`) => ({
  asin,
  name: `Name of ${asin}`,
  award,
  summary,
})
const KETTLES = [row('B0AAAAAAA1', 'Best Overall'), row('B0AAAAAAA2', 'Runner-Up'), row('B0AAAAAAA3', '')]
const NEW = { asin: 'B0AAAAAAA9', name: 'Whistle Kettle' }

describe('one product in place of another', () => {
  it('takes its place and its award, and begins without a summary, because the old one is not about it', () => {
    expect(exchanged(KETTLES, 'b0aaaaaaa2', NEW)).toEqual({
      mode: 'replace',
      products: [KETTLES[0], { ...NEW, award: 'Runner-Up', summary: '' }, KETTLES[2]],
    })
  })

  it('that stands in the article already moves up with its own words, and never stands there twice', () => {
    expect(exchanged(KETTLES, 'B0AAAAAAA1', { asin: 'B0AAAAAAA3', name: 'As the shop calls it' })).toEqual({
      mode: 'moveUp',
      products: [{ ...row('B0AAAAAAA3', 'Best Overall') }, KETTLES[1]],
    })
  })

  it('changes nothing where the old one does not stand', () => {
    expect(exchanged(KETTLES, 'B0AAAAAAA8', NEW)).toBeNull()
  })
})

it('two lists of products say the same only where every word is the same', () => {
  expect(areSameProducts(KETTLES, structuredClone(KETTLES))).toBe(true)
  expect(areSameProducts(KETTLES, KETTLES.slice(1))).toBe(false)
  expect(areSameProducts(KETTLES, [...KETTLES.slice(0, 2), row('B0AAAAAAA3', '', 'Other words.')])).toBe(
    false,
  )
})

it('says in which other texts an article names a product, whatever its letters', () => {
  const text = { title: 'The Heron kettle, tested', intro: null, faqs: ['Is the HERON KETTLE loud?'] }
  expect(textsThatName(text, 'Heron Kettle')).toEqual(['title', 'questions'])
  expect(textsThatName(text, ' ')).toEqual([])
})

describe('an award of another product', () => {
  const prices = (old: number | null, by: number | null) => ({ old, by })
  it.each(['Best Overall', 'Runner-Up', 'runner up', 'Our pick', 'Also great', ''])(
    'is true where it says nothing that can be measured: %s',
    (award) => expect(awardDoubt(award, prices(null, null))).toBeNull(),
  )
  it.each(['Best Budget', 'Best Value', 'Best under $100'])('is true of a price as low: %s', (award) => {
    expect(awardDoubt(award, prices(80, 80))).toBeNull()
    expect(awardDoubt(award, prices(80, 81))).toMatch(/costs more/)
    expect(awardDoubt(award, prices(80, null))).toMatch(/We don’t know/)
  })
  it.each(['Best Splurge', 'Best Upgrade'])('is true of a price as high: %s', (award) => {
    expect(awardDoubt(award, prices(80, 80))).toBeNull()
    expect(awardDoubt(award, prices(80, 79))).toMatch(/costs less/)
  })
  it.each(['Lightest', 'Best 4 Person', 'Quietest'])(
    'is nobody’s to claim who has not checked: %s',
    (award) => expect(awardDoubt(award, prices(80, 60))).toMatch(/Not verified/),
  )
})

it('a few reviews do not make the best, many do, and what nobody has rated comes last', () => {
  const [few, many, unrated] = [{ stars: 5, count: 3 }, { stars: 4.6, count: 12_204 }, null]
  expect([few, unrated, many].sort((one, other) => candidateScore(other) - candidateScore(one))).toEqual([
    many,
    few,
    unrated,
  ])
  expect(candidateScore({ stars: 5, count: 50 })).toBe(4.5)
})

describe('what is expected of a product in place of another', () => {
  const from = { atRisk: 100, prices: { old: 400, by: 300 }, daysInStock: 45, daysKnown: 90 }
  it('is what is at risk, by both prices and the share of days in which it was in stock', () => {
    expect(expectedEarnings(from)).toBe(37.5)
    expect(expectedEarnings({ ...from, daysInStock: null })).toBe(75)
    expect(expectedEarnings({ ...from, daysInStock: 0 })).toBe(0)
    // Scanned first two days ago, and in stock ever since.
    expect(expectedEarnings({ ...from, daysInStock: 2, daysKnown: 2 })).toBe(75)
  })
  it.each([
    { atRisk: null },
    { prices: { old: null, by: 300 } },
    { prices: { old: 400, by: null } },
    { prices: { old: 0, by: 300 } },
  ])('is unknown where something of that is: %o', (gap) =>
    expect(expectedEarnings({ ...from, ...gap })).toBeNull(),
  )
})
