import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import type { ReadKeyword } from './queries.ts'

export const presentKeyword = (row: ReadKeyword): KeywordRow => ({
  keyword_id: row.id,
  keyword: row.keyword,
  is_tracked: row.isTracked,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  tags: row.tags,
  sites: row.sites,
  articles: row.articles,
  comments: row.comments,
  last_result: row.lastResult,
  winning_percentage: row.rate30,
})
