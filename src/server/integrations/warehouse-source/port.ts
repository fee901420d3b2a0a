import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import type { AdapterHealth } from '../health.ts'

/** A published post. Null means not provided. */
export interface SourcePost {
  /** Site code or name. */
  site: string
  post_id: string
  title: string
  /** ISO 8601 in UTC. */
  published: string | null
  modified: string | null
  address: string | null
  focus_keyword: string | null
  picture: string | null
  tracking_id: string | null
  /** ASINs separated by blanks or commas, or a JSON list of `{asin, name, award, image}`. */
  products: string | null
}

/** Earnings of a post, or of one of its products, in a week. */
export interface SourceEarning {
  site: string
  post_id: string
  /** Any day of the week, `yyyy-MM-dd`. */
  week: string
  /** Empty for the post's total, which includes its products. */
  asin: string
  /** US dollars with two decimals. */
  earnings: string
}

/** A product's availability at a moment. */
export interface SourceStock {
  asin: string
  /** `IN_STOCK`, `OUT_OF_STOCK`, `Now`… */
  availability: string
  /** ISO 8601 in UTC, to the second; null if unknown. */
  seen: string | null
}

export interface SourceRows {
  posts: SourcePost
  earnings: SourceEarning
  availability: SourceStock
}

/**
 * Key and sort order of a row: site and post; these plus week and ASIN; or the ASIN. Compared byte by byte.
 */
export type SourceKey = readonly string[]

const KEYS: { readonly [Part in SourcePart]: (row: SourceRows[Part]) => SourceKey } = {
  posts: ({ site, post_id }) => [site, post_id],
  earnings: ({ site, post_id, week, asin }) => [site, post_id, week, asin],
  availability: ({ asin }) => [asin],
}

export const sourceKey = <Part extends SourcePart>(part: Part, row: SourceRows[Part]): SourceKey =>
  KEYS[part](row)

export interface SourceQuery {
  /** Only rows after this key. */
  after: SourceKey | null
  /** Only rows up to this key, inclusive. */
  upTo?: SourceKey | undefined
  /** Only rows written after this moment. For earnings: all rows of a post's week if one of them was. */
  since: Date | null
  /** Maximum number of rows. */
  most: number
}

export interface SourceSlice<Part extends SourcePart> {
  /** Sorted by key. A post's week is never split. */
  rows: SourceRows[Part][]
  /** Key after which the next slice begins; null for the last slice. */
  next: SourceKey | null
}

/** Posts, earnings and stock in an external system. Every method may throw `IntegrationError`. */
export interface WarehouseSource {
  /** Display name. */
  adapter: string
  /** Identifies the source without secrets: address and tables. */
  account: string
  /** Whether it can filter by write time; if not, `since` is ignored. */
  tellsChanges: Readonly<Record<SourcePart, boolean>>
  /** Rows sorted by key. Cancels the query in the source when `signal` is aborted. */
  read<Part extends SourcePart>(
    part: Part,
    query: SourceQuery,
    signal?: AbortSignal,
  ): Promise<SourceSlice<Part>>
  /** Also reports missing tables or columns. */
  check(): Promise<AdapterHealth>
}

/** A warehouse that rows can be copied to. */
export interface WritableWarehouse extends WarehouseSource {
  /** Creates missing tables. */
  prepare(): Promise<void>
  /** Parts without a table. */
  missingParts(): Promise<SourcePart[]>
  /** Upserts rows by key. */
  write<Part extends SourcePart>(part: Part, rows: readonly SourceRows[Part][]): Promise<void>
}
