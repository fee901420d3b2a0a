import type { ArticleDomainEvent, ArticleListener } from '../../../kernel/article-events/article-event.ts'
import { listSiteKeepers } from './queries.ts'
import type { NoticesService } from './service.ts'
import type { NewNotice } from './store.ts'

/** Recipient of the notice: the owner after a decision, the reviewer after an answer. */
function noticeOf(event: ArticleDomainEvent): Pick<NewNotice, 'userId' | 'kind'> | null {
  const { action, ownerId, returnedBy } = event
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

/** The second recipient, if the event concerns two users' work. */
const alsoTold = ({ action, ownerId, validatorId }: ArticleDomainEvent): number | null =>
  action === 'post-lost' && validatorId && validatorId !== ownerId ? validatorId : null

/**
 * Notifies users of events concerning their work, and site managers of what needs to be done on their site.
 */
export const notifyInvolved =
  ({ notify }: Pick<NoticesService, 'notify'>): ArticleListener =>
  async (tx, event) => {
    const { action, articleId, actorId, words = null } = event
    // Redirects are set up on the site, not in the article.
    if (action === 'post-moved')
      for (const userId of await listSiteKeepers(tx))
        await notify(tx, { userId, kind: action, articleId, actorId, words: words || null })
    const notice = noticeOf(event)
    if (!notice) return
    const also = alsoTold(event)
    for (const userId of [notice.userId, ...(also === null ? [] : [also])])
      await notify(tx, { ...notice, userId, articleId, actorId, words: words || null })
  }
