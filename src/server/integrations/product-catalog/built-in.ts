import { counted } from '#shared/format/count.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf, offerOf } from './day-trade.ts'
import { countGoods, findGoods, type Good, searchGoods } from './goods-store.ts'
import { type CatalogItem, MOST_FOUND, type ProductCatalog } from './port.ts'

/** Products with fewer reviews count as new and unrated. */
const FEWEST_REVIEWS = 20

function itemOf(good: Good, day: number): CatalogItem {
  const { asin, title, brand, categories, features, info, imageUrl } = good
  return {
    asin,
    title,
    brand,
    ...(imageUrl === null ? {} : { imageUrl }),
    categories,
    features,
    info,
    ...offerOf(good, day),
    ...(good.reviewCount < FEWEST_REVIEWS
      ? {}
      : { rating: { stars: good.rating / 10, count: good.reviewCount } }),
  }
}

/** Most words used, because each is searched for in every title. */
const MOST_WORDS = 12

/**
 * The sample’s marketplace of invented goods, whose prices and stock move from day to day; it works without a network.
 * Any other workspace has none: nothing is known of any product.
 */
export function createBuiltInCatalog({ db, clock }: { db: Db; clock: () => Date }): ProductCatalog {
  const hasGoods = async () => (await countGoods(db)) > 0
  return {
    keepsPrices: true,
    isConnected: hasGoods,
    async getItems(asins) {
      const wanted = [...new Set(asins)]
      // Without products, no ASIN can be called invalid.
      if (!(await hasGoods())) return { items: [], invalid: [] }
      const goods = await findGoods(db, wanted)
      const known = new Set(goods.map(({ asin }) => asin))
      const day = dayOf(clock())
      return {
        items: goods.map((good) => itemOf(good, day)),
        invalid: wanted.filter((asin) => !known.has(asin)),
      }
    },
    async search(words) {
      const wanted = [...new Set(words.split(/\s+/))].filter((word) => word !== '').slice(0, MOST_WORDS)
      if (wanted.length === 0) return []
      const day = dayOf(clock())
      return (await searchGoods(db, wanted, MOST_FOUND)).map((good) => itemOf(good, day))
    },
    async check() {
      const goods = await countGoods(db)
      const detail = goods === 0 ? 'No marketplace is connected.' : `${counted(goods)} invented products`
      return { adapter: 'built-in', ok: true, detail }
    },
  }
}
