import { withAttribute } from '../../markup/markup-attributes.ts'
import { ATTRIBUTES, mapPieces } from '../../markup/markup-pieces.ts'
import { escapeText, plainText } from '../../markup/plain-text.ts'
import { type Block, blocksWithin, LONGEST_PARSED } from './block-grammar.ts'
import { asinOf, innerOf, isPart, type ProductBlock, productBlockOf, textOf } from './block-markup.ts'
import {
  COST,
  costAndOffer,
  costWords,
  OWN_OFFER,
  OWN_PRICE,
  offerWords,
  priceBlock,
  readOffer,
  refreshedCost,
} from './offer-markup.ts'
import { withPicks } from './picks-markup.ts'
import {
  isSameMarkup,
  isSameWhole,
  type OffersOfNow,
  type PlannedOffers,
  type PostMarkup,
  type PostOffer,
  type RemovedPictures,
  type ShownOffer,
  type WholePost,
} from './port.ts'
import { PRICE } from './price-text.ts'
import { type StructuredEntry, structuredEntry, withEntries } from './structured-post.ts'

/** A longer picture block is not stored. */
const LONGEST_PICTURE = 5000

interface OfferedProduct {
  block: Block
  /** Empty if unknown. */
  asin: string
  name: string
  award: string
  summary: string
  /** The buy link in the post. */
  link: string | null
  /** Its blocks, including those inside an editor's own wrappers. */
  pieces: readonly { kind: ProductBlock | null; source: string; isParagraph: boolean }[]
}

function productOf(block: Block): OfferedProduct {
  const blocks = [...blocksWithin(innerOf(block))]
  const title = blocks.find(({ name }) => name === 'heading')
  const kinds = blocks.map((each) => ({ kind: productBlockOf(each, each === title), block: each }))
  const link = readOffer(blocks)?.link ?? null
  const textIn = (wanted: ProductBlock) =>
    textOf(kinds.filter(({ kind }) => kind === wanted).map((each) => each.block))
  return {
    block,
    asin: asinOf(block),
    ...{ name: textIn('name'), award: textIn('award'), summary: textIn('summary'), link },
    pieces: kinds.map(({ kind, block: { source, name } }) => ({
      kind,
      source,
      isParagraph: name === 'paragraph',
    })),
  }
}

/** Our products in a post, and our price blocks that an editor has moved out of them. */
function readOffered(content: string): { products: OfferedProduct[]; strays: Block[] } {
  if (content.length > LONGEST_PARSED) return { products: [], strays: [] }
  const blocks = [...blocksWithin(content)]
  return {
    products: blocks.filter((block) => isPart(block, 'product')).map(productOf),
    strays: blocks.filter(({ classes }) => classes.includes(COST)),
  }
}

const shows = ({ pieces }: OfferedProduct) =>
  pieces.some(({ kind }) => kind === 'price' || kind === 'offer' || kind === 'picture')

/** ASINs of the products whose price or picture a post shows or could show. */
export const offeredAsins = ({ content }: PostMarkup): string[] =>
  readOffered(content).products.flatMap((product) =>
    shows(product) && product.asin !== '' ? [product.asin] : [],
  )

/** `source` without a block and the gap after it. */
const without = (source: string, block: string) =>
  source.replace(source.includes(`${block}\n\n`) ? `${block}\n\n` : block, '')

