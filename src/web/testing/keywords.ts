import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import type { Loopback } from './loopback.ts'

/** A tracked keyword without results, as the server returns it. */
export const KEYWORD: KeywordRow = {
  keyword_id: 5,
  keyword: 'best kettle',
  is_tracked: true,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  tags: [],
  sites: [],
  articles: [],
  posts: [],
  comments: 0,
  last_result: null,
  history: '',
  winning_percentage: null,
}

/**
 * A server on which this number of keywords match the filters of Keywords Summary, one of them on the page.
 */
export function answerKeywords(
  server: Loopback,
  { total, isMore }: { total: number; isMore: boolean },
): void {
  server.answer('GET /api/keywords', { body: { meta: { total, is_more: isMore }, data: [KEYWORD] } })
  server.answer('GET /api/tags', { body: [] })
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/saved-views', { body: [] })
}
