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

/** What people searched for when they found our sites. Every method may throw `IntegrationError`. */
export interface SearchPerformance {
  /** Who says so: `built-in`, `Google Search Console`. */
  source: string
  /** True where the figures are made up for the sample. */
  isInvented?: true
  /** Whether anything is known of a site, by its code in lower case. */
  covers(site: string): Promise<boolean>
  /** The newest day whose figures do not change any more, `yyyy-MM-dd`. */
  lastDay(): string
  /** All rows of a site and a day, in parts; none where nobody found it, or where the day is not known yet. */
  readDay(site: string, day: string): AsyncIterable<readonly SearchRow[]>
  check(): Promise<AdapterHealth>
}
