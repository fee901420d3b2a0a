import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { catalogReadings } from '../../../db/schema/catalog.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'

export type StoredReading = typeof catalogReadings.$inferSelect

/** Stored readings of these ASINs; those never requested are missing. */
export async function findReadings(db: Db, asins: readonly string[]): Promise<Map<string, StoredReading>> {
  if (asins.length === 0) return new Map()
  const rows = await db
    .select()
    .from(catalogReadings)
    .where(inArray(catalogReadings.asin, [...asins]))
  return new Map(rows.map((row) => [row.asin, row]))
}

export interface NewReading {
  asin: string
  /** Null if the catalogue has no such ASIN. */
  item: CatalogItem | null
}

/** Stores the catalogue's readings, replacing earlier ones. */
export async function saveReadings(db: Db, readings: readonly NewReading[], readAt: Date): Promise<void> {
  if (readings.length === 0) return
  const { asin } = catalogReadings
  await db
    .insert(catalogReadings)
    // In one order everywhere, so that two processes that save the same products never wait for each other.
    .values(
      [...readings]
        .sort((left, right) => (left.asin < right.asin ? -1 : 1))
        .map((reading) => ({ ...reading, isInvalid: reading.item === null, readAt })),
    )
    .onConflictDoUpdate({
      target: asin,
      set: {
        item: sql`excluded.item`,
        isInvalid: sql`excluded.is_invalid`,
        readAt: sql`excluded.read_at`,
        failedAt: null,
        failure: null,
      },
    })
}

/** Records that the catalogue could not be reached; stored readings stay. */
export async function saveFailures(
  db: Db,
  asins: readonly string[],
  { failure, failedAt }: { failure: string; failedAt: Date },
): Promise<void> {
  if (asins.length === 0) return
  await db
    .insert(catalogReadings)
    .values([...asins].sort().map((asin) => ({ asin, failure, failedAt })))
    .onConflictDoUpdate({
      target: catalogReadings.asin,
      set: { failedAt: sql`excluded.failed_at`, failure: sql`excluded.failure` },
    })
}
