import type { Db } from '#server/db/connect.ts'
import { BUILT_IN_MARKET } from '#server/integrations/keyword-market/built-in.ts'
import { countMarketKeywords } from '#server/integrations/keyword-market/keyword-store.ts'
import { countGoods, insertGoods } from '#server/integrations/product-catalog/goods-store.ts'
import type { Settings } from '#server/settings.ts'

/**
 * The built-in market's searches, which every workspace has that no other market serves; read like the goods where they
 * are laid down.
 */
export async function stockMarket(db: Db, now: Date): Promise<void> {
  if ((await countMarketKeywords(db, BUILT_IN_MARKET)) > 0) return
  const { insertMarket } = await import('./market.ts')
  await insertMarket(db, now)
}

/**
 * The built-in catalogue's goods, which every workspace has that no marketplace serves. Like the sample, they are read
 * where they are laid down, and by no later start.
 */
export async function stockCatalog(db: Db, { vendors }: Settings): Promise<void> {
  if (vendors.amazon !== undefined || (await countGoods(db)) > 0) return
  const { sampleGoods } = await import('./goods.ts')
  await insertGoods(db, sampleGoods())
}
