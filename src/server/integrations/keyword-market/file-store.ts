import type { Db } from '../../db/connect.ts'
import { saveMarketKeywords } from './keyword-store.ts'
import type { MarketFiles } from './port.ts'
import { saveProducts } from './product-store.ts'
import { rescore } from './rescore.ts'

/** Stores imported data under the given market's name. */
export const createMarketFiles = (db: Db, source: string): MarketFiles => ({
  saveKeywords: (keywords) =>
    saveMarketKeywords(
      db,
      keywords.map(({ price, ...keyword }) => ({
        ...keyword,
        source,
        price: price === null ? null : Math.round(price * 100),
      })),
    ),
  saveProducts: (products) => saveProducts(db, products),
  rescore: (country) => rescore(db, source, country),
})
