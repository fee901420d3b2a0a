import { articleKeywords, articles } from '../schema/articles.ts'
import { contentPosts, contentProducts } from '../schema/content.ts'
import { featureFlags } from '../schema/feature-flags.ts'
import { keywords, tags } from '../schema/keywords.ts'
import { marketKeywords } from '../schema/market.ts'
import { products } from '../schema/products.ts'
import { searchQueryTotals } from '../schema/searches.ts'
import { keywordDays } from '../schema/share-of-voice.ts'
import { sites } from '../schema/sites.ts'

/** The tables whose writes the database reports, by a trigger that calls `report_write()`. */
export const REPORTED_TABLES = [
  articleKeywords,
  articles,
  contentPosts,
  contentProducts,
  featureFlags,
  keywordDays,
  keywords,
  marketKeywords,
  products,
  searchQueryTotals,
  sites,
  tags,
] as const

export type ReportedTable = (typeof REPORTED_TABLES)[number]
