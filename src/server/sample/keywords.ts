import type { Db } from '#server/db/connect.ts'
import { keywords, tags } from '#server/db/schema/keywords.ts'
import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import { createRandom, type Random } from '../random.ts'
import { before, DAY } from './moments.ts'
import { found } from './rows.ts'
import type { SampleSiteCode } from './site-codes.ts'
import { type SampleStory, STORIES } from './stories.ts'
import { LINES, type ProductLine, type Topic } from './topics.ts'

export const KEYWORD_COUNT = 2000
const TRACKED_SHARE = 0.64
/** Number of searches with one qualifier; the rest of the list is long tail. */
const PLAIN_COUNT = 1000
const MOST_TAGS = 4
/** Our keyword list goes back this far. */
const SINCE = 540

export interface SampleKeyword {
  keyword: string
  identity: string
  tags: readonly string[]
  sites: readonly SampleSiteCode[]
  isTracked: boolean
  createdAt: Date
}

interface Phrase {
  words: string
  topic: Topic
  line: ProductLine
}

/** The most common searches for a product. */
function headPhrases({ noun, prices }: ProductLine): string[] {
  return [`best ${noun}`, ...prices.map((price) => `best ${noun} under ${price}`)]
}

/** Searches with one qualifier. */
function plainPhrases({ noun, kinds, uses }: ProductLine): string[] {
  return [...kinds.map((kind) => `best ${kind} ${noun}`), ...uses.map((use) => `best ${noun} ${use}`)]
}

const SMALL = /\b(small|mini|compact|personal|single|petite|narrow|2 slice|quarter size)\b/
const LARGE =
  /\b(large|double|dual|heavy duty|oversized|queen|king|1[0-4] cup|[68] quart|4 slice|4 person|65 liter)\b/

/** Contradictory combinations that are never searched for. */
const MISFITS: readonly (readonly [kind: RegExp, use: RegExp])[] = [
  [SMALL, /\b(famil|crowd|large|tall|two|twins|multiple|truck|a group|potluck|party|parties|long trips)/],
  [LARGE, /\b(one person|small|dorm|tight|apartment|couples|two people|toddler|kitten|puppies)/],
  [/jogging|zero degree/, /newborn|kids/],
  [/waterproof|insulated/, /summer/],
  [/ceramic|glass|cast iron/, /travel|camping|backpacking/],
]

const fits = (kind: string, use: string) => !MISFITS.some(([one, other]) => one.test(kind) && other.test(use))

/** The long tail: a kind for a use, or for a sum. */
function longPhrases(line: ProductLine): string[] {
  const { noun, kinds, uses, prices } = line
  return kinds.flatMap((kind) => [
    ...uses.filter((use) => fits(kind, use)).map((use) => `${kind} ${noun} ${use}`),
    ...prices.map((price) => `${kind} ${noun} under ${price}`),
  ])
}

const lines = [...LINES.values()]

function storyPhrases(): (Phrase & { story: SampleStory })[] {
  return STORIES.flatMap((story) =>
    story.keywords.map((words) => ({ words, ...found(LINES, story.line), story })),
  )
}

function tagsOf({ words, topic, line }: Phrase, random: Random): string[] {
  const tags = new Set([...line.tags.slice(0, 2), ...topic.tags])
  if (/ under \d+$/.test(words) || words.includes('budget')) tags.add('budget')
  if (words.includes('beginner')) tags.add('beginners')
  if (/\bsmall|compact|apartment|dorm/.test(words)) tags.add('small spaces')
  if (random.chance(0.06)) tags.add(random.pick(['q4', 'evergreen', 'refresh due', 'gift guide']))
  return [...tags].slice(0, MOST_TAGS)
}

function sitesOf(topic: Topic, random: Random, wanted?: SampleSiteCode): SampleSiteCode[] {
  const [home, ...others] = topic.sites
  const sites = new Set([wanted ?? home])
  if (random.chance(0.3)) sites.add(home)
  if (others.length > 0 && random.chance(0.28)) sites.add(random.pick(others))
  return [...sites]
}

/** The keyword list: those of the articles, the plain searches, and as much of the long tail as fits. */
export function sampleKeywords(now: Date): SampleKeyword[] {
  const random = createRandom('keywords')
  const phrases = (make: (line: ProductLine) => string[]) =>
    lines.flatMap(({ topic, line }) => make(line).map((words) => ({ words, topic, line })))
  const [heads, plain, long] = [phrases(headPhrases), phrases(plainPhrases), phrases(longPhrases)]
  const found = new Map<string, SampleKeyword>()
  const add = (phrase: Phrase, story?: SampleStory) => {
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
  const tail = [...random.shuffled(plain).slice(0, PLAIN_COUNT), ...random.shuffled(long)]
  for (const phrase of [...heads, ...tail]) add(phrase)
  return [...found.values()].sort((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
}

export async function insertKeywords(
  tx: Db,
  list: readonly SampleKeyword[],
  siteIds: ReadonlyMap<SampleSiteCode, number>,
): Promise<Map<string, number>> {
  const names = [...new Set(list.flatMap((keyword) => keyword.tags))].sort()
  const tagRows = await tx
    .insert(tags)
    .values(names.map((tag) => ({ tag })))
    .returning()
  const tagIds = new Map(tagRows.map(({ id, tag }) => [tag, id]))
  const ascending = (ids: number[]) => ids.sort((one, other) => one - other)
  const rows = list.map(({ keyword, identity, isTracked, createdAt, ...of }) => ({
    keyword,
    identity,
    isTracked,
    createdAt,
    trackedSince: isTracked ? createdAt : null,
    tagIds: ascending(of.tags.map((tag) => found(tagIds, tag))),
    siteIds: ascending(of.sites.map((site) => found(siteIds, site))),
  }))
  const ids = await tx
    .insert(keywords)
    .values(rows)
    .returning({ id: keywords.id, identity: keywords.identity })
  return new Map(ids.map(({ id, identity }) => [identity, id]))
}
