import { useQuery } from '@tanstack/react-query'
import type { ArticleRow } from '#shared/features/articles/contract.ts'
import { useUser } from '#web/api/session.ts'
import { healthQuery } from '../system/queries.ts'

/** Own articles are approved by somebody else where the organisation wants it so. */
export function useMayApprove(): (article: Pick<ArticleRow, 'user_id'>) => boolean {
  const user = useUser()
  const { data: health } = useQuery(healthQuery)
  return (article) => article.user_id !== user?.id || health?.selfApproval !== false
}
