import { inArray } from 'drizzle-orm'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { catalogReadings } from '../../../db/schema/catalog.ts'

/** The pictures of products as the catalogue showed them last, by ASIN. */
export async function listPictures(db: Db, asins: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (asins.length === 0) return new Map()
  const { asin, item } = catalogReadings
  const rows = await db
    .select({ asin, item })
    .from(catalogReadings)
    .where(inArray(asin, [...asins]))
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const address = safeAddress(row.item?.imageUrl)
      return address === null ? [] : [[row.asin, address]]
    }),
  )
}
