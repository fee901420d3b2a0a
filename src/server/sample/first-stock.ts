import { and, eq, isNotNull } from 'drizzle-orm'
import { type Db, transaction } from '#server/db/connect.ts'
import { catalogGoods, catalogReadings } from '#server/db/schema/catalog.ts'
import { marketKeywords } from '#server/db/schema/market.ts'
import { BUILT_IN_MARKET } from '#server/integrations/keyword-market/built-in.ts'
import { countMarketKeywords } from '#server/integrations/keyword-market/keyword-store.ts'
import { countGoods, insertGoods } from '#server/integrations/product-catalog/goods-store.ts'
import type { Settings } from '#server/settings/settings.ts'

/** Which marketplace serves the sample. */
interface Marketplace {
  vendors: Pick<Settings['vendors'], 'amazon'>
}

/**
 * The built-in market's searches. Like the sample, they are read only when they are inserted, not at later
 * starts.
 */
async function stockMarket(db: Db, now: Date): Promise<void> {
  if ((await countMarketKeywords(db, BUILT_IN_MARKET)) > 0) return
  const { insertMarket } = await import('./market.ts')
  await insertMarket(db, now)
}

/** The built-in catalogue's goods, unless a marketplace serves the sample. */
async function stockCatalog(db: Db, { vendors }: Marketplace): Promise<void> {
  if (vendors.amazon !== undefined || (await countGoods(db)) > 0) return
  const { sampleGoods } = await import('./goods.ts')
  await insertGoods(db, sampleGoods())
}

/** Data of the sample's built-in market and marketplace. */
export async function stockSample(db: Db, settings: Marketplace, now: Date): Promise<void> {
  await stockCatalog(db, settings)
  await stockMarket(db, now)
}

/**
 * Removes generated searches and products from a real workspace, where earlier versions put them. The
 * built-in catalogue called every real ASIN invalid, so its readings are deleted too, unless a real
 * marketplace has replaced it.
 */
export async function removeInvented(db: Db, { vendors }: Marketplace): Promise<void> {
  if ((await countGoods(db)) > 0)
    await transaction(db, async (tx) => {
      if (vendors.amazon === undefined) await tx.delete(catalogReadings)
      await tx.delete(catalogGoods)
    })
  // Imported keywords have no model.
  await db
    .delete(marketKeywords)
    .where(and(eq(marketKeywords.source, BUILT_IN_MARKET), isNotNull(marketKeywords.model)))
}
