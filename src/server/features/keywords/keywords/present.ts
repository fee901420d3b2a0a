import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { KeywordRow, Moves } from '#shared/features/keywords/keywords/contract.ts'
import { keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import { toSignificant } from '#shared/format/percent.ts'
import { presentOldVersion } from '../../../errors.ts'
import type { ReadKeyword } from './queries.ts'

type LastResult = NonNullable<ReadKeyword['lastResult']>

const letter = (seen: string | undefined, won: string | undefined) =>
  seen !== '1' ? '-' : won === '1' ? 'w' : 'l'

/** Before the first day with data nothing is known, and nothing is said. */
const historyOf = ({ seen, won }: LastResult) =>
  Array.from(seen.slice(0, seen.lastIndexOf('1') + 1), (bit, index) => letter(bit, won[index])).join('')

const presentResult = ({ day, publisher, is_winning }: LastResult) => ({ day, publisher, is_winning })

export const presentWords = ({ id, keyword }: { id: number; keyword: string }) => ({
  keyword_id: id,
  keyword,
})

export const presentKeyword = (row: ReadKeyword): KeywordRow => ({
  keyword_id: row.id,
  keyword: row.keyword,
  is_tracked: row.isTracked,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  tags: row.tags,
  sites: row.sites,
  articles: row.articles,
  posts: row.posts.map((post) => ({ ...post, url: safeAddress(post.url) })),
  comments: row.comments,
  last_result: row.lastResult && presentResult(row.lastResult),
  history: row.lastResult ? historyOf(row.lastResult) : '',
  winning_percentage: row.rate30 === null ? null : toSignificant(row.rate30),
})

export const presentOverwritten = presentOldVersion(
  keywordEndpoints.update,
  (current: Parameters<typeof presentKeyword>[0] | undefined) =>
    current ? { current: presentKeyword(current) } : {},
)

interface ReadMoves extends Omit<Moves, 'visited_at' | 'articles'> {
  visitedAt: Date | null
  waiting: { waiting: number; since: Date | null; returned: number } | null
}

export const presentMoves = ({ visitedAt, waiting, ...moves }: ReadMoves): Moves => ({
  ...moves,
  visited_at: visitedAt?.toISOString() ?? null,
  articles: waiting && {
    waiting: waiting.waiting,
    waiting_since: waiting.since?.toISOString() ?? null,
    returned: waiting.returned,
  },
})
