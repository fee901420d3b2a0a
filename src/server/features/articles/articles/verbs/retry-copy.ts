import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { maySee, maySync } from '#shared/features/articles/articles/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { forbidden, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { findMirror, type MirrorTarget } from '../mirror-store.ts'
import { lockArticle } from '../store.ts'
import type { ArticleDeps } from './access.ts'
import { requestMirror } from './mirror-article.ts'

export interface Copy {
  articleId: number
  target: MirrorTarget
}

/** Retries a copy immediately rather than later, after a user has fixed the cause. */
export async function retryCopy(
  deps: Pick<ArticleDeps, 'db' | 'clock' | 'enqueue'>,
  actor: Caller,
  { articleId, target }: Copy,
): Promise<void> {
  requires(actor, articleEndpoints.retryCopy.access)
  await transaction(deps.db, async (tx) => {
    const article = await lockArticle(tx, articleId)
    if (!article || !maySee(actor, article)) throw notFound('Article')
    if (!maySync(actor, article)) throw forbidden('This is not your article.')
    const mirror = await findMirror(tx, articleId, target)
    if (!mirror || mirror.state === 'done') return
    await requestMirror(deps, tx, articleId, target)
    await audit(tx, actor, 'article.copy-retried', {
      id: articleId,
      label: article.title,
      before: { target, error: mirror.error },
    })
  })
}
