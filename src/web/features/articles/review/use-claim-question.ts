import { fullName } from '#shared/format/full-name.ts'
import { useConfirm } from '#web/ui/confirm.ts'
import { ACTION_LABELS } from '../messages.ts'
import type { ReviewClaim } from './use-review-claim.ts'

/** Who is reviewing an article besides this person, as a sentence; nothing where nobody is. */
export const holderWords = ({ holder }: ReviewClaim): string =>
  holder ? `${fullName(holder)} is reviewing this article.` : ''

/** Asks before a decision on an article that somebody else is reviewing; says whether it may go on. */
export function useClaimQuestion(claim: ReviewClaim) {
  const confirm = useConfirm()
  return async (command: 'approve' | 'return' | 'reject', title: string): Promise<boolean> => {
    if (!claim.holder) return true
    const label = ACTION_LABELS[command]
    return await confirm({
      title: `${label} “${title}”?`,
      content: holderWords(claim),
      okText: label,
      cancelText: 'Cancel',
    })
  }
}
