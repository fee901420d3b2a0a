import type { Article } from '#shared/features/articles/articles/contract.ts'
import { useAnnounceDecision } from '#web/features/articles/decisions/use-announce-decision.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { DONE } from '../messages.ts'
import { useResubmitArticle, useValidateArticle } from '../queries.ts'

/** The return that a resubmission replies to; undefined if an article was returned on its task board. */
function openReturn({ returns }: Pick<Article, 'returns'>): Article['returns'][number] | undefined {
  const latest = returns.findLast(({ kind }) => kind === 'return')
  return latest?.answered_at === null ? latest : undefined
}

/**
 * Approving and resubmitting: the second step, after the article itself was saved. Each returns whether the
 * server accepted it; a refusal is shown to the user here and passed to `onRefused`.
 */
export function useDecision(onRefused?: (error: unknown) => void) {
  const validate = useValidateArticle()
  const resubmit = useResubmitArticle()
  const announce = useAnnounceDecision()
  const carryOut = (write: Promise<unknown>, onDone: () => void): Promise<boolean> =>
    write.then(
      () => {
        onDone()
        return true
      },
      (error: unknown) => {
        onRefused?.(error)
        return false
      },
    )
  return {
    isPending: validate.isPending || resubmit.isPending,
    approve: (article: Article, comment: string) =>
      carryOut(
        validate.mutateAsync({
          id: article.article_id,
          version: article.version,
          command: 'approve',
          ...(comment.trim() ? { reason: comment } : {}),
        }),
        () => void announce(article, DONE.approved),
      ),
    resubmit: (article: Article, comments: string) =>
      carryOut(
        resubmit.mutateAsync({
          id: article.article_id,
          articleReturnId: openReturn(article)?.article_return_id ?? null,
          comments,
        }),
        // By then another article can be on the screen.
        () => notify({ kind: 'success', title: DONE.resubmitted, description: article.title }),
      ),
  }
}
