import type { AdapterHealth } from '../health.ts'

/** How often a page of a site was seen and opened by one search on one day. */
export interface SearchRow {
  /** The page's whole address. */
  page: string
  query: string
  clicks: number
  impressions: number
  /** The mean place in results, from 1 on. */
  position: number
}

/** Queries that show our sites. Every method may throw `IntegrationError`. */
export interface SearchPerformance {
  /** Name of the source: `built-in`, `Google Search Console`. */
  source: string
  /** True if the figures were generated for the sample. */
  isInvented?: true
  /** Whether anything is known of a site, by its code in lower case. */
  covers(site: string): Promise<boolean>
  /** The newest day whose figures do not change any more, `yyyy-MM-dd`. */
  lastDay(): string
  /** All rows of a site and day, in batches; none without searches, or if the day is not available yet. */
  readDay(site: string, day: string): AsyncIterable<readonly SearchRow[]>
  check(): Promise<AdapterHealth>
}
