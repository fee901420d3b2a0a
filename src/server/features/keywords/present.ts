import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { keywordEndpoints } from '#shared/features/keywords/contract.ts'
import { toSignificant } from '#shared/format/percent.ts'
import { presentOldVersion } from '../../errors.ts'
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
  winning_percentage: row.rate30 === null ? null : toSignificant(row.rate30),
})

export const presentOverwritten = presentOldVersion(
  keywordEndpoints.update,
  (current: Parameters<typeof presentKeyword>[0] | undefined) =>
    current ? { current: presentKeyword(current) } : {},
)
