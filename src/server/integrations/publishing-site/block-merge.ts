import { withoutDeadLinks } from '../../markup/page-links.ts'
import { plainText } from '../../markup/plain-text.ts'
import { type Block, blocksWithin, MOST_DEPTH, parseBlocks } from './block-grammar.ts'
import {
  asinOf,
  disclosureBlocks,
  elementOf,
  heading,
  innerOf,
  isAnyPart,
  isDisclosure,
  isPart,
  openedBlocks,
  PRODUCT_BLOCKS,
  type ProductBlock,
  productBlockOf,
  productBlocks,
  productGroup,
  prose,
  questionGroup,
  readQuestion,
  textOf,
} from './block-markup.ts'
import { costWords, refreshedCost } from './offer-markup.ts'
import { refreshedOffer } from './offer-refresh.ts'
import { withPicks } from './picks-markup.ts'
import { PARTS, type Part, type PostContent, type PostOffer } from './port.ts'

type Change = Partial<Pick<PostContent, 'disclosure' | 'intro' | 'products' | 'questions'>>

/** Kinds of our own blocks in a post. */
type Kind = Part | 'disclosure'

type Kinded<Kind> = { kind: Kind | null; key?: string }

/** A block in its position: its kind if it is ours, which of its kind it is, and its new content. */
interface Place<Kind> extends Kinded<Kind> {
  lines: string[]
  /** An editor's block around ours, with the places in it and their text before the change. */
  wrapper?: { block: Block; places: Place<Kind>[]; before: string }
}

/** New content of a kind, under the key of its product or question. Each line replaces one of its blocks. */
interface Keyed {
  key: string
  lines: string[]
}

const leavesOf = <Kind>(places: readonly Place<Kind>[]): Place<Kind>[] =>
  places.flatMap((place) => (place.wrapper ? leavesOf(place.wrapper.places) : [place]))

const linesOf = <Kind>(places: readonly Place<Kind>[]): string[] =>
  places.flatMap(({ lines, wrapper }) => {
    if (wrapper === undefined) return lines
    const within = linesOf(wrapper.places)
    return within.join('\n\n') === wrapper.before ? lines : [refilled(wrapper.block, within)]
  })

/** The places of a content's blocks. An editor's block that contains ours has the places of its own blocks. */
function placesOf<Kind>(content: string, read: (block: Block) => Kinded<Kind>, depth = 0): Place<Kind>[] {
  return parseBlocks(content).map((block) => {
    const place: Place<Kind> = { ...read(block), lines: [block.source.trim()] }
    if (place.kind !== null || depth === MOST_DEPTH || !block.inner.includes('aop-')) return place
    const places = placesOf(innerOf(block), read, depth + 1)
    if (leavesOf(places).every(({ kind }) => kind === null)) return place
    return { ...place, wrapper: { block, places, before: linesOf(places).join('\n\n') } }
  })
}

/**
 * Puts content at the places of the blocks that it replaces, so that an editor's blocks around each of them stay there.
 * New content follows its neighbor, and moved content trades places. Returns false if no place remains.
 */
