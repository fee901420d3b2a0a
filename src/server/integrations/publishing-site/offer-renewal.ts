import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { escapeText, plainText } from '../../plain-text.ts'
import { readJson } from '../../read-json.ts'
import { type Block, parseBlocks } from './block-grammar.ts'
import { asinOf, blocksOfProduct, isPart, type ProductBlock, productBlocks, textOf } from './block-markup.ts'
import { readOffer } from './offer-markup.ts'
import {
  isSameMarkup,
  isSameWhole,
  type OffersOfNow,
  PARTS,
  type PlannedOffers,
  type PostMarkup,
  type PostOffer,
  type ShownOffer,
  type WholePost,
} from './port.ts'
import { PRICE } from './price-text.ts'
import { structuredEntry } from './structured-post.ts'

/** A longer post would hold up everybody else while it is read. */
const MOST_CHARACTERS = 300_000

/** The groups of products of ours, also within what an editor has put around them. */
function* productsIn(content: string): Generator<Block> {
  for (const block of parseBlocks(content)) {
    if (isPart(block, 'product')) yield block
    else if (block.name !== '' && block.inner.includes(PARTS.product)) yield* productsIn(block.inner)
  }
}

interface OfferedProduct {
  block: Block
  asin: string
  name: string
  award: string
  summary: string
  /** Where it is bought, as the post says. */
  link: string
}

/** The products of which a post of ours says where they are bought. */
function offeredIn(content: string): OfferedProduct[] {
  if (content.length > MOST_CHARACTERS) return []
  return [...productsIn(content)].flatMap((block) => {
    const inner = blocksOfProduct(block)
    const link = readOffer(inner.map((each) => each.block))?.link
    const textIn = (wanted: ProductBlock) =>
      textOf(inner.filter(({ kind }) => kind === wanted).map((each) => each.block))
    const texts = { name: textIn('name'), award: textIn('award'), summary: textIn('summary') }
    return link === undefined ? [] : [{ block, asin: asinOf(block), ...texts, link }]
  })
}

/** The ASINs of the products whose price or picture a post shows, or could show. */
export const offeredAsins = ({ content }: PostMarkup): string[] => offeredIn(content).map(({ asin }) => asin)

export interface OfferRenewal {
  /** By ASIN; a product that is not among them stays as it is. */
  offers: ReadonlyMap<string, ShownOffer>
  /** Whether a product without a picture gets one: it was removed here. Otherwise an editor did not want it. */
  restoresPictures: boolean
}

/** The words of the button, or of the paragraph that older posts have in its place. */
const OWN_WORDS = /^(?:(?:See the price|View) on Amazon|Currently unavailable.*)$/
const SOURCE = /(<img\b[^>]{0,2000}?\bsrc=")([^"]{0,4000})"/i

/** `source` with other text in the place of a block; with nothing there, without the gap either. */
function replaced(source: string, old: string, html: string | null): string {
  if (html !== null) return source.replace(old, () => html)
  return source.replace(source.includes(`${old}\n\n`) ? `${old}\n\n` : old, '')
}

function renewedPicture(source: string, old: string | undefined, fresh: PictureFresh): string {
  const { html, imageUrl, after, isRestored } = fresh
  if (old === undefined)
    return html !== null && isRestored && after !== undefined
      ? source.replace(after, () => `${after}\n\n${html}`)
      : source
  if (html === null || imageUrl === null) return replaced(source, old, null)
  // Its caption and its size are the editor's.
  const renewed = old.replace(SOURCE, (_all, before: string) => `${before}${escapeText(imageUrl)}"`)
  return replaced(source, old, renewed)
}

interface PictureFresh {
  html: string | null
  imageUrl: string | null
  /** The block that it follows. */
  after: string | undefined
  isRestored: boolean
}

/** The group of a product with what is known by now: its price, its picture, and what its button promises. */
function renewedGroup(
  { block, name, link }: OfferedProduct,
  shown: ShownOffer,
  { restoresPictures }: Pick<OfferRenewal, 'restoresPictures'>,
): string {
  const offer: PostOffer = { ...shown, link }
  const fresh = productBlocks({ name, award: '', summary: '', offer })
  const inner = blocksOfProduct(block)
  const sourceOf = (kind: ProductBlock) => inner.find((each) => each.kind === kind)?.block.source
  const [price, button] = [sourceOf('price'), sourceOf('offer')]
  let source = block.source
  if (button !== undefined && fresh.offer) {
    const words = plainText(button)
    const isOurs = OWN_WORDS.test(words) || PRICE.test(words)
    if (isOurs && words !== plainText(fresh.offer)) source = replaced(source, button, fresh.offer)
  }
  if (price !== undefined) source = replaced(source, price, fresh.price ?? null)
  else if (button !== undefined && fresh.price) {
    const place = source.includes(button) ? button : (fresh.offer ?? '')
    source = source.replace(place, () => `${fresh.price}\n\n${place}`)
  }
  return renewedPicture(source, sourceOf('picture'), {
    html: fresh.picture ?? null,
    imageUrl: offer.imageUrl,
    after: sourceOf('award') ?? sourceOf('name'),
    isRestored: restoresPictures,
  })
}

