import { hash } from 'node:crypto'
import { daysBetween, plusDays } from '#shared/format/day.ts'
import type { EditorialHit, OwnArticle, OwnSide } from './port.ts'
import { remembered } from './remembered.ts'

export interface InventedGood {
  asin: string
  title: string
  /** The last category is the product line. */
  categories: readonly string[]
  features: readonly string[]
}

/** Invented publishers. */
const OTHERS = [
  'Brindle & Beck',
  'Gearwright Review',
  'The Larder Post',
  'Hobnail Weekly',
  'Quillmark Tested',
  'Nookwise',
  'Fennel & Fork Notes',
  'Trestle Report',
  'Marlow Picks',
  'Ottergate Home',
  'Copperline Lab',
  'Sundial Outfitting',
]
const AWARDS = ['Best Overall', 'Best Value', 'Upgrade Pick', 'Best for Small Spaces', 'Also Good']
const isPlural = (noun: string) => /[^s]s$/i.test(noun)
const TITLES = [
  (noun: string, year: string) => `The Best ${noun} of ${year}`,
  (noun: string) => `Which ${noun} ${isPlural(noun) ? 'Are' : 'Is'} Worth It? We Tested Them`,
  (noun: string) => `The ${noun} That We Would Buy Again`,
  (noun: string, year: string) => `${noun}: Our Favorites of ${year}, Tested`,
]
/** Days until a publisher rewrites an article. */
const EDITION_DAYS = 45
const EPOCH = '2020-01-01'
/** Days until our new article reaches its full strength. */
const RISE_DAYS = 14
/** The share of keywords without any story on a day. */
const NOTHING_SHOWN = 0.03

/** Eight numbers from 0 up to but not including 1, derived from the words. */
function drawsOf(...words: readonly (string | number)[]): number[] {
  const digest = hash('sha256', words.join('|'), 'buffer')
  return Array.from({ length: 8 }, (_, index) => digest.readUInt32BE(index * 4) / 2 ** 32)
}
const drawOf = (...words: readonly (string | number)[]): number => drawsOf(...words)[0] ?? 0

const at = <Item>(items: readonly Item[], draw: number): Item | undefined =>
  items[Math.floor(draw * items.length)]

const titled = (words: string) => words.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase())

