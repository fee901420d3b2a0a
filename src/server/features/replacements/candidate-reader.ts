import { daysIn, SHOWN_DAYS, stockSpans } from '#shared/features/product-library/rules.ts'
import { CANDIDATES_MAXIMUM, candidateScore } from '#shared/features/replacements/rules.ts'
import type { ReplacementParts } from './parts.ts'
import {
  countPosts,
  findShelf,
  listShelf,
  listShelfUses,
  type ShelfProduct,
  type ShelfUse,
} from './queries.ts'

const DAY_MS = 86_400_000

function daysInStock(recent: ShelfUse['recent'], now: Date): number | null {
  if (recent.length === 0) return null
  const to = now.getTime()
  return Math.min(SHOWN_DAYS, daysIn(stockSpans(recent, to - SHOWN_DAYS * DAY_MS, to), 'IN_STOCK'))
}

const byScore = (one: ShelfProduct, other: ShelfProduct) =>
  candidateScore(other.rating) - candidateScore(one.rating) || (one.asin < other.asin ? -1 : 1)

/** What of the same shelf is in stock, the best rated first; nobody is asked. */
export async function findCandidates({ db, clock, products }: ReplacementParts, asin: string) {
  const now = clock()
  const [shelf, posts] = await Promise.all([findShelf(db, asin), countPosts(db, asin)])
  if (shelf === null) return { shelf, posts, candidates: [] }
  const best = (await listShelf(db, { asin, shelf })).sort(byScore).slice(0, CANDIDATES_MAXIMUM)
  const asins = best.map((product) => product.asin)
  const [known, uses] = await Promise.all([
    products.recallProducts(db, asins),
    listShelfUses(db, asins, { asin, now }),
  ])
  const usesOf = new Map(uses.map((use) => [use.asin, use]))
  const candidates = best.map((product) => ({
    ...product,
    price: known.get(product.asin)?.item?.price?.display ?? null,
    daysInStock: daysInStock(usesOf.get(product.asin)?.recent ?? [], now),
    usedIn: usesOf.get(product.asin)?.usedIn ?? 0,
  }))
  return { shelf, posts, candidates }
}
export type FoundCandidates = Awaited<ReturnType<typeof findCandidates>>
