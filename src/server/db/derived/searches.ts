import { contentPosts } from '../schema/content.ts'
import {
  searchBest,
  searchDays,
  searchPages,
  searchQueryTotals,
  searchRows,
  searchTotals,
} from '../schema/searches.ts'
import { sites } from '../schema/sites.ts'
import type { DerivedColumns } from './entry.ts'

const TOTALS = {
  file: 'features/posts/gsc-keywords/stored-totals.test.ts',
  title: 'totals of searches match the rows that were read, after any writes',
}
const RECOMPUTE_TOTALS = ['gsc-keywords.recompute-totals']

export const SEARCHES: readonly DerivedColumns[] = [
  {
    columns: [searchPages.contentPostId],
    from: [contentPosts],
    run: RECOMPUTE_TOTALS,
    test: TOTALS,
  },
  {
    columns: [searchTotals.clicks, searchTotals.impressions, searchTotals.position],
    from: [searchRows, searchPages, searchDays],
    run: RECOMPUTE_TOTALS,
    test: TOTALS,
  },
  {
    columns: [
      searchBest.siteId,
      searchBest.query,
      searchBest.clicks,
      searchBest.impressions,
      searchBest.position,
    ],
    from: [searchTotals],
    run: RECOMPUTE_TOTALS,
    test: TOTALS,
  },
  {
    columns: [
      searchQueryTotals.clicks,
      searchQueryTotals.impressions,
      searchQueryTotals.position,
      searchQueryTotals.isNamed,
      searchQueryTotals.posts,
      searchQueryTotals.bestPostId,
      searchQueryTotals.rivals,
      searchQueryTotals.rivalSites,
      searchQueryTotals.strongest,
      searchQueryTotals.lost,
    ],
    from: [searchTotals, contentPosts, sites],
    run: ['gsc-keywords.recompute-queries'],
    test: TOTALS,
  },
]
