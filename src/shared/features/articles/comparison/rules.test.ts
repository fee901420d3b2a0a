import { describe, expect, it } from 'vitest'
import type { ScannedArticle, ScannedProduct } from './contract.ts'
import {
  averagePrice,
  averagePriceOf,
  causesOf,
  compareArticles,
  compareLines,
  compareProducts,
  compareWords,
  frequenciesOf,
  gapsOf,
  paragraphsGap,
  productGap,
  productOfGap,
  tidyWords,
  wordSideOf,
  wordsOf,
} from './rules.ts'

const product = (asin: string, values: Partial<ScannedProduct> = {}): ScannedProduct => ({
  asin,
  name: `Kettle ${asin}`,
  image: null,
  award: null,
  offerBy: null,
  offerAward: null,
  highlight: null,
  price: null,
  priceLimit: null,
  oldPrice: null,
  oos: null,
  rate: null,
  totalRatings: null,
  ...values,
})

const article = (values: Partial<ScannedArticle> = {}): ScannedArticle => ({
  title: 'The Best Kettles',
  url: 'https://www.amazon.com/story',
  image: null,
  writer: null,
  writerIcon: null,
  updatedAt: null,
  heroText: '',
  products: [],
  keywords: [],
  content: [],
  ...values,
})

describe('words', () => {
  it('are runs of letters of any script, folded, of at least two letters [CMP-013]', () => {
    expect(wordsOf("A Kettle's CAFÉ, 12 cups: naïve Żur 茶葉 х Ёлка")).toEqual([
      'kettle',
      'café',
      'cups',
      'naïve',
      'żur',
      '茶葉',
      'ёлка',
    ])
    expect(wordsOf('Cafe\u0301')).toEqual(wordsOf('CAFÉ'))
  })

  it('are counted once, even if bold ones are also in paragraphs and the title is also a heading', () => {
    const counts = frequenciesOf(
      article({
        heroText: 'Steam.',
        content: [
          { type: 'h1', value: 'The best kettles' },
          { type: 'p', value: 'Steam. A kettle is hot.' },
          { type: 'b', value: 'kettle' },
        ],
      }),
    )
    expect([counts.get('kettle'), counts.get('kettles'), counts.get('steam')]).toEqual([1, 1, 1])
  })

  it('are shown from six occurrences in either article on, the most frequent first [CMP-013]', () => {
    const theirs = new Map([
      ['kettle', 6],
      ['steam', 5],
      ['boil', 1],
    ])
    const ours = new Map([
      ['steam', 5],
      ['boil', 9],
    ])
    expect(compareWords(theirs, ours, [])).toEqual([
      { word: 'boil', theirs: 1, ours: 9 },
      { word: 'kettle', theirs: 6, ours: 0 },
    ])
  })

  it('of the exclusion list are left out, in any spelling [CMP-014]', () => {
    const theirs = new Map([
      ['café', 8],
      ['boils', 40],
      ['kettle', 7],
    ])
    const excluded = ['BOILS', ' Cafe\u0301 ']
    expect(compareWords(theirs, new Map(), excluded).map(({ word }) => word)).toEqual(['kettle'])
  })

  it('that are not on the list are shown, whatever they mean [CMP-013] [CMP-014]', () => {
    const theirs = new Map(['the', 'kettle', 'kettles'].map((word) => [word, 9]))
    expect(compareWords(theirs, new Map(), ['kettles']).map(({ word }) => word)).toEqual(['kettle', 'the'])
  })

  it.each([
    [34, 0, 'theirs'],
    [34, 12, 'more theirs'],
    [24, 12, 'both'],
    [12, 30, 'more ours'],
    [0, 6, 'ours'],
  ])('used %s times by theirs and %s by ours are: %s', (theirs, ours, side) => {
    expect(wordSideOf({ theirs, ours })).toBe(side)
  })

  it('of a list are trimmed and sorted, each once', () => {
    expect(tidyWords([' The ', 'the', 'AND', '', ' '])).toEqual(['and', 'the'])
  })
})

describe('prices', () => {
  it.each([
    [20, 30, 25],
    [19.99, 29.99, 24.99],
    [20, null, 20],
    [null, 30, 30],
    [null, null, null],
  ])('of %s and limit %s average %s [CMP-025]', (price, priceLimit, expected) => {
    expect(averagePrice({ price, priceLimit })).toBe(expected)
  })

  it('of an article average those of its products that have one [CMP-025]', () => {
    const products = [product('1', { price: 10, priceLimit: 20 }), product('2', { price: 25 }), product('3')]
    expect(averagePriceOf(products)).toBe(20)
    expect(averagePriceOf([product('4')])).toBeNull()
  })
})

