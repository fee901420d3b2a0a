import type { ScannedProduct } from '#shared/features/articles/comparison/contract.ts'
import { isLinkWords } from '../link-words.ts'
import type { LinkedProduct } from './linked-data.ts'
import { type PageBody, ratingIn, type Section } from './page-body.ts'
import { pricesIn, tidyText, webAddress } from './page-text.ts'

const MOST_PRODUCTS = 200
const AWARD_WORDS = /\b(best|top|runner|pick|budget|upgrade|value|favou?rite|overall|winner|great|choice)\b/i
const OUT_OF_STOCK = /out of stock|currently unavailable|sold out/i
const IN_STOCK = /\bin stock\b/i
const SELLER = /\b(?:at|from|on) ([A-Z][\w&'.]{1,20})\b/

const unknown = (asin: string): ScannedProduct => ({
  asin,
  name: asin,
  image: null,
  award: null,
  offerBy: null,
  offerAward: null,
  highlight: null,
  price: null,
  priceLimit: null,
  oldPrice: null,
  oos: null,
  rate: null,
  totalRatings: null,
})

const lettersOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])

function shareWords(one: string, other: string): boolean {
  const words = lettersOf(other)
  return [...lettersOf(one)].some((word) => words.has(word) && !AWARD_WORDS.test(word))
}

/** A heading such as `Best Overall: Pour Kettle` is an award and a name. */
function partsOf(heading: string): { award: string | null; name: string } {
  const [, award = '', name = ''] = /^([^:–—|]{3,60})\s?[:–—|]\s?(.+)$/.exec(heading) ?? []
  if (name !== '' && AWARD_WORDS.test(award))
    return { award: tidyText(award, 100), name: tidyText(name, 300) }
  return { award: null, name: heading }
}

/** Name and award of a product, from the heading above it and from the links to it. */
function named({ heading, badges, images }: Section, words: readonly string[]) {
  const [badge = null] = badges
  const linked = words.filter((each) => !isLinkWords(each))
  const longest = linked.reduce((long, each) => (each.length > long.length ? each : long), '')
  if (heading === null) return { name: longest || images[0]?.words || null, award: badge }
  const parts = partsOf(heading)
  if (longest === '' || shareWords(parts.name, longest)) {
    return { name: parts.name, award: badge ?? parts.award }
  }
  const isAward = heading.length <= 60 && AWARD_WORDS.test(heading)
  return { name: longest, award: badge ?? (isAward ? heading : parts.award) }
}

function stockIn(text: string): boolean | null {
  if (OUT_OF_STOCK.test(text)) return true
  return IN_STOCK.test(text) ? false : null
}

/** The product that a section is about: the first one that it links to. */
function mainProduct(section: Section, base: string): ScannedProduct | null {
  const [first] = section.links
  if (first === undefined) return null
  const words = section.links.filter(({ asin }) => asin === first.asin).map((link) => link.words)
  const { name, award } = named(section, words)
  const loose = tidyText(section.loose, 4000)
  const [price = null, limit = null] = pricesIn(loose)
  return {
    ...unknown(first.asin),
    name: name ?? first.asin,
    image: webAddress(section.images[0]?.address, base),
    award,
    offerBy: SELLER.exec(words.join(' '))?.[1] ?? null,
    offerAward: section.offerBadges[0] ?? null,
    highlight: section.paragraphs[0] === undefined ? null : tidyText(section.paragraphs[0], 600),
    price,
    priceLimit: limit !== null && price !== null && limit > price ? limit : null,
    oldPrice: section.oldPrices[0] ?? null,
    oos: stockIn(loose),
    ...ratingIn(loose),
  }
}

/** Products that a section mentions beside the one that it is about. */
function mentioned({ links }: Section): ScannedProduct[] {
  const main = links[0]?.asin
  return links
    .filter(({ asin }) => asin !== main)
    .map(({ asin, words }) => ({ ...unknown(asin), name: isLinkWords(words) ? asin : words }))
}

/** Merges the data of a product from two places; the first one takes precedence. */
function merged(one: ScannedProduct, other: ScannedProduct): ScannedProduct {
  const entries = Object.entries(one).map(([key, value]) => [
    key,
    value ?? other[key as keyof ScannedProduct],
  ])
  const product = Object.fromEntries(entries) as ScannedProduct
  return product.name === product.asin ? { ...product, name: other.name } : product
}

function fromLinkedData(linked: LinkedProduct, asin: string, base: string): ScannedProduct {
  const { name, image, asin: _asin, ...rest } = linked
  return {
    ...unknown(asin),
    ...rest,
    name: name ?? asin,
    image: webAddress(image ?? undefined, base),
  }
}

/** The products of a page, in order: data from linked data first, then from the text next to their links. */
export function readProducts(
  { sections }: PageBody,
  linked: readonly LinkedProduct[],
  base: string,
): ScannedProduct[] {
  const known = new Map<string, ScannedProduct>()
  const take = (product: ScannedProduct) => {
    const before = known.get(product.asin)
    if (before === undefined && known.size >= MOST_PRODUCTS) return
    known.set(product.asin, before === undefined ? product : merged(before, product))
  }
  const found = sections.flatMap((section) => mainProduct(section, base) ?? [])
  for (const product of found) {
    const data = linked.find(({ asin }) => asin === product.asin)
    if (data !== undefined) take(fromLinkedData(data, product.asin, base))
    take(product)
  }
  for (const data of linked) if (data.asin !== null) take(fromLinkedData(data, data.asin, base))
  for (const product of sections.flatMap(mentioned)) take(product)
  return [...known.values()]
}
