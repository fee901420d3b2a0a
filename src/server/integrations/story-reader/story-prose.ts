import { createRandom, type Random } from '../../random.ts'
import type { CatalogItem } from '../product-catalog/port.ts'
import type { PageArticle, PageProduct } from './article-page.ts'
import type { ToldStory } from './port.ts'
import { paragraphsOf } from './post-article.ts'

/** No writer works both for us and for others. */
const WRITERS = {
  ours: ['Nora Whitlock', 'Desmond Achterberg', 'Anjali Desrosiers'],
  others: [
    'Callum Finch',
    'Odette Marchand',
    'Theo Lindqvist',
    'Priscilla Yeo',
    'Matthias Brandl',
    'Imogen Castellanos',
    'Rafael Okonjo',
    'Hedda Sorensen',
    'Winston Araki',
  ],
} as const

/** The known data of a product that a story recommends. */
export type ToldGood = Pick<CatalogItem, 'asin' | 'categories'> & Partial<CatalogItem>

/** The subject of a story, in the plural and the singular. */
interface Subject {
  many: string
  one: string
}

/** The first two paragraphs of a story. Our publishers use different ones from the others. */
const BEGINNINGS = {
  ours: {
    openings: [
      'Nobody reads the box twice, so we did. These are the {many} that kept their word after a month in our own homes, and the two that we sent back.',
      'You asked us about {many} more often than about anything else this season. We chose the ones with the fewest returns and lived with each {one} until we had stopped being polite about it.',
      'Every {one} here has done a month of ordinary work in an ordinary home. What broke is not on the list; what annoyed us is, with the reason.',
    ],
    promises: [
      'Start with our first pick unless your home is small or your budget is fixed; the picks below it are for exactly these cases.',
      'We say what each {one} costs today, who it suits, and when the one that you have is good enough.',
    ],
  },
  others: {
    openings: [
      'Good {many} are easy to find and hard to choose. We bought the {many} that readers ask about most, used each one for two weeks and kept notes on everything that went wrong.',
      'There are more {many} on sale than anybody needs. Most of them work; few of them are a pleasure to live with, and the difference shows in the second week rather than in the first.',
      'We have tested {many} for years, and this is the list that we send to friends. Every {one} on it was bought in a shop, used daily and cleaned by people who do not like cleaning.',
    ],
    promises: [
      'Our favorite {one} is at the top. If you need a smaller {one}, a cheaper one, or {many} for a crowd, read on: each pick says who it is for and who should leave it.',
      'Prices move from day to day, so we compare {many} by what they do, and say where a cheaper {one} does it just as well.',
    ],
  },
}
const VERDICTS = [
  'The {name} did what the box promises, and after two weeks nobody on the team wanted to hand this {one} back.',
  'Of all the {many} we tried, the {name} asked for the least attention: it sets up in minutes and cleans up in less.',
  'We expected to be bored by the {name}. Instead it became the {one} that people reached for first thing in the morning.',
  'The {name} is built like an older {one}: heavier than it looks, quiet in use, with parts that can be replaced.',
]
const DOUBTS = [
  'It is not perfect: the manual is thin, and the {one} takes more room than its pictures suggest. Both are easy to forgive at this price.',
  'Two testers found the controls small. If that is you, look at the other {many} on this page before you decide.',
  'After a month of daily use the finish showed wear. The {one} worked as on the first day.',
]
const POINTS = [
  { word: 'Easy to clean:', text: 'every part that gets dirty comes off and fits into a sink.' },
  { word: 'Quiet:', text: 'we could talk beside it without raising our voices.' },
  { word: 'Well made:', text: 'nothing creaked, wobbled or came loose in two weeks.' },
  { word: 'Small enough:', text: 'it fits where its rivals do not.' },
  { word: 'Fair warranty:', text: 'two years, and a person answers the phone.' },
  { word: 'Simple:', text: 'a guest used it without asking anything.' },
]
const TESTING = [
  'Five of us used every {one} for two weeks, at home and without the makers knowing. We measured what can be measured, and argued about the rest.',
  'Each {one} was judged on how well it works, how it feels, how loud it is and how long cleaning takes. The {many} that failed in one of these are not on this page.',
]
const ADVICE = [
  {
    heading: 'What to look for',
    text: 'Start with the size: {many} that do not fit are not used. Then look for parts that can be cleaned and replaced.',
  },
  {
    heading: 'How much to spend',
    text: 'The cheapest {many} save on what you touch every day. In the middle a {one} gets quieter and lasts longer; beyond that you pay for the look.',
  },
  {
    heading: 'Who should wait',
    text: 'If your {one} still works, keep it. {Many} change slowly, and last year’s are often cheaper in November.',
  },
]
const QUESTIONS = [
  {
    question: 'How long do {many} last?',
    answer: 'With care, five years or more. The ones that we returned early failed within the first month.',
  },
  {
    question: 'Is an expensive {one} worth it?',
    answer: 'Only if you use it every day. For the weekend, the value pick on this page does as well.',
  },
  {
    question: 'Can I take a {one} back?',
    answer: 'Most shops take {many} back within thirty days if they are clean and in their box.',
  },
]

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Products that are sold in pairs, and plural product lines whose products are sold singly. */
const PAIRS =
  /\b(headphones|earbuds|binoculars|shears|boots|shoes|socks|gloves|glasses|curtains|poles|dumbbells)$/