describe('two articles', () => {
  it('differ by lines, ignoring case and punctuation', () => {
    expect(compareLines(['Best Overall:', 'How we tested'], ['best overall', 'The winner'])).toEqual({
      theirs: [
        { text: 'Best Overall:', side: 'both' },
        { text: 'How we tested', side: 'theirs' },
      ],
      ours: [
        { text: 'best overall', side: 'both' },
        { text: 'The winner', side: 'ours' },
      ],
    })
  })

  it('differ by products, by their ASIN', () => {
    const rows = compareProducts([product('A'), product('B')], [product('C'), product('A')])
    expect(rows.map(({ asin, theirs, ours }) => [asin, theirs !== null, ours !== null])).toEqual([
      ['A', true, true],
      ['B', true, false],
      ['C', false, true],
    ])
  })

  it('differ by every category', () => {
    const theirs = article({
      updatedAt: '2026-11-01T00:00:00.000Z',
      heroText: 'Hot.',
      keywords: [
        { keyword: 'best kettle', keyword_id: 1, is_tracked: true },
        { keyword: 'kettles', keyword_id: 2, is_tracked: false },
      ],
      content: [
        { type: 'h2', value: 'Winner' },
        { type: 'p', value: 'one two' },
        { type: 'p', value: 'three' },
        { type: 'figure', value: 'A kettle' },
        { type: 'b', value: 'Quiet' },
      ],
    })
    const ours = article({ keywords: [{ keyword: 'best kettle', keyword_id: 1, is_tracked: true }] })
    const found = compareArticles(theirs, ours, [])
    expect(found).toMatchObject({
      updated: { theirs: '2026-11-01T00:00:00.000Z', ours: null },
      hero: { theirs: 'Hot.', ours: '' },
      keywords: [
        { keyword_id: 1, side: 'both' },
        { keyword_id: 2, side: 'theirs' },
      ],
      wordCount: { theirs: 8, ours: 3 },
      titles: { theirs: [{ text: 'Winner', side: 'theirs' }], ours: [] },
      figures: { theirs: [{ text: 'A kettle', side: 'theirs' }], ours: [] },
      bold: { theirs: [{ text: 'Quiet', side: 'theirs' }], ours: [] },
    })
    expect(paragraphsGap(found)).toEqual({ kind: 'paragraphs', text: '2 paragraphs, ours has 0' })
  })
})

describe('a gap about a product', () => {
  it('returns its ASIN and its name', () => {
    expect(productOfGap(productGap(product('B0C9TR41XM', { name: 'Pour Kettle' })))).toEqual({
      asin: 'B0C9TR41XM',
      name: 'Pour Kettle',
    })
  })

  it.each(['BASKETBALL hoop', 'A kettle', 'B0C9TR41XMM too long'])('names none in “%s”', (text) => {
    expect(productOfGap({ kind: 'product', text })).toBeNull()
  })

  it('counts once, wherever else a product is named', () => {
    const words = (word: string) => ({ type: 'p' as const, value: Array(7).fill(word).join(' ') })
    const theirs = article({
      title: 'The winner',
      products: [product('B0A', { name: 'Dunlarch V2' }), product('B0B', { name: 'Pourwell' })],
      content: [
        { type: 'h1', value: 'The winner' },
        { type: 'h2', value: 'Best overall: Dunlarch V2' },
        { type: 'h2', value: 'How we tested' },
        { type: 'figure', value: 'The Dunlarch V2 on a rug' },
        { type: 'figure', value: 'A shelf of rivals' },
        { type: 'b', value: 'Dunlarch V2' },
        { type: 'b', value: 'Quiet:' },
        words('dunlarch'),
        words('noise'),
      ],
    })
    const ours = article({ products: [product('B0B', { name: 'Pourwell' })] })
    const comparison = compareArticles(theirs, ours, [])
    expect(gapsOf(comparison, theirs.title)).toEqual([
      { kind: 'product', text: 'B0A Dunlarch V2' },
      { kind: 'word', text: '“noise”: 7 times, ours 0' },
      { kind: 'paragraphs', text: '2 paragraphs, ours has 0' },
      { kind: 'figure', text: 'A shelf of rivals' },
      { kind: 'heading', text: 'How we tested' },
      { kind: 'bold', text: 'Quiet:' },
    ])
  })
})

describe('the causes of a lost day', () => {
  const story = (asins: string, publishedDate: string | null = null) => ({
    publishedDate,
    items: [...asins].map((asin) => ({ asin, name: `Kettle ${asin}` })),
  })
  const of = (
    theirs: ReturnType<typeof story>,
    ours: ReturnType<typeof story>,
    firstOut: { since: string | null } | null = null,
  ) => causesOf(theirs, ours, firstOut).map(({ kind }) => kind)

  it('are at most two, the likeliest first', () => {
    const [theirs, ours] = [story('abcd', 'Nov 4, 2026'), story('b', 'Jan 4, 2026')]
    expect(of(theirs, ours, { since: null })).toEqual(['out', 'missing'])
    expect(of(theirs, ours)).toEqual(['missing', 'older'])
    expect(of(theirs, story('a', 'Jan 4, 2026'))).toEqual(['older', 'fewer'])
  })

  it('are none if the stories are alike', () => {
    expect(of(story('abcd', 'Nov 4, 2026'), story('abc', 'Aug 10, 2026'))).toEqual([])
    expect(of(story(''), story(''), { since: null })).toEqual([])
  })

  it('include age from ninety days on', () => {
    const [theirs, ours] = [story('ab', 'Nov 4, 2026'), (date: string) => story('ab', date)]
    expect(of(theirs, ours('Aug 7, 2026'))).toEqual([])
    expect(causesOf(theirs, ours('Aug 6, 2026'), null)).toEqual([{ kind: 'older', days: 90 }])
  })

  it('include a lower position, and ignore unreadable dates', () => {
    expect(causesOf(story('abc', 'lately'), story('cba', 'long ago'), null)).toEqual([
      { kind: 'lower', name: 'Kettle a', place: 3 },
    ])
  })
})
