import { useQuery } from '@tanstack/react-query'
import type { ArticleRow } from '#shared/features/articles/articles/contract.ts'
import { isAllowedApprover } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { useFlag } from '../../ground/feature-flags/use-flag.ts'
import { healthQuery } from '../../ground/system/queries.ts'

/** If the organisation requires it, an article must be approved by another user than its author. */
export function useMayApprove(): (article: Pick<ArticleRow, 'user_id'>) => boolean {
  const user = useUser()
  const { data: health } = useQuery(healthQuery)
  const isFlagged = useFlag('SELF_APPROVAL')
  const rule = { isSet: health?.self_approval !== false, isFlagged }
  return ({ user_id: ownerId }) => isAllowedApprover(user?.id, ownerId, rule)
}
