import type { WorkPiece } from '#shared/features/people/work/contract.ts'
import { presentUserName } from '../../ground/area.ts'
import type { listLatest } from './queries.ts'

export function presentPiece({
  article,
  last,
  user,
}: Awaited<ReturnType<typeof listLatest>>[number]): WorkPiece {
  return {
    article_id: article.id,
    title: article.title,
    status: article.status,
    site_id: article.siteId,
    revises: article.revisesId,
    last: last && {
      action: last.action,
      user: user && presentUserName(user),
      created_at: last.createdAt.toISOString(),
    },
    updated_at: article.updatedAt.toISOString(),
  }
}
