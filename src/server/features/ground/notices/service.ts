import type { ScreenName } from '#shared/access/screens.ts'
import { noticeEndpoints } from '#shared/features/ground/notices/contract.ts'
import {
  type DigestPreferences,
  heldUntil,
  type NoticeWay,
  nextDigestAt,
} from '#shared/features/ground/notices/form.ts'
import {
  type ChosenGroup,
  groupsFor,
  kindsOf,
  type NoticeKind,
  noticeGroupOf,
} from '#shared/features/ground/notices/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { localTimeAt } from '#shared/format/local-time.ts'
import type { Db } from '../../../db/connect.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import { type Caller, type Origin, type PersonActor, requires } from '../../../security/actor.ts'
import type { MailLinks } from '../../../security/mail-links.ts'
import { findPreferences } from './choices-store.ts'
import { countByKind, countReaders, listDue } from './digest-queries.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'
import { askAccess } from './verbs/ask-access.ts'
import { chooseWay, saveDigest, useDefaults } from './verbs/choose-ways.ts'
import { type DigestDeps, sendOwnDigest } from './verbs/send-digest.ts'
import { readMailLink, unsubscribe } from './verbs/unsubscribe.ts'
import { readDigest, readWays } from './ways-reader.ts'

export const MAIL_NOTICE = 'notices.mail'

/** Warnings whose own mails say more. */
const MAILED_OTHERWISE: readonly NoticeKind[] = ['account-guessed', 'codes-guessed', 'sign-in-changed']

/** How long notices are counted for. */
const COUNTED_DAYS = 30
/** Digests that are later than this are a fault of the server. */
const LATE_HOURS = 2

export type NoticesService = ReturnType<typeof createNoticesService>

export interface NoticeDeps extends DigestDeps {
  enqueue: Enqueue
  links: MailLinks
}

/** Seconds for which a mail to this user waits, if they want none at night. */
async function secondsHeld(tx: Db, { clock, timeZone }: NoticeDeps, userId: number): Promise<number> {
  const now = clock()
  const until = heldUntil(now, timeZone)
  if (until === null || !(await findPreferences(tx, userId)).holdsOvernight) return 0
  return Math.ceil((until.getTime() - now.getTime()) / 1000)
}

/** Notifies a user in the transaction of the event. Users are not notified of their own actions. */
async function notify(tx: Db, deps: NoticeDeps, notice: store.NewNotice): Promise<void> {
  const { userId, kind, actorId } = notice
  if (userId === actorId) return
  const group = noticeGroupOf(kind)
  // Warnings about an account are mailed whatever was chosen, and into the outbox where there is no mail.
  const isWarning = group === 'account'
  const way: NoticeWay = isWarning ? 'mail' : (await readWays(tx, deps, userId)).of(group)
  const isOff = way === 'off'
  const noticeId = await store.insertNotice(tx, { ...notice, createdAt: deps.clock(), isOff })
  if (noticeId === null || way !== 'mail' || MAILED_OTHERWISE.includes(kind)) return
  const afterSeconds = isWarning ? 0 : await secondsHeld(tx, deps, userId)
  await deps.enqueue(tx, MAIL_NOTICE, { noticeId }, ...(afterSeconds > 0 ? [{ afterSeconds }] : []))
}

/** How a user hears of what, and what the next digest would say. */
async function readSettings(deps: NoticeDeps, actor: PersonActor) {
  requires(actor, noticeEndpoints.readSettings.access)
  const { db, clock, timeZone, sendsMail } = deps
  const now = clock()
  const [ways, preferences, counts] = await Promise.all([
    readWays(db, deps, actor.id),
    findPreferences(db, actor.id),
    countByKind(db, actor.id, new Date(now.getTime() - COUNTED_DAYS * DAY_MS)),
  ])
  const groups = groupsFor(actor).map((group) => ({
    ...{ group, way: ways.of(group), isOwn: ways.choices.has(group) },
    count: kindsOf(group).reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
  }))
  const isRead = groups.some(({ way }) => way === 'digest')
  const at = isRead ? nextDigestAt(preferences, { now, timeZone, lastDay: preferences.lastDay }) : null
  const notices = at === null ? [] : await readDigest(db, actor.id, { ways, now })
  return {
    ...{ groups, byDefault: ways.byDefault, sendsMail, preferences },
    ...{ next: at === null ? null : { at, notices }, now, timeZone },
  }
}
export type FoundSettings = Awaited<ReturnType<typeof readSettings>>

/** How many users have a digest, and how many should have had today's for hours. */
async function readDigests({ db, clock, timeZone, sendsMail }: NoticeDeps) {
  const now = localTimeAt(clock(), timeZone)
  const [readers, late] = await Promise.all([
    countReaders(db),
    listDue(db, { ...now, hour: now.hour - LATE_HOURS }),
  ])
  return { sendsMail, readers, late: late.length }
}

/** Notices to users about events that concern their work. */
export function createNoticesService(deps: NoticeDeps) {
  const { db, clock } = deps
  const notifyUser = (tx: Db, notice: store.NewNotice) => notify(tx, deps, notice)

  return {
    notify: notifyUser,

    async listNotices(actor: Caller, page: number) {
      const [rows, totalCount, unreadCount] = await Promise.all([
        queries.listNotices(db, actor.id, page),
        store.countNotices(db, actor.id),
        store.countUnread(db, actor.id),
      ])
      return { rows, totalCount, unreadCount }
    },

    askAccess: (actor: Caller, screen: ScreenName) =>
      askAccess({ db, clock, notify: notifyUser }, actor, screen),

    countUnread: (actor: Caller) => store.countUnread(db, actor.id),

    async markRead(actor: Caller, ids: number[] | 'all'): Promise<number> {
      await store.markRead(db, actor.id, ids, clock())
      return store.countUnread(db, actor.id)
    },

    readSettings: (actor: PersonActor) => readSettings(deps, actor),
    readDigests: () => readDigests(deps),
    choose: (actor: PersonActor, choice: { group: ChosenGroup; way: NoticeWay }) =>
      chooseWay(deps, actor, choice),
    useDefaults: (actor: PersonActor) => useDefaults(deps, actor),
    saveDigest: (actor: PersonActor, chosen: DigestPreferences) => saveDigest(deps, actor, chosen),
    sendDigest: (actor: PersonActor) => sendOwnDigest(deps, actor),
    readMailLink: (token: string) => readMailLink(deps, token),
    unsubscribe: (origin: Origin, token: string) => unsubscribe(deps, origin, token),
  }
}
