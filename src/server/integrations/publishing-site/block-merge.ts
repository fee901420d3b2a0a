import { plainText } from '../../plain-text.ts'
import { type Block, parseBlocks } from './block-grammar.ts'
import {
  asinOf,
  blocksOfProduct,
  disclosureBlocks,
  elementOf,
  heading,
  innerOf,
  isAnyPart,
  isDisclosure,
  isPart,
  PRODUCT_BLOCKS,
  type ProductBlock,
  productBlocks,
  productGroup,
  prose,
  questionGroup,
  readQuestion,
  textOf,
} from './block-markup.ts'
import { costWords, renewedCost } from './offer-markup.ts'
import { withPicks } from './picks-markup.ts'
import { PARTS, type Part, type PostContent } from './port.ts'

type Change = Partial<Pick<PostContent, 'disclosure' | 'intro' | 'products' | 'questions'>>

/** Kinds of our own blocks in a post. */
type Kind = Part | 'disclosure'

/** A block in its position: its kind if it is ours, which of its kind it is, and its new content. */
interface Place<Kind> {
  kind: Kind | null
  key?: string
  lines: string[]
}

/** New content of a kind, with what tells it from others of its kind. */
interface Keyed {
  key: string
  line: string
}

/**
 * Puts content at the places of the blocks that it replaces, so that an editor's blocks around each of them stay there.
 * New content follows its neighbour, and moved content trades places. Returns false if no place remains.
 */
function placedByKey<Kind>(places: readonly Place<Kind>[], kind: Kind, fresh: readonly Keyed[]): boolean {
  const own = places.filter((place) => place.kind === kind)
  const wanted = new Set(fresh.map(({ key }) => key))
  const kept = own.filter(({ key }) => key !== undefined && wanted.has(key))
  const known = new Set(kept.map(({ key }) => key))
  const [first] = kept
  if (first === undefined || known.size < kept.length) return false
  for (const place of own) place.lines = []
  const waiting = kept.values()
  let at = first
  for (const { key, line } of fresh) {
    if (known.has(key)) at = waiting.next().value ?? at
    at.lines.push(line)
  }
  return true
}

/**
 * Puts fresh content of a kind into the positions of existing blocks of that kind, one each, so that an
 * editor's blocks in between stay where they are. The rest follows the last of them, or the kinds that come
 * before it. Content with keys stays where its block is.
 */
function placed<Kind extends string>(
  places: Place<Kind>[],
  order: readonly Kind[],
  fresh: Partial<Record<Kind, readonly (string | Keyed)[]>>,
): string[] {
  for (const kind of order) {
    const content = fresh[kind]
    if (content === undefined) continue
    const keyed = content.filter((each) => typeof each !== 'string')
    if (keyed.length > 0 && placedByKey(places, kind, keyed)) continue
    const lines = content.map((each) => (typeof each === 'string' ? each : each.line))
    const own = places.filter((place) => place.kind === kind)
    for (const [at, place] of own.entries()) {
      const isLast = at === own.length - 1
      place.lines = isLast ? lines.slice(at) : lines.slice(at, at + 1)
    }
    if (own.length > 0) continue
    const before = order.slice(0, order.indexOf(kind))
    const last = places.findLastIndex((place) => place.kind !== null && before.includes(place.kind))
    places.splice(last + 1, 0, { kind, lines })
  }
  return places.flatMap(({ lines }) => lines)
}

/** Replaces the inner blocks of a group. The group's own settings, such as a background, stay. */
function refilled({ source, inner }: Block, lines: readonly string[]): string {
  const start = source.indexOf('-->') + '-->'.length
  const [open, , close] = elementOf({ inner })
  return [source.slice(0, start), open, lines.join('\n\n'), close, source.slice(start + inner.length)].join(
    '',
  )
}

/** Keeps a block whose text is equal, because an editor may have added bold or a link. */
const unlessSame = (block: Block, html: string | null): string[] => {
  if (html === null) return []
  return plainText(block.source) === plainText(html) ? [block.source.trim()] : [html]
}

type Product = PostContent['products'][number]

