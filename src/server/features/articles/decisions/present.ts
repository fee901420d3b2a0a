import type { HeldDecision } from '#shared/features/articles/decisions/contract.ts'
import type { ArticlesService } from '../articles/service.ts'

type HeldRow = Awaited<ReturnType<ArticlesService['extendDecision']>>

export const presentDecision = (
  { articleId, title, command, releaseAt }: HeldRow,
  now: Date,
): HeldDecision => ({
  article_id: articleId,
  title,
  command,
  seconds_left: Math.max(0, (releaseAt.getTime() - now.getTime()) / 1000),
})