const Item = z.looseObject({
  name: z.string().optional(),
  sku: z.string().optional(),
  award: z.string().optional(),
  description: z.string().optional(),
})
const Entry = z.looseObject({ name: z.string().optional(), item: Item.optional() })
const Graph = z.looseObject({
  '@graph': z.array(z.looseObject({ '@type': z.unknown(), itemListElement: z.array(Entry).optional() })),
})

const isEntry = (value: unknown): value is z.infer<typeof Entry> => Entry.safeParse(value).success
const isGraph = (value: unknown): value is z.infer<typeof Graph> => Graph.safeParse(value).success

/** What search engines are told of the post, with the prices that readers see; as it is where it is not ours. */
function renewedStructured(
  structured: string | null,
  products: readonly (OfferedProduct & { shown: ShownOffer })[],
): string | null {
  if (structured === null || structured === '') return structured
  // Of what the schema read, the order would be another.
  const described = readJson(structured)
  if (!isGraph(described)) return structured
  let isNews = false
  for (const list of described['@graph'])
    list.itemListElement?.forEach((entry, at, entries) => {
      const named = entry.item?.name ?? entry.name
      const product = products.find(({ asin, name }) =>
        entry.item?.sku === undefined ? name === named : asin === entry.item.sku,
      )
      if (product === undefined) return
      const { asin, name, award, summary, link, shown } = product
      const texts = { award: entry.item?.award ?? award, summary: entry.item?.description ?? summary }
      const offer = { ...shown, link }
      const fresh = structuredEntry({ asin, name: named ?? name, ...texts, offer }, at)
      if (!isEntry(fresh) || isDeepStrictEqual(fresh, entry)) return
      entries[at] = fresh
      isNews = true
    })
  return isNews ? JSON.stringify(described) : structured
}

/** A post with the prices and pictures of now; everything else stays as it is, letter by letter. */
export function renewedOffers(markup: PostMarkup, renewal: OfferRenewal): PostMarkup {
  const products = offeredIn(markup.content).flatMap((product) => {
    const shown = renewal.offers.get(product.asin)
    return shown === undefined ? [] : [{ ...product, shown }]
  })
  let { content } = markup
  for (const product of products)
    content = content.replace(product.block.source, () => renewedGroup(product, product.shown, renewal))
  return { ...markup, content, structured: renewedStructured(markup.structured, products) }
}

/** What renewed offers make of each of these posts; they are looked up together. */
export async function plannedOffers(
  posts: readonly { id: number; markup: PostMarkup }[],
  { find, restoresPictures }: OffersOfNow,
): Promise<PlannedOffers[]> {
  const asins = [...new Set(posts.flatMap(({ markup }) => offeredAsins(markup)))]
  const offers = asins.length === 0 ? new Map<string, ShownOffer>() : await find(asins)
  return posts.map(({ id, markup }) => ({
    id,
    before: markup,
    after: renewedOffers(markup, { offers, restoresPictures }),
  }))
}

const NOTHING: ShownOffer = { imageUrl: null, price: null }

/** A post without anything that a renewal changes. */
function withoutRenewed(markup: PostMarkup): PostMarkup {
  const offers = new Map(offeredAsins(markup).map((asin) => [asin, NOTHING]))
  return renewedOffers(markup, { offers, restoresPictures: false })
}

/** Whether two readings of a post differ in nothing but what is renewed every day. */
export const isSameButOffers = (one: PostMarkup, other: PostMarkup): boolean =>
  isSameMarkup(one, other) || isSameMarkup(withoutRenewed(one), withoutRenewed(other))

/** The same of all of a post. */
export const isSameWholeButOffers = (one: WholePost, other: WholePost): boolean =>
  isSameWhole(one, other) ||
  isSameWhole({ ...one, ...withoutRenewed(one) }, { ...other, ...withoutRenewed(other) })
