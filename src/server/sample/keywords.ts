import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/rules.ts'
import { before, DAY } from './moments.ts'
import { createRandom, type Random } from './random.ts'
import type { SiteCode } from './sites.ts'
import { STORIES } from './stories.ts'
import type { ProductLine, Topic } from './topics/topic.ts'
import { TOPICS } from './topics.ts'

export const KEYWORD_COUNT = 2000
const TRACKED_SHARE = 0.64
const MOST_TAGS = 4
/** Our keyword list goes back this far. */
const SINCE = 540

export interface SampleKeyword {
  keyword: string
  identity: string
  tags: readonly string[]
  sites: readonly SiteCode[]
  isTracked: boolean
  createdAt: Date
}

interface Phrase {
  words: string
  topic: Topic
  line: ProductLine
}

/** The searches with one qualifier: every buyer starts with them. */
function plainPhrases(line: ProductLine): string[] {
  const { noun, kinds, uses, prices } = line
  return [
    `best ${noun}`,
    ...kinds.map((kind) => `best ${kind} ${noun}`),
    ...uses.map((use) => `best ${noun} ${use}`),
    ...prices.map((price) => `best ${noun} under ${price}`),
  ]
}

/** The long tail: a kind for a use, or for a sum. */
function longPhrases(line: ProductLine): string[] {
  const { noun, kinds, uses, prices } = line
  return kinds.flatMap((kind) => [
    ...uses.map((use) => `${kind} ${noun} ${use}`),
    ...prices.map((price) => `${kind} ${noun} under ${price}`),
  ])
}

const lines = TOPICS.flatMap((topic) => topic.lines.map((line) => ({ topic, line })))

function storyPhrases(): (Phrase & { story: (typeof STORIES)[number] })[] {
  return STORIES.flatMap((story) => {
    const home = lines.find(({ line }) => line.noun === story.line)
    if (home === undefined) throw new RangeError(`No product line is called ${story.line}`)
    return story.keywords.map((words) => ({ words, ...home, story }))
  })
}

function tagsOf({ words, topic, line }: Phrase, random: Random): string[] {
  const tags = new Set([...line.tags.slice(0, 2), ...topic.tags])
  if (/ under \d+$/.test(words) || words.includes('budget')) tags.add('budget')
  if (words.includes('beginner')) tags.add('beginners')
  if (/\bsmall|compact|apartment|dorm/.test(words)) tags.add('small spaces')
  if (random.chance(0.06)) tags.add(random.pick(['q4', 'evergreen', 'refresh due', 'gift guide']))
  return [...tags].slice(0, MOST_TAGS)
}

function sitesOf(topic: Topic, random: Random, wanted?: SiteCode): SiteCode[] {
  const [home, ...others] = topic.sites
  const sites = new Set([wanted ?? home])
  if (random.chance(0.3)) sites.add(home)
  if (others.length > 0 && random.chance(0.28)) sites.add(random.pick(others))
  return [...sites]
}

/** The keyword list: those of the articles first, then plain searches, then as much of the long tail as fits. */
export function sampleKeywords(now: Date): SampleKeyword[] {
  const random = createRandom('keywords')
  const plain = lines.flatMap(({ topic, line }) =>
    plainPhrases(line).map((words) => ({ words, topic, line })),
  )
  const long = lines.flatMap(({ topic, line }) => longPhrases(line).map((words) => ({ words, topic, line })))
  const found = new Map<string, SampleKeyword>()
  const add = (phrase: Phrase, story?: (typeof STORIES)[number]) => {
    const keyword = tidyKeyword(phrase.words)
    const identity = keywordIdentity(keyword)
    if (found.has(identity) || found.size >= KEYWORD_COUNT) return
    const age = story === undefined ? random.next() * SINCE : story.age + 2 + random.next() * 200
    found.set(identity, {
      keyword,
      identity,
      tags: tagsOf(phrase, random),
      sites: sitesOf(phrase.topic, random, story?.site),
      isTracked: story !== undefined || random.chance(TRACKED_SHARE),
      createdAt: before(now, age * DAY),
    })
  }
  for (const phrase of storyPhrases()) add(phrase, phrase.story)
  for (const phrase of [...plain, ...random.shuffled(long)]) add(phrase)
  return [...found.values()].sort((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
}