function mergeProduct(block: Block, product: Product): string {
  const fresh = productBlocks(product)
  const lines: Partial<Record<ProductBlock, string[]>> = {}
  const inner = blocksOfProduct(block)
  for (const kind of PRODUCT_BLOCKS) {
    const html = fresh[kind]
    if (html === undefined) continue
    const old = inner.find((each) => each.kind === kind)?.block
    // Buy links are never an editor's: their text may stay while the link changes.
    const isText = kind !== 'picture' && kind !== 'price' && kind !== 'offer'
    const cost =
      kind === 'price' && old && product.offer ? renewedCost(old.source, costWords(product.offer)) : null
    lines[kind] =
      cost !== null ? [cost.trim()] : old && isText ? unlessSame(old, html) : html === null ? [] : [html]
  }
  const places = inner.map(({ kind, block: each }) => ({ kind, lines: [each.source.trim()] }))
  return refilled(block, placed(places, PRODUCT_BLOCKS, lines))
}

function mergeQuestion(block: Block, headline: string): string {
  const inner = parseBlocks(innerOf(block))
  const title = inner.find(({ name }) => name === 'heading')
  const lines = inner.flatMap((each) =>
    each === title ? unlessSame(each, heading(headline, 3)) : [each.source.trim()],
  )
  return refilled(block, lines)
}

function freshParts(blocks: readonly Block[], { disclosure, intro, products, questions }: Change) {
  const of = (part: Part) => blocks.filter((block) => isPart(block, part))
  const introduction = of('intro')
  const isSameIntro =
    intro !== undefined && textOf(introduction) === textOf(parseBlocks(prose('intro', intro).join('')))
  const known = new Map(of('product').map((block) => [asinOf(block), block]))
  const asked = new Map(of('question').map((block) => [readQuestion(block).headline, block]))
  const fresh: Partial<Record<Kind, (string | Keyed)[]>> = {}
  const told = blocks.find(isDisclosure)
  if (disclosure !== undefined)
    fresh.disclosure = disclosureBlocks(disclosure).flatMap((html) =>
      told ? unlessSame(told, html) : [html],
    )
  if (intro !== undefined && !isSameIntro) fresh.intro = prose('intro', intro)
  if (products !== undefined)
    fresh.product = products.map((product) => {
      const key = product.asin.toUpperCase()
      const block = known.get(key)
      const line = block
        ? mergeProduct(block, product)
        : productGroup({ ...product, headline: '', description: '' })
      return { key, line }
    })
  if (questions !== undefined)
    fresh.question = questions.map((headline) => {
      const block = asked.get(plainText(headline)) ?? asked.get(headline)
      const line = block ? mergeQuestion(block, headline) : questionGroup({ headline, acceptedAnswer: '' })
      return { key: block ? readQuestion(block).headline : headline, line }
    })
  return fresh
}

/** The order for kinds that a post does not contain yet. */
const ORDER: readonly Kind[] = ['disclosure', 'intro', 'introCopy', 'product', 'outro', 'question', 'trust']

/**
 * Applies an article's changes to the content. Editors' text stays: answers to questions that still exist,
 * their own words about products that still exist, and every block that is not ours, in its position. Content
 * without any of our blocks has been taken over by editors and stays as it is.
 */
export function mergeContent(content: string, change: Change): string {
  const blocks = parseBlocks(content)
  if (blocks.length > 0 && !blocks.some(isAnyPart)) return content
  const kinds = Object.keys(PARTS) as Part[]
  const kindOf = (block: Block): Kind | null => {
    if (isDisclosure(block)) return 'disclosure'
    const kind = kinds.find((part) => isPart(block, part)) ?? null
    // Nothing tells which product of the article it is.
    return kind === 'product' && asinOf(block) === '' ? null : kind
  }
  const keyOf = (block: Block, kind: Kind | null) =>
    kind === 'product' ? asinOf(block) : kind === 'question' ? readQuestion(block).headline : ''
  const places = blocks.map((block) => {
    const kind = kindOf(block)
    return { kind, key: keyOf(block, kind), lines: [block.source.trim()] }
  })
  return withPicks(placed(places, ORDER, freshParts(blocks, change)).join('\n\n'), content)
}
