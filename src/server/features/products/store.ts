import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { catalogReadings } from '../../db/schema/catalog.ts'
import type { CatalogItem } from '../../integrations/product-catalog/port.ts'

export type StoredReading = typeof catalogReadings.$inferSelect

/** What was read of these ASINs so far; those that nobody ever asked for are missing. */
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
  /** Null where the catalogue knows no such ASIN. */
  item: CatalogItem | null
}

/** Keeps what the catalogue said, in the place of what it said before. */
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

/** Writes down that the catalogue could not be asked; what was known stays as it is. */
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