/** Shuffles the items, always in the same way for the same word. */
const shuffled = <Item>(items: readonly Item[], word: string): Item[] =>
  items
    .map((item, index) => ({ item, rank: drawOf('order', word, index) }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item)

/** The story's address on this server, in the format of the marketplace. */
function addressOf(key: string): string {
  const digits = hash('sha256', `story|${key}`, 'hex')
  const uuid = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
  return `/ospublishing/story/${uuid}?ascsubtag=amzn1.osa.${uuid}.ATVPDKIKX0DER.en_US`
}

const PUBLISHED = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
/** The date as publishers write it: `Sep 30, 2026`. */
const written = (day: string) => PUBLISHED.format(new Date(`${day}T00:00:00Z`))

/** The subject of a search: the product line with the longest name that the search contains. */
interface Subject {
  noun: string
  goods: readonly InventedGood[]
}

function createSubjects(goods: readonly InventedGood[]): (keyword: string) => Subject {
  const lines = [...Map.groupBy(goods, ({ categories }) => categories.at(-1)?.toLowerCase() ?? '')]
    .filter(([noun]) => noun !== '')
    .sort(([left], [right]) => right.length - left.length)
  /** The line with the longest name ending, of two words or more, in the keyword: `stick vacuum for stairs`. */
  const byEnd = (keyword: string) =>
    lines
      .flatMap((line) => {
        const words = line[0].split(' ')
        return words.slice(1, -1).map((_word, at) => ({ line, end: words.slice(at + 1).join(' ') }))
      })
      .sort((left, right) => right.end.length - left.end.length)
      .find(({ end }) => keyword.includes(` ${end} `))?.line
  return remembered((keyword) => {
    const said = ` ${keyword.toLowerCase()} `
    const line = lines.find(([noun]) => said.includes(` ${noun} `)) ?? byEnd(said)
    const noun = titled(line?.[0] ?? keyword.replace(/^best /i, ''))
    return { noun, goods: line?.[1] ?? at(lines, drawOf('line', keyword))?.[1] ?? [] }
  })
}

type Story = Omit<EditorialHit, 'isWinning'>

/** Products of a story. Ours and the others' each have one that the other side lacks, as no two pages are alike. */
function goodsOf(key: string, count: number, { publisher, noun, goods }: Subject & { publisher: string }) {
  const first = Math.floor(drawOf('side', noun) * goods.length)
  const sides = [goods[first], goods[(first + 1) % goods.length]]
  const own = OTHERS.includes(publisher) ? sides[1] : sides[0]
  const rest = shuffled(goods, key).filter((good) => !sides.includes(good))
  return shuffled([...(own ? [own] : []), ...rest.slice(0, count - 1)], key)
}

interface Edition extends Subject {
  publisher: string
  /** Days from the epoch until it was published. */
  publishedAfter: number
}

function writtenStory(key: string, { publisher, noun, goods, publishedAfter }: Edition): Story {
  const publishedOn = plusDays(EPOCH, publishedAfter)
  const [style = 0, length = 0] = drawsOf('story', key)
  const items = goodsOf(key, 3 + Math.floor(length * 3), { publisher, noun, goods })
  return {
    publisher,
    title: at(TITLES, style)?.(noun, publishedOn.slice(0, 4)) ?? noun,
    publishedDate: written(publishedOn),
    url: addressOf(key),
    items: items.map(({ asin, title, features }, index) => ({
      asin,
      name: title,
      award: AWARDS[index] ?? '',
      blurb: `${at(features, (drawOf('blurb', asin) + index / 4) % 1) ?? title}.`,
    })),
  }
}

function createStories() {
  const storyOf = remembered(writtenStory)
  const phaseOf = remembered((key) => Math.floor(drawOf('phase', key) * EDITION_DAYS))
  /** A publisher's story about a subject on a day. */
  return (publisher: string, subject: Subject, dayNumber: number): Story => {
    const phase = phaseOf(`${publisher}|${subject.noun}`)
    const edition = Math.floor((dayNumber + phase) / EDITION_DAYS)
    const key = `${publisher}|${subject.noun}|${edition}`
    return storyOf(key, { ...subject, publisher, publishedAfter: edition * EDITION_DAYS - phase })
  }
}

const ownStoryOf = ({ publisher, title, publishedOn, items }: OwnArticle) => ({
  publisher,
  title,
  publishedDate: written(publishedOn),
  url: addressOf(`${publisher}|${title}`),
  items: [...items],
})

/** The probability that we win a keyword on a day: low without our own article, and rising after its publication. */
function strengthOf(base: number, day: string, article: OwnArticle | undefined): number {
  if (article === undefined) return base
  const rise = Math.min(1, daysBetween(article.publishedOn, day) / RISE_DAYS)
  return base * 0.6 + (0.85 - base * 0.6) * rise
}

/** Invents which publishers appear for which keyword on which day, the same on every machine. */
export function createInventedHits(goods: readonly InventedGood[]) {
  const subjectOf = createSubjects(goods)
  const storyOf = createStories()
  const numberOf = remembered((day) => daysBetween(EPOCH, day))
  const habitsOf = remembered((keyword) => {
    const [stay = 0, phase = 0] = drawsOf('stay', keyword)
    return {
      ...{ stay, phase, strength: 0.6 * drawOf('strength', keyword) },
      rivals: shuffled(OTHERS, keyword).slice(0, 4),
    }
  })
  const spanDraws = remembered((key) => drawsOf('span', key))
  return (keyword: string, day: string, ours: OwnSide): EditorialHit[] => {
    if (drawOf('nothing', keyword, day) < NOTHING_SHOWN) return []
    const subject = subjectOf(keyword)
    const dayNumber = numberOf(day)
    const { stay, phase, strength, rivals } = habitsOf(keyword)
    const span = Math.floor((dayNumber + phase * 9) / (2 + stay * 4))
    const [win = 0, many = 0, first = 0, ourTurn = 0] = spanDraws(`${keyword}|${span}`)
    const article = ours.articles
      .filter(({ publishedOn }) => publishedOn <= day)
      .sort((left, right) => (left.publishedOn < right.publishedOn ? 1 : -1))[0]
    const publisher = article?.publisher ?? at([...ours.publishers].sort(), ourTurn * ourTurn)
    const isWon = publisher !== undefined && win < strengthOf(strength, day, article)
    const ownStory = (name: string) =>
      article === undefined ? storyOf(name, subject, dayNumber) : ownStoryOf(article)
    const others = Math.max(isWon ? 0 : 1, many < 0.6 ? 1 : many < 0.9 ? 2 : 3) - (isWon ? 1 : 0)
    const shown = Array.from({ length: others }, (_, index) => at(rivals, (first + index / 4) % 1) ?? '')
    return [
      ...(isWon ? [{ ...ownStory(publisher), isWinning: true }] : []),
      ...shown.map((name) => ({ ...storyOf(name, subject, dayNumber), isWinning: false })),
    ]
  }
}
