import type { ArticleContent } from '../articles/rules.ts'

/** One field that two versions of an article differ in. Texts as people read them; null where there is nothing. */
export interface FieldChange {
  /** The field as its form calls it, e.g. `Title` or `Product 2 · Award`. */
  field: string
  before: string | null
  after: string | null
}

type Product = ArticleContent['products'][number]

const orNull = (text: string | null) => (text === null || text === '' ? null : text)

function pair(field: string, before: string | null, after: string | null): FieldChange[] {
  return orNull(before) === orNull(after) ? [] : [{ field, before: orNull(before), after: orNull(after) }]
}

const summarise = ({ asin, name, award }: Product) =>
  [name, asin, award].filter((part) => part !== '').join(' · ')

const PRODUCT_FIELDS = [
  ['asin', 'ASIN'],
  ['name', 'Name'],
  ['award', 'Award'],
  ['summary', 'Summary'],
] as const

/** Matches products by ASIN; a product with a changed ASIN is matched by its position. */
export function matchProducts(before: readonly Product[], after: readonly Product[]) {
  const left = new Map(before.map((product, index) => [index, product]))
  const pairs: { index: number; was: Product | undefined; is: Product }[] = after.map((is, index) => {
    const found = [...left].find(([, product]) => product.asin !== '' && product.asin === is.asin)
    if (found) left.delete(found[0])
    return { index, was: found?.[1], is }
  })
  for (const entry of pairs) {
    const samePlace = left.get(entry.index)
    if (entry.was !== undefined || samePlace === undefined) continue
    entry.was = samePlace
    left.delete(entry.index)
  }
  return { pairs, removed: [...left.values()] }
}

function productChanges(before: readonly Product[], after: readonly Product[]): FieldChange[] {
  const { pairs, removed } = matchProducts(before, after)
  const changed = pairs.flatMap(({ index, was, is }) => {
    const place = `Product ${index + 1}`
    if (was === undefined) return pair(place, null, summarise(is))
    return PRODUCT_FIELDS.flatMap(([key, label]) => pair(`${place} · ${label}`, was[key], is[key]))
  })
  const gone = removed.map((product) => ({ field: 'Product', before: summarise(product), after: null }))
  const kept = (list: readonly Product[], others: readonly Product[]) =>
    list.map(({ asin }) => asin).filter((asin) => others.some((other) => other.asin === asin))
  const order = pair(
    'Order of products',
    kept(before, after).join(', ') || null,
    kept(after, before).join(', ') || null,
  )
  return [...changed, ...gone, ...order]
}

/** Questions have no identity but their words. */
function questionChanges(before: readonly string[], after: readonly string[]): FieldChange[] {
  const gone = before.filter((question) => !after.includes(question))
  const fresh = after.filter((question) => !before.includes(question))
  const most = Math.max(gone.length, fresh.length)
  return Array.from({ length: most }, (_, index) => ({
    field: 'Question',
    before: gone[index] ?? null,
    after: fresh[index] ?? null,
  }))
}

/** What happened to an article between two of its versions, field by field, in the order of the form. */
export function compareContents(
  before: ArticleContent,
  after: ArticleContent,
  siteName: (id: number) => string = String,
): FieldChange[] {
  const words = ({ keywords }: ArticleContent) => keywords.map(({ keyword }) => keyword).join(', ')
  return [
    ...pair('Site', siteName(before.siteId), siteName(after.siteId)),
    ...pair('Keywords', words(before), words(after)),
    ...pair('Title', before.title, after.title),
    ...pair('Hero image', before.imageUrl, after.imageUrl),
    ...pair('Intro', before.intro, after.intro),
    ...pair('Notes', before.notes, after.notes),
    ...productChanges(before.products, after.products),
    ...questionChanges(before.faqs, after.faqs),
  ]
}
