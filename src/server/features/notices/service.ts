import type { Db } from '../../db/connect.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { Caller } from '../../security/actor.ts'
import type { ArticleHappening, ArticleListener } from '../articles/feature.ts'
import * as store from './store.ts'

export const MAIL_NOTICE = 'notices.mail'

export type NoticesService = ReturnType<typeof createNoticesService>

export interface NoticeParts {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  /** Also mail every notice; only where mail is really sent. */
  mails: boolean
}

/** Whom a happening concerns: the owner of what was decided, the reviewer of what was answered. */
function noticeOf(happening: ArticleHappening): Pick<store.NewNotice, 'userId' | 'kind'> | null {
  const { action, ownerId, returnedBy } = happening
  switch (action) {
    case 'approved':
    case 'returned':
    case 'rejected':
    case 'published':
      return { userId: ownerId, kind: action }
    case 'resubmitted':
    case 'canceled':
      return returnedBy ? { userId: returnedBy, kind: action } : null
    default:
      return null
  }
}

/** What people are told of what happened to their work. */
export function createNoticesService({ db, clock, enqueue, mails }: NoticeParts) {
  /** Tells somebody, as part of the transaction in which it happened. Nobody is told what they did themselves. */
  async function notify(tx: Db, notice: store.NewNotice): Promise<void> {
    if (notice.userId === notice.actorId) return
    const noticeId = await store.insertNotice(tx, { ...notice, createdAt: clock() })
    if (mails && noticeId !== null) await enqueue(tx, MAIL_NOTICE, { noticeId })
  }

  const tellConcerned: ArticleListener = async (tx, happening) => {
    const { articleId, actorId, words = null } = happening
    const notice = noticeOf(happening)
    if (notice) await notify(tx, { ...notice, articleId, actorId, words: words || null })
  }

  return {
    notify,
    tellConcerned,

    async listNotices(actor: Caller, page: number) {
      const [rows, totalCount, unreadCount] = await Promise.all([
        store.listNotices(db, actor.id, page),
        store.countNotices(db, actor.id),
        store.countUnread(db, actor.id),
      ])
      return { rows, totalCount, unreadCount }
    },

    countUnread: (actor: Caller) => store.countUnread(db, actor.id),

    async markRead(actor: Caller, ids: number[] | 'all'): Promise<number> {
      await store.markRead(db, actor.id, ids, clock())
      return store.countUnread(db, actor.id)
    },
  }
}
