import type { ArticleHappening, ArticleListener } from '../articles/feature.ts'
import { listSiteKeepers } from './queries.ts'
import type { NoticesService } from './service.ts'
import type { NewNotice } from './store.ts'

/** Whom a happening concerns: the owner of what was decided, the reviewer of what was answered. */
function noticeOf(happening: ArticleHappening): Pick<NewNotice, 'userId' | 'kind'> | null {
  const { action, ownerId, returnedBy } = happening
  switch (action) {
    case 'approved':
    case 'returned':
    case 'rejected':
    case 'published':
    case 'post-lost':
      return { userId: ownerId, kind: action }
    case 'resubmitted':
    case 'canceled':
      return returnedBy ? { userId: returnedBy, kind: action } : null
    default:
      return null
  }
}

/** Who is told besides, of what has become of the work of two. */
const alsoTold = ({ action, ownerId, validatorId }: ArticleHappening): number | null =>
  action === 'post-lost' && validatorId && validatorId !== ownerId ? validatorId : null

/** Tells people what happened to their work, and those who look after sites what is to be done there. */
export const tellConcerned =
  ({ notify }: Pick<NoticesService, 'notify'>): ArticleListener =>
  async (tx, happening) => {
    const { action, articleId, actorId, words = null } = happening
    // Redirects are made on the site, not in the article.
    if (action === 'post-moved')
      for (const userId of await listSiteKeepers(tx))
        await notify(tx, { userId, kind: action, articleId, actorId, words: words || null })
    const notice = noticeOf(happening)
    if (!notice) return
    const also = alsoTold(happening)
    for (const userId of [notice.userId, ...(also === null ? [] : [also])])
      await notify(tx, { ...notice, userId, articleId, actorId, words: words || null })
  }
