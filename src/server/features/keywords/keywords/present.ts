import type { KeywordRow, Moves } from '#shared/features/keywords/keywords/contract.ts'
import { keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import { type JsonText, parseText } from '../../../db/json/json-text.ts'
import { presentOldVersion } from '../../../errors.ts'

export const presentWords = ({ id, keyword }: { id: number; keyword: string }) => ({
  keyword_id: id,
  keyword,
})

export const presentOverwritten = presentOldVersion(
  keywordEndpoints.update,
  (current: JsonText<KeywordRow> | undefined) => (current ? { current: parseText(current) } : {}),
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
