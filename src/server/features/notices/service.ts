import type { Db } from '../../db/connect.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { Caller } from '../../security/actor.ts'
import type { Flags } from '../feature-flags/feature.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

export const MAIL_NOTICE = 'notices.mail'

export type NoticesService = ReturnType<typeof createNoticesService>

export interface NoticeParts {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  /** Also mail every notice; only where mail is really sent. */
  mails: boolean
  flags: Flags
}

/** What people are told of what happened to their work. */
export function createNoticesService({ db, clock, enqueue, mails, flags }: NoticeParts) {
  async function isMailed(tx: Db, kind: store.NewNotice['kind']): Promise<boolean> {
    const which = await flags.value('NOTICE_MAILS', tx)
    return which === 'all' || (which === 'mentions' && kind === 'mentioned')
  }

  /** Tells somebody, as part of the transaction in which it happened. Nobody is told what they did themselves. */
  async function notify(tx: Db, notice: store.NewNotice): Promise<void> {
    if (notice.userId === notice.actorId) return
    const noticeId = await store.insertNotice(tx, { ...notice, createdAt: clock() })
    if (mails && noticeId !== null && (await isMailed(tx, notice.kind)))
      await enqueue(tx, MAIL_NOTICE, { noticeId })
  }

  return {
    notify,

    async listNotices(actor: Caller, page: number) {
      const [rows, totalCount, unreadCount] = await Promise.all([
        queries.listNotices(db, actor.id, page),
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