const OWN_WORDS = new RegExp(`(<a\\b${ATTRIBUTES}>)(See the price on Amazon|View on Amazon)(</a>)`)
/** A picture from the site's own media library was chosen by an editor. */
const OF_LIBRARY = /<!-- wp:image \{[^<>]*"id":\d|\bwp-image-\d/

const withPromise = (button: string, shown: ShownOffer) =>
  button.replace(OWN_WORDS, (_all, open: string, _words: string, close: string) =>
    [open, offerWords(shown), close].join(''),
  )

function refreshedCosts(
  source: string,
  product: Pick<OfferedProduct, 'pieces' | 'link'>,
  shown: ShownOffer,
): string {
  const { pieces, link } = product
  const words = costWords(shown)
  const prices = pieces.filter(({ kind }) => kind === 'price').map((each) => each.source)
  const button = pieces.find(({ kind }) => kind === 'offer')
  const promise = button && OWN_WORDS.exec(button.source)?.[2]
  let text = source
  for (const [at, price] of prices.entries()) {
    const refreshed = at > 0 ? null : refreshedCost(price, words)
    text = refreshed === null ? without(text, price) : text.replace(price, () => refreshed)
  }
  if (button === undefined) return text
  // Older posts have both in one paragraph.
  if (button.isParagraph && link !== null && PRICE.test(plainText(button.source)))
    return text.replace(button.source, () => costAndOffer({ ...shown, imageUrl: null, link }))
  if (promise === undefined) return text
  const refreshed = withPromise(button.source, shown)
  // If our price block is missing, an editor has removed it, unless the button shows that there was no price
  // before.
  const isNew = prices.length === 0 && words !== null && promise !== offerWords({ price: shown.price })
  return text.replace(button.source, () => (isNew ? `${priceBlock(shown)}\n\n${refreshed}` : refreshed))
}

/**
 * A content with another price of a product in our own blocks. An editor's words beside ours stay; `check` is called with
 * each of these blocks without our price.
 */
export function withCosts(
  content: string,
  asin: string,
  { shown, check }: { shown: ShownOffer; check: (block: string) => void },
): string {
  const refresh = (source: string, product: OfferedProduct) => {
    if (product.asin !== asin) return source
    for (const piece of product.pieces)
      if (piece.kind === 'price' || piece.kind === 'offer')
        check(refreshedCosts(piece.source, { ...product, pieces: [piece] }, { price: null }))
    return refreshedCosts(source, product, shown)
  }
  const inSections = readOffered(content).products.reduce(
    (text, product) => text.replace(product.block.source, (source) => refresh(source, product)),
    content,
  )
  return inSections.replace(OWN_OFFER, (source) =>
    refresh(source, productOf({ name: '', classes: [], anchor: undefined, source, inner: source })),
  )
}

const withSource = (picture: string, imageUrl: string) =>
  mapPieces(picture, ({ kind, name, text }) =>
    kind === 'open' && name === 'img' ? withAttribute(text, 'src', imageUrl) : text,
  )

/** The block of a picture or a button with the current offer; null if it has to be written again, as with another link. */
export function refreshedOffer(
  old: Block,
  { kind, offer }: { kind: 'picture' | 'offer'; offer: PostOffer },
): string | null {
  const { source, name } = old
  if (!source.includes(`"${escapeText(offer.link)}"`)) return null
  // Older posts have the price and the link in one paragraph.
  if (kind === 'offer') return name === 'buttons' ? withPromise(source, offer) : null
  if (OF_LIBRARY.test(source)) return source
  return offer.imageUrl === null ? null : withSource(source, offer.imageUrl)
}

function refreshedPicture(
  source: string,
  { pieces, asin }: OfferedProduct,
  { imageUrl, removed }: { imageUrl: string | null | undefined; removed: Record<string, string> },
): string {
  if (imageUrl === undefined) return source
  const sourceOf = (kind: ProductBlock) => pieces.find((each) => each.kind === kind)?.source
  const old = sourceOf('picture')
  const kept = removed[asin]
  if (old === undefined) {
    const after = sourceOf('award') ?? sourceOf('name')
    if (kept === undefined || imageUrl === null || after === undefined) return source
    delete removed[asin]
    return source.replace(after, () => `${after}\n\n${withSource(kept, imageUrl)}`)
  }
  if (OF_LIBRARY.test(old)) return source
  if (imageUrl !== null) return source.replace(old, () => withSource(old, imageUrl))
  if (asin !== '' && old.length <= LONGEST_PICTURE) removed[asin] = old
  return without(source, old)
}

/** A content with other sections of its products, and without price blocks outside them. */
function withSections(
  content: string,
  about: { products: readonly OfferedProduct[]; sections: readonly string[]; strays: readonly Block[] },
): string {
  const outside: string[] = []
  let place = 0
  for (const { block } of about.products) {
    const at = content.indexOf(block.source, place)
    outside.push(content.slice(place, at))
    place = at + block.source.length
  }
  outside.push(content.slice(place))
  // A section may have an equal price block, which stays.
  for (const { source } of about.strays) {
    const at = outside.findIndex((text) => text.includes(source))
    if (at !== -1) outside[at] = without(outside[at] ?? '', source)
  }
  return outside.map((text, at) => text + (about.sections[at] ?? '')).join('')
}

type Refreshed = OfferedProduct & { shown: ShownOffer | undefined }

const NO_TEXTS = { asin: '', award: '', summary: '', link: null }

/** A list entry with the current price; without a price if its product is no longer in the post. */
function refreshedEntry(entry: StructuredEntry, at: number, products: readonly Refreshed[]): unknown {
  const { item = {} } = entry
  const called = item.name ?? entry.name ?? ''
  const product = products.find(({ asin, name }) =>
    item.sku === undefined ? name === called : asin === item.sku,
  )
  if (product && !product.shown) return entry
  const { asin, award, summary, link } = product ?? NO_TEXTS
  const { price = null, imageUrl = item.image?.[0] ?? null } = product?.shown ?? {}
  const bought = link ?? item.offers?.url
  const texts = { award: item.award ?? award, summary: item.description ?? summary }
  const offer = bought === undefined ? null : { price, imageUrl, link: bought }
  return structuredEntry({ asin, name: called, ...texts, offer }, at)
}

/**
 * A post with current prices and pictures; everything else stays byte for byte. Removed pictures are stored
 * and come back unchanged. A product without an offer stays; a price without a known product is removed.
 */
export function refreshedOffers(
  markup: PostMarkup,
  { offers, removed: before = {} }: { offers: ReadonlyMap<string, ShownOffer>; removed?: RemovedPictures },
): { markup: PostMarkup; removed: RemovedPictures } {
  const removed = { ...before }
  const isLong = markup.content.length > LONGEST_PARSED
  const { products, strays } = readOffered(markup.content)
  const refreshed = products.map((product) => ({
    ...product,
    shown: product.asin === '' ? { price: null } : offers.get(product.asin),
  }))
  // A longer post loses its prices, since they cannot be refreshed.
  const offered = isLong ? markup.content.replace(OWN_PRICE, '') : markup.content
  const sections = refreshed.map((product) => {
    const { block, shown } = product
    if (shown === undefined) return block.source
    const costs = refreshedCosts(block.source, product, shown)
    return refreshedPicture(costs, product, { imageUrl: shown.imageUrl, removed })
  })
  const content = withPicks(withSections(offered, { products, sections, strays }), markup.content)
  return {
    markup: {
      ...markup,
      content,
      structured: withEntries(markup.structured, (entry, at) => refreshedEntry(entry, at, refreshed)),
    },
    removed,
  }
}

/** The current offers applied to each of these posts. Products are looked up together. */
export async function plannedOffers(
  posts: readonly { id: number; markup: PostMarkup }[],
  { find, removedFrom }: OffersOfNow,
): Promise<PlannedOffers[]> {
  const read = posts.map((post) => ({ ...post, asins: offeredAsins(post.markup) }))
  const asins = [...new Set(read.flatMap((post) => post.asins))]
  const offers = asins.length === 0 ? new Map<string, ShownOffer>() : await find(asins)
  return read.map(({ id, markup, asins: own }) => {
    const { markup: after, removed } = refreshedOffers(markup, { offers, removed: removedFrom(id) })
    return { id, before: markup, after, removed, isComplete: own.every((asin) => offers.has(asin)) }
  })
}

/** A post without the parts that a renewal changes. */
function withoutOffers(markup: PostMarkup): PostMarkup {
  const offers = new Map(offeredAsins(markup).map((asin) => [asin, { price: null, imageUrl: null }]))
  return refreshedOffers(markup, { offers }).markup
}

/** Whether two readings of a post differ only in parts that are refreshed every day. */
export const isSameButOffers = (one: PostMarkup, other: PostMarkup): boolean =>
  isSameMarkup(one, other) || isSameMarkup(withoutOffers(one), withoutOffers(other))

/** The same for complete posts. */
export const isSameWholeButOffers = (one: WholePost, other: WholePost): boolean =>
  isSameWhole(one, other) ||
  isSameWhole({ ...one, ...withoutOffers(one) }, { ...other, ...withoutOffers(other) })
