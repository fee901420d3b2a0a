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

describe('a replacement product', () => {
  it('takes the place and the award of the old one, and starts without its summary', () => {
    expect(exchanged(KETTLES, 'b0aaaaaaa2', NEW)).toEqual({
      mode: 'replace',
      products: [KETTLES[0], { ...NEW, award: 'Runner-Up', summary: '' }, KETTLES[2]],
    })
  })

  it('already in the article moves up with its own words, and is never there twice', () => {
    expect(exchanged(KETTLES, 'B0AAAAAAA1', { asin: 'B0AAAAAAA3', name: 'As the shop calls it' })).toEqual({
      mode: 'moveUp',
      products: [{ ...row('B0AAAAAAA3', 'Best Overall') }, KETTLES[1]],
    })
  })

  it('changes nothing if the article lacks the old one', () => {
    expect(exchanged(KETTLES, 'B0AAAAAAA8', NEW)).toBeNull()
  })
})

it('two lists of products are equal only if every word is equal', () => {
  expect(areSameProducts(KETTLES, structuredClone(KETTLES))).toBe(true)
  expect(areSameProducts(KETTLES, KETTLES.slice(1))).toBe(false)
  expect(areSameProducts(KETTLES, [...KETTLES.slice(0, 2), row('B0AAAAAAA3', '', 'Other words.')])).toBe(
    false,
  )
})

it('other texts of an article that name a product are listed, ignoring case', () => {
  const text = { title: 'The Heron kettle, tested', intro: null, faqs: ['Is the HERON KETTLE loud?'] }
  expect(textsThatName(text, 'Heron Kettle')).toEqual(['title', 'questions'])
  expect(textsThatName(text, ' ')).toEqual([])
})

describe('an award of a replacement', () => {
  const prices = (old: number | null, by: number | null) => ({ old, by })
  it.each(['Best Overall', 'Runner-Up', 'runner up', 'Our pick', 'Also great', ''])(
    'is accepted if it claims nothing measurable: %s',
    (award) => expect(awardDoubt(award, prices(null, null))).toBeNull(),
  )
  it.each(['Best Budget', 'Best Value', 'Best under $100'])(
    'is accepted for an equal or lower price: %s',
    (award) => {
      expect(awardDoubt(award, prices(80, 80))).toBeNull()
      expect(awardDoubt(award, prices(80, 81))).toMatch(/costs more/)
      expect(awardDoubt(award, prices(80, null))).toMatch(/We don’t know/)
    },
  )
  it.each(['Best Splurge', 'Best Upgrade'])('is accepted for an equal or higher price: %s', (award) => {
    expect(awardDoubt(award, prices(80, 80))).toBeNull()
    expect(awardDoubt(award, prices(80, 79))).toMatch(/costs less/)
  })
  it.each(['Lightest', 'Best 4 Person', 'Quietest'])('is doubtful until it is verified: %s', (award) =>
    expect(awardDoubt(award, prices(80, 60))).toMatch(/Not verified/),
  )
})

it('a few reviews rank below many, and products without a rating come last', () => {
  const [few, many, unrated] = [{ stars: 5, count: 3 }, { stars: 4.6, count: 12_204 }, null]
  expect([few, unrated, many].sort((one, other) => candidateScore(other) - candidateScore(one))).toEqual([
    many,
    few,
    unrated,
  ])
  expect(candidateScore({ stars: 5, count: 50 })).toBe(4.5)
})

describe('the expected earnings of a replacement', () => {
  const from = { atRisk: 100, prices: { old: 400, by: 300 }, daysInStock: 45, daysKnown: 90 }
  it('are the amount at risk, times the ratio of prices and the share of days in stock', () => {
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
  ])('are unknown if a part of it is: %o', (gap) => expect(expectedEarnings({ ...from, ...gap })).toBeNull())
})
