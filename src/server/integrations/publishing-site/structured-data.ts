import { z } from 'zod'
import { plainText } from '../../markup/plain-text.ts'
import { readJson } from '../../read-json.ts'
import type { PostProduct } from './port.ts'

/** What a post says of itself to search engines; read where its markup is not ours. */
export interface StructuredData {
  introText: string
  authorName: string | null
  authorDescription: string | null
  heroImageUrl: string | null
  products: PostProduct[]
  questions: { headline: string; acceptedAnswer: string }[]
}

/** Structured data of a post is flat or in one list. Deeper nesting does not occur in real posts. */
const MOST_DEPTH = 5
const ASIN_IN_ADDRESS = /\/(?:dp|gp\/product)\/([A-Z0-9]{10})(?![A-Z0-9])/i
const ASIN = /^[A-Z0-9]{10}$/i

const Text = z.string().catch('')
const first = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (Array.isArray(value) ? value[0] : value), item)
const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(item))

const Author = first(z.object({ name: Text, description: Text }).partial())
const Image = first(z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]))
const Item = z.object({ name: Text, description: Text, sku: Text, award: Text, url: Text }).partial()
const Entry = z.object({ item: Item.optional().catch(undefined) }).and(Item)
const Question = z.object({ name: Text, acceptedAnswer: first(z.object({ text: Text })).optional() })

const Thing = z.object({
  '@type': first(z.string()).catch(''),
  description: Text.optional(),
  author: Author.optional().catch(undefined),
  image: Image.optional().catch(undefined),
  itemListElement: list(Entry).optional().catch(undefined),
  mainEntity: list(Question).optional().catch(undefined),
  '@graph': z.array(z.unknown()).optional().catch(undefined),
})
type Thing = z.infer<typeof Thing>

/** Every thing that a post's script describes; what does not fit is passed over. */
function thingsOf(value: unknown, depth = 0): Thing[] {
  if (depth > MOST_DEPTH) return []
  const within = (list: readonly unknown[]) => list.flatMap((each) => thingsOf(each, depth + 1))
  if (Array.isArray(value)) return within(value)
  const parsed = Thing.safeParse(value)
  if (!parsed.success) return []
  return [parsed.data, ...within(parsed.data['@graph'] ?? [])]
}

/** The post's JSON-LD scripts. */
function* scriptsOf(content: string): Generator<string> {
  const begin = /<script\b/gi
  const close = /<\/script>/gi
  for (let found = begin.exec(content); found; found = begin.exec(content)) {
    const open = content.indexOf('>', begin.lastIndex)
    if (open === -1) return
    begin.lastIndex = open
    if (!/application\/ld\+json/i.test(content.slice(found.index, open))) continue
    close.lastIndex = open
    const end = close.exec(content)
    if (!end) return
    yield content.slice(open + 1, end.index)
    begin.lastIndex = close.lastIndex
  }
}

function productOf(entry: z.infer<typeof Entry>): PostProduct | null {
  const { name, description, sku, award, url } = { ...entry, ...entry.item }
  const asin = ASIN.test(sku ?? '') ? sku : ASIN_IN_ADDRESS.exec(url ?? '')?.[1]
  const called = plainText(name ?? '')
  if (asin === undefined || called === '') return null
  return {
    asin: asin.toUpperCase(),
    name: called,
    award: plainText(award ?? ''),
    headline: '',
    summary: '',
    description: plainText(description ?? ''),
  }
}

const orNull = (text: string | undefined) => plainText(text ?? '') || null

/**
 * Reads the JSON-LD of a post: `Article`, `ItemList` and `FAQPage`. Everything in the answer is plain text.
 */
export function readStructuredData(content: string): StructuredData {
  const things = [...scriptsOf(content)].flatMap((json) => thingsOf(readJson(json)))
  const article = things.find((thing) => /(Article|BlogPosting)$/.test(thing['@type']))
  const entries = things.find((thing) => thing['@type'] === 'ItemList')?.itemListElement ?? []
  const questions = things.find((thing) => thing['@type'] === 'FAQPage')?.mainEntity ?? []
  return {
    introText: plainText(article?.description ?? ''),
    authorName: orNull(article?.author?.name),
    authorDescription: orNull(article?.author?.description),
    heroImageUrl: /^https?:\/\//.test(article?.image ?? '') ? (article?.image ?? null) : null,
    products: entries.flatMap((entry) => productOf(entry) ?? []),
    questions: questions.map(({ name, acceptedAnswer }) => ({
      headline: plainText(name),
      acceptedAnswer: plainText(acceptedAnswer?.text ?? ''),
    })),
  }
}
