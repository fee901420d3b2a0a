import type { ScreenName } from '#shared/access/screens.ts'
import type { Db } from '../../../db/connect.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { Caller } from '../../../security/actor.ts'
import type { Flags } from '../feature-flags/feature.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'
import { askAccess } from './verbs/ask-access.ts'

export const MAIL_NOTICE = 'notices.mail'

/** Their own mails say more, and are sent whatever the flag says. */
const MAILED_OTHERWISE: readonly store.NewNotice['kind'][] = ['codes-guessed', 'sign-in-changed']

/** Warnings about what acts for a user: mailed whatever the flag says, and into the outbox where there is no mail. */
const ALWAYS_MAILED: readonly store.NewNotice['kind'][] = [
  'token-made',
  'service-token-made',
  'token-ending',
  'token-address',
  'token-revoked',
  'service-account-owned',
]

export type NoticesService = ReturnType<typeof createNoticesService>

export interface NoticeDeps {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  /** Also sends every notice by mail; only if mail is really delivered. */
  mails: boolean
  flags: Flags
}

/** Notices to users about events that concern their work. */
export function createNoticesService({ db, clock, enqueue, mails, flags }: NoticeDeps) {
  async function isMailed(tx: Db, kind: store.NewNotice['kind']): Promise<boolean> {
    if (ALWAYS_MAILED.includes(kind)) return true
    if (!mails || MAILED_OTHERWISE.includes(kind)) return false
    const which = await flags.value('NOTICE_MAILS', tx)
    return which === 'all' || (which === 'mentions' && kind === 'mentioned')
  }

  /** Notifies a user in the transaction of the event. Users are not notified of their own actions. */
  async function notify(tx: Db, notice: store.NewNotice): Promise<void> {
    if (notice.userId === notice.actorId) return
    const noticeId = await store.insertNotice(tx, { ...notice, createdAt: clock() })
    if (noticeId !== null && (await isMailed(tx, notice.kind))) await enqueue(tx, MAIL_NOTICE, { noticeId })
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

    askAccess: (actor: Caller, screen: ScreenName) => askAccess({ db, clock, notify }, actor, screen),

    countUnread: (actor: Caller) => store.countUnread(db, actor.id),

    async markRead(actor: Caller, ids: number[] | 'all'): Promise<number> {
      await store.markRead(db, actor.id, ids, clock())
      return store.countUnread(db, actor.id)
    },
  }
}
