import { expect, it } from 'vitest'
import { createInventedHits } from '#server/integrations/share-of-voice-source/invented-hits.ts'
import { dayAt } from '#shared/format/day.ts'
import { sampleArticles } from './articles.ts'
import { sampleGoods } from './goods.ts'
import { sampleKeywords } from './keywords.ts'
import { SEARCHED_POSTS } from './searches.ts'
import { LINES } from './topics.ts'
import { TRACKED } from './tracked.ts'

const now = new Date('2026-11-20T15:00:00Z')

/** A line that a keyword is about: its name, or an end of it of two words or more. */
const isAbout = (keyword: string, line: string) => {
  const words = line.toLowerCase().split(' ')
  const ends = words.map((_word, at) => words.slice(at).join(' '))
  return ends.some((end, at) => (at === 0 || end.includes(' ')) && ` ${keyword} `.includes(` ${end} `))
}

it('what other publishers compare for a keyword is what the keyword names', () => {
  const goods = sampleGoods()
  const lineOf = new Map(goods.map(({ asin, categories }) => [asin, categories.at(-1) ?? '']))
  const hitsOf = createInventedHits(goods)
  const strange = sampleKeywords(now).flatMap(({ keyword }) => {
    const items = hitsOf(keyword, dayAt(now, 'UTC'), { publishers: [], articles: [] }).flatMap(
      (hit) => hit.items,
    )
    const others = items.filter(({ asin }) => !isAbout(keyword.toLowerCase(), lineOf.get(asin) ?? ''))
    return others.length > 0 ? [`${keyword}: ${others[0]?.name}`] : []
  })
  expect(LINES.size).toBeGreaterThan(100)
  expect(strange).toEqual([])
})

/** Whether a story recommends nothing that the other does not. */
const isWithin = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].every((asin) => others.has(asin))

it('our story and another publisher’s each recommend a product that the other does not', () => {
  const hitsOf = createInventedHits(sampleGoods())
  const alike = sampleKeywords(now).flatMap(({ keyword }) => {
    const hits = hitsOf(keyword, dayAt(now, 'UTC'), { publishers: ['Daily Tested'], articles: [] })
    const [ours, ...others] = hits.map(({ items }) => new Set(items.map(({ asin }) => asin)))
    const isAlike = others.some((theirs) => !ours || isWithin(theirs, ours) || isWithin(ours, theirs))
    return hits[0]?.isWinning && isAlike ? [keyword] : []
  })
  expect(alike).toEqual([])
})

it('no article has the title of another post of its site', () => {
  const keyOf = ({ site, title }: { site: string; title: string }) => `${site}: ${title.toLowerCase()}`
  const posts = [...TRACKED, ...SEARCHED_POSTS].map(keyOf)
  expect(new Set(posts).size).toBe(posts.length)
  expect(
    sampleArticles(now)
      .map(keyOf)
      .filter((key) => posts.includes(key)),
  ).toEqual([])
})

/** What somebody quotes of an article. */
const quotesIn = (text: string) => [...text.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)
/** Words that ask for something, and so need not stand anywhere. */
const ASKED = /(?:reword it as|asks for|write|say|call it) “$/

it('a reviewer’s quotes are found in the article', () => {
  const strange = sampleArticles(now).flatMap((article) => {
    const said = JSON.stringify([article.title, article.intro, article.faqs, article.products]).toLowerCase()
    return article.returns.flatMap(({ reason }) =>
      quotesIn(reason)
        .filter((words) => !ASKED.test(reason.slice(0, reason.indexOf(`“${words}”`) + 1)))
        .filter((words) => !said.includes(words.toLowerCase()))
        .map((words) => `${article.title}: ${words}`),
    )
  })
  expect(strange).toEqual([])
})