function placedByKey<Kind>(own: readonly Place<Kind>[], fresh: readonly Keyed[]): boolean {
  const places = Map.groupBy(own, ({ key }) => key)
  const kept = fresh.flatMap(({ key }) => places.get(key)?.slice(0, 1) ?? [])
  let [at] = own.filter((place) => kept.includes(place))
  if (at === undefined) return false
  for (const place of own) place.lines = []
  const waiting = own.filter((place) => kept.includes(place)).values()
  for (const { key, lines } of fresh) {
    const [first, ...others] = places.get(key) ?? []
    if (first !== undefined) at = waiting.next().value ?? at
    at.lines.push(...lines.slice(0, 1))
    for (const [next, place] of others.entries()) place.lines.push(...lines.slice(next + 1, next + 2))
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
    const own = leavesOf(places).filter((place) => place.kind === kind)
    const keyed = content.filter((each) => typeof each !== 'string')
    if (keyed.length > 0 && placedByKey(own, keyed)) continue
    const lines = content.flatMap((each) => (typeof each === 'string' ? each : each.lines))
    for (const [at, place] of own.entries()) {
      const isLast = at === own.length - 1
      place.lines = isLast ? lines.slice(at) : lines.slice(at, at + 1)
    }
    if (own.length > 0) continue
    const before = order.slice(0, order.indexOf(kind))
    const isBefore = (place: Place<Kind>) =>
      leavesOf([place]).some((each) => each.kind !== null && before.includes(each.kind))
    places.splice(places.findLastIndex(isBefore) + 1, 0, { kind, lines })
  }
  return linesOf(places)
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

/** Reads what a block of a product is. Its name may be in an editor's columns, as other headings are. */
function readerOfProduct(block: Block): (each: Block) => ProductBlock | null {
  const isHeading = ({ name }: Block) => name === 'heading'
  const title =
    parseBlocks(innerOf(block)).find(isHeading) ??
    [...blocksWithin(innerOf(block))].find(
      (each) => isHeading(each) && !/^<!-- wp:heading \{[^<>]*"level":[^2]/.test(each.source),
    )
  return (each) => productBlockOf(each, each.source === title?.source)
}

/** A product's block with the current text, price or picture and an editor's changes; null if it has to be written again. */
function preservedBlock(
  old: Block,
  { kind, html, offer }: { kind: ProductBlock; html: string | null; offer: PostOffer | null },
): string | null {
  if (kind !== 'price' && kind !== 'picture' && kind !== 'offer') return unlessSame(old, html)[0] ?? null
  if (offer === null) return null
  return kind === 'price' ? refreshedCost(old.source, costWords(offer)) : refreshedOffer(old, { kind, offer })
}

function mergeProduct(block: Block, product: Product): string {
  const fresh = productBlocks(product)
  const lines: Partial<Record<ProductBlock, string[]>> = {}
  const kindOf = readerOfProduct(block)
  const inner = [...blocksWithin(innerOf(block))]
  for (const kind of PRODUCT_BLOCKS) {
    const html = fresh[kind]
    if (html === undefined) continue
    const old = inner.find((each) => kindOf(each) === kind)
    const kept = old && preservedBlock(old, { kind, html, offer: product.offer ?? null })
    lines[kind] = [kept?.trim() ?? html ?? []].flat()
  }
  const places = placesOf(innerOf(block), (each) => ({ kind: kindOf(each) }))
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
  const sections = Map.groupBy(of('product'), asinOf)
  const answers = Map.groupBy(of('question'), (block) => readQuestion(block).headline)
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
      const lines = sections.get(key)?.map((block) => mergeProduct(block, product))
      return { key, lines: lines ?? [productGroup({ ...product, headline: '', description: '' })] }
    })
  if (questions !== undefined)
    fresh.question = [...new Set(questions)].map((headline) => {
      const key = [plainText(headline), headline].find((each) => answers.has(each)) ?? headline
      const lines = answers.get(key)?.map((block) => mergeQuestion(block, headline))
      return { key, lines: lines ?? [questionGroup({ headline, acceptedAnswer: '' })] }
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
  const blocks = openedBlocks(content)
  if (blocks.length > 0 && !blocks.some(isAnyPart)) return content
  const kinds = Object.keys(PARTS) as Part[]
  const read = (block: Block): Kinded<Kind> => {
    if (isDisclosure(block)) return { kind: 'disclosure' }
    const kind = kinds.find((part) => isPart(block, part)) ?? null
    if (kind === 'question') return { kind, key: readQuestion(block).headline }
    if (kind !== 'product') return { kind }
    const key = asinOf(block)
    // Without an ASIN, the section could belong to any product of the article.
    return { kind: key === '' ? null : kind, key }
  }
  const places = placesOf(content, read)
  const merged = placed(places, ORDER, freshParts(blocks, change)).join('\n\n')
  return withoutDeadLinks(withPicks(merged, content), content)
}
