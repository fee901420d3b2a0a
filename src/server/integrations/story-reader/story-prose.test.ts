import { expect, it } from 'vitest'
import { storyArticle } from './story-prose.ts'

/** All that a story about goods of a product line says. */
function texts(line: string, isOurs: boolean, id: string): string {
  const item = { asin: 'B0AAAAAAA1', name: 'Alder', award: '', blurb: '' }
  const goods = { asin: 'B0AAAAAAA1', title: 'Alder', categories: ['Home', line], stock: 'IN_STOCK' as const }
  const story = { title: 'x', publishedDate: null, items: [item], isOurs, intro: null }
  const { opening, products, sections, questions } = storyArticle(story, id, [goods])
  return JSON.stringify([opening, products, sections, questions])
}

it.each([
  ['Espresso machine', ['espresso machines', 'espresso machine']],
  ['French press', ['french presses', 'french press']],
  ['Chef knife', ['chef knives', 'chef knife']],
  ['Puzzle toy', ['puzzle toys', 'puzzle toy']],
  ['Litter box', ['litter boxes', 'litter box']],
  ['Bath towels', ['bath towels', 'set of bath towels']],
  ['Hiking boots', ['hiking boots', 'pair of hiking boots']],
  ['Board games', ['board games', 'board game']],
  ['Air fryer', ['air fryers', 'an? air fryer']],
])('a story about %s has it in both numbers', (line, numbers) => {
  const all = Array.from({ length: 12 }, (_, at) => texts(line, at % 2 === 0, `${at}`)).join(' ')
  for (const number of numbers) expect(all).toMatch(new RegExp(`\\b${number}\\b`))
  expect(all).not.toMatch(/{(one|many|name)}|undefined|\ba [aeiou]|\bss\b/i)
})

it('a story about unknown goods speaks of picks', () => {
  const story = {
    title: 'Which One Is Worth It?',
    publishedDate: null,
    items: [],
    isOurs: false,
    intro: null,
  }
  const { opening } = storyArticle(story, '1', [])
  expect(opening.join(' ')).toContain('picks')
})

it('nobody writes both for us and for others', () => {
  const writers = (isOurs: boolean) =>
    Array.from({ length: 60 }, (_, at) => {
      const story = { title: 'x', publishedDate: null, items: [], isOurs, intro: null }
      return storyArticle(story, `${at}`, []).writer
    })
  const ours = new Set(writers(true))
  expect(writers(false).filter((writer) => ours.has(writer))).toEqual([])
})