const SINGLES = /\b(games|puzzles)$/
const UNKNOWN: Subject = { many: 'picks', one: 'pick' }

const pluralOf = (noun: string) =>
  noun
    .replace(/(?:fe)$/, 've')
    .replace(/([^aeiou])y$/, '$1ie')
    .replace(/(s|x|z|ch|sh)$/, '$1e')
    .concat('s')

/** The plural and the singular of a product line. */
function numbersOf(line: string): Subject {
  if (!/[^s]s$/.test(line)) return { many: pluralOf(line), one: line }
  if (SINGLES.test(line)) return { many: line, one: line.slice(0, -1) }
  return { many: line, one: `${PAIRS.test(line) ? 'pair' : 'set'} of ${line}` }
}

/** The subject, from the first product with a category: titles are too varied to parse. */
function subjectOf(goods: readonly ToldGood[]): Subject {
  const lines = goods.map(({ categories }) => categories?.at(-1)?.trim().toLowerCase() ?? '')
  const line = lines.find((each) => each !== '')
  return line === undefined ? UNKNOWN : numbersOf(line)
}

function spoken(text: string, { many, one }: Subject, name = ''): string {
  return text
    .replaceAll('a {one}', /^[aeiou]/.test(one) ? 'an {one}' : 'a {one}')
    .replaceAll('{many}', many)
    .replaceAll('{Many}', capitalised(many))
    .replaceAll('{one}', one)
    .replaceAll('{name}', name)
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function productOf(
  item: ToldStory['items'][number],
  about: { subject: Subject; random: Random; verdict: string; goods: ToldGood | undefined },
): PageProduct {
  const { subject, random, verdict, goods } = about
  const { price, savings } = goods ?? {}
  const texts = [item.blurb, spoken(verdict, subject, item.name)]
  if (random.chance(0.6)) texts.push(spoken(random.pick(DOUBTS), subject, item.name))
  return {
    asin: item.asin,
    name: item.name,
    award: item.award,
    paragraphs: texts.filter((text) => text !== ''),
    points: random.shuffled(POINTS).slice(0, random.between(1, 3)),
    figure: goods?.imageUrl === undefined ? null : { address: goods.imageUrl, caption: `The ${item.name}` },
    price: price?.display ?? null,
    oldPrice: price && savings ? dollars.format(price.amount + savings.amount) : null,
    isOutOfStock: goods?.stock === 'OUT_OF_STOCK',
    rating: goods?.rating ?? null,
  }
}

/** The publication date that the publisher gives, in ISO format; null if it cannot be parsed. */
function momentOf(publishedDate: string | null): string | null {
  const time = new Date(`${publishedDate?.replace(/^(published|updated)\s+/i, '')} UTC`)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** The article behind a story of the sample: known data plus generated text, the same every time. */
export function storyArticle(story: ToldStory, id: string, goods: readonly ToldGood[]): PageArticle {
  const random = createRandom(`story page ${id}`)
  const subject = subjectOf(goods)
  const say = (text: string) => spoken(text, subject)
  const byAsin = new Map(goods.map((each) => [each.asin, each]))
  const { openings, promises } = BEGINNINGS[story.isOurs ? 'ours' : 'others']
  const advice = random.shuffled(ADVICE).slice(0, random.between(1, 3))
  const writer = random.pick(WRITERS[story.isOurs ? 'ours' : 'others'])
  const verdicts = random.shuffled(VERDICTS)
  const verdictAt = (place: number) => verdicts[place % verdicts.length] ?? ''
  const invented = [random.pick(openings), random.pick(promises)].map(say)
  // Our own page uses the intro of its article.
  const opening = story.intro === null ? invented : paragraphsOf(story.intro)
  return {
    title: story.title,
    writer,
    updatedAt: momentOf(story.publishedDate),
    figure: null,
    opening,
    products: story.items.map((item, place) =>
      productOf(item, { subject, random, verdict: verdictAt(place), goods: byAsin.get(item.asin) }),
    ),
    sections: [
      { heading: 'How we tested', level: 2 as const, paragraphs: TESTING.map(say) },
      ...advice.map(({ heading, text }) => ({ heading, level: 3 as const, paragraphs: [say(text)] })),
    ],
    questions: random
      .shuffled(QUESTIONS)
      .slice(0, random.between(1, 3))
      .map(({ question, answer }) => ({ question: say(question), answer: say(answer) })),
  }
}
