import {
  CANDIDATES_MAXIMUM,
  candidateScore,
  expectedEarnings,
} from '#shared/features/articles/replacements/rules.ts'
import { daysIn, SHOWN_DAYS, stockSpans } from '#shared/features/products/product-library/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'
import type { ReplacementDeps } from './deps.ts'
import {
  countPosts,
  findAtRisk,
  findLastPrice,
  findShelf,
  listShelf,
  listShelfUses,
  type ShelfProduct,
  type ShelfUse,
} from './queries.ts'

interface KnownDays {
  daysInStock: number | null
  daysKnown: number
}

/**
 * Days in stock and days with known stock within the shown period. Days before the first scan are unknown.
 */
function daysOf(recent: ShelfUse['recent'], now: Date): KnownDays {
  if (recent.length === 0) return { daysInStock: null, daysKnown: 0 }
  const to = now.getTime()
  const spans = stockSpans(recent, to - SHOWN_DAYS * DAY_MS, to)
  const known = spans.filter(({ stock }) => stock !== 'NOT_SCANNED')
  const daysKnown = Math.ceil(known.reduce((sum, span) => sum + span.to - span.from, 0) / DAY_MS)
  return {
    daysInStock: Math.min(daysKnown, daysIn(spans, 'IN_STOCK')),
    daysKnown: Math.min(SHOWN_DAYS, daysKnown),
  }
}

const byScore = (one: ShelfProduct, other: ShelfProduct) =>
  candidateScore(other.rating) - candidateScore(one.rating) || (one.asin < other.asin ? -1 : 1)

/** What the old one loses a week, and what it cost last. */
async function oldSide({ db }: ReplacementDeps, asin: string) {
  const [atRisk, price] = await Promise.all([findAtRisk(db, asin), findLastPrice(db, asin)])
  return { atRisk, price }
}

type Priced = CatalogItem['price']

function expectedOf(
  { atRisk, price: old }: Awaited<ReturnType<typeof oldSide>>,
  { price: by, ...days }: { price: Priced | undefined } & KnownDays,
): number | null {
  const isOneCurrency = old !== undefined && by !== undefined && old.currency === by.currency
  const prices = isOneCurrency ? { old: old.amount, by: by.amount } : { old: null, by: null }
  return expectedEarnings({ atRisk, prices, ...days })
}

/**
 * Products of the same category that are in stock and well rated, the highest expected earnings first. Sends
 * no requests.
 */
export async function findCandidates(deps: ReplacementDeps, asin: string) {
  const { db, clock, products } = deps
  const now = clock()
  const [shelf, posts] = await Promise.all([findShelf(db, asin), countPosts(db, asin)])
  if (shelf === null) return { shelf, posts, candidates: [] }
  const best = (await listShelf(db, { asin, shelf })).sort(byScore).slice(0, CANDIDATES_MAXIMUM)
  const asins = best.map((product) => product.asin)
  const [known, uses, old] = await Promise.all([
    products.recallProducts(db, asins),
    listShelfUses(db, asins, { asin, now }),
    oldSide(deps, asin),
  ])
  const usesOf = new Map(uses.map((use) => [use.asin, use]))
  const candidates = best.map((product) => {
    const price = known.get(product.asin)?.item?.price
    const days = daysOf(usesOf.get(product.asin)?.recent ?? [], now)
    return {
      ...product,
      price: price?.display ?? null,
      expected: expectedOf(old, { price, ...days }),
      ...days,
      usedIn: usesOf.get(product.asin)?.usedIn ?? 0,
    }
  })
  // Of those that are equal the best rated stays first.
  candidates.sort((one, other) => (other.expected ?? -1) - (one.expected ?? -1))
  return { shelf, posts, candidates }
}
export type FoundCandidates = Awaited<ReturnType<typeof findCandidates>>
