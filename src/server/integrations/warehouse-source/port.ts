import type { SourcePart } from '#shared/features/warehouse/rules.ts'
import type { AdapterHealth } from '../health.ts'

/** A published post. What is null is not said. */
export interface SourcePost {
  /** The code or the name of its site. */
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
  /** ASINs parted by blanks or commas, or a list of `{asin, name, award, image}` as JSON. */
  products: string | null
}

/** What a post, or one product of it, earned in a week. */
export interface SourceEarning {
  site: string
  post_id: string
  /** Any day of the week, `yyyy-MM-dd`. */
  week: string
  /** Empty for the post as a whole, of which its products are parts. */
  asin: string
  /** US dollars with two decimals. */
  earnings: string
}

/** Whether a product could be bought when it was looked at. */
export interface SourceStock {
  asin: string
  /** `IN_STOCK`, `OUT_OF_STOCK`, `Now`… */
  availability: string
  /** ISO 8601 in UTC, to the second; null where nobody says when. */
  seen: string | null
}

export interface SourceRows {
  posts: SourcePost
  earnings: SourceEarning
  availability: SourceStock
}

/** By what a row is known and put in order: site and post; these, week and ASIN; or the ASIN. Compared byte by byte. */
export type SourceKey = readonly string[]

const KEYS: { readonly [Part in SourcePart]: (row: SourceRows[Part]) => SourceKey } = {
  posts: ({ site, post_id }) => [site, post_id],
  earnings: ({ site, post_id, week, asin }) => [site, post_id, week, asin],
  availability: ({ asin }) => [asin],
}

export const sourceKey = <Part extends SourcePart>(part: Part, row: SourceRows[Part]): SourceKey =>
  KEYS[part](row)

export interface SourceQuery {
  /** Only rows behind this one. */
  after: SourceKey | null
  /** Only rows up to this one, and it. */
  upTo?: SourceKey | undefined
  /** Only what was written after this moment; of earnings, all rows of a post's week of which one was. */
  since: Date | null
  /** No more rows than that. */
  most: number
}

export interface SourceSlice<Part extends SourcePart> {
  /** In the order of their keys. Of a post's week all rows or none. */
  rows: SourceRows[Part][]
  /** After which the next slice begins; null where this was the last one. */
  next: SourceKey | null
}

/** Posts, earnings and stock as they stand somewhere. Every method may throw `IntegrationError`. */
export interface WarehouseSource {
  /** As people call it. */
  adapter: string
  /** Which one it is, without any secret: address and tables. */
  account: string
  /** Whether it can say what was written after a moment; `since` means nothing where it cannot. */
  tellsChanges: Readonly<Record<SourcePart, boolean>>
  /** Rows in the order of their keys. What still runs when `signal` aborts is canceled over there. */
  read<Part extends SourcePart>(
    part: Part,
    query: SourceQuery,
    signal?: AbortSignal,
  ): Promise<SourceSlice<Part>>
  /** Also says which tables or columns are missing. */
  check(): Promise<AdapterHealth>
}

/** One that rows can be copied to. */
export interface WritableWarehouse extends WarehouseSource {
  /** Makes the tables that are missing. */
  prepare(): Promise<void>
  /** The parts that have no table yet. */
  missingParts(): Promise<SourcePart[]>
  /** Writes rows; what is there under the same key is replaced. */
  write<Part extends SourcePart>(part: Part, rows: readonly SourceRows[Part][]): Promise<void>
}
