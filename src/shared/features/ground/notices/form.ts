import { countedIn } from '../../../format/count.ts'
import { longDay, plusDays } from '../../../format/day.ts'
import { type LocalTime, localTimeAt, momentAt, weekdayOf } from '../../../format/local-time.ts'
import {
  type AlertAbout,
  GROUP_LABELS,
  NOTICE_GROUPS,
  type NoticeGroup,
  type NoticeKind,
  noticeGroupOf,
  noticeLead,
  noticePath,
} from './rules.ts'

/** How users hear of the notices of a group. Mails are in addition to the bell; `off` is neither. */
export const NOTICE_WAYS = ['bell', 'mail', 'digest', 'off'] as const
export type NoticeWay = (typeof NOTICE_WAYS)[number]

export const WAY_LABELS: Readonly<Record<NoticeWay, string>> = {
  bell: 'Bell only',
  mail: 'Mail at once',
  digest: 'In the digest',
  off: 'Off',
}

/** The values of the flag NOTICE_MAILS: which notices are mailed to users who have not chosen. */
export const MAILED_BY_DEFAULT = ['all', 'mentions', 'none'] as const
export type MailedByDefault = (typeof MAILED_BY_DEFAULT)[number]

export const NO_MAIL = 'Mail isn’t set up on this server, so only the bell works.'

interface WayInput {
  /** What the user chose for the group, if anything. */
  choice: NoticeWay | undefined
  byDefault: MailedByDefault
  /** Whether the server delivers mail. */
  sendsMail: boolean
}

/** How a user hears of a group's notices. */
export function wayFor(group: NoticeGroup, { choice, byDefault, sendsMail }: WayInput): NoticeWay {
  if (group === 'account') return 'mail'
  const isMailed = byDefault === 'all' || (byDefault === 'mentions' && group === 'mentions')
  const way = choice ?? (isMailed ? 'mail' : 'bell')
  return sendsMail || way === 'off' ? way : 'bell'
}

export interface DigestTimes {
  /** 0 to 23. */
  hour: number
  /** 1 for Monday to 7 for Sunday. */
  days: readonly number[]
}

export interface DigestPreferences extends DigestTimes {
  /** Whether mails that would be sent at once wait until the morning. */
  holdsOvernight: boolean
}

/** For users who have not chosen. */
export const USUAL_DIGEST: DigestPreferences = { hour: 8, days: [1, 2, 3, 4, 5], holdsOvernight: false }

/** The night in which mails are held, as hours in the organization's time zone. */
export const NIGHT = { from: 19, to: 8 } as const

/** `08:00` */
export const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** When a mail that would be sent now can be sent; null for now. */
export function heldUntil(now: Date, timeZone: string): Date | null {
  const { day, hour } = localTimeAt(now, timeZone)
  if (hour >= NIGHT.to && hour < NIGHT.from) return null
  const morning = hour >= NIGHT.from ? plusDays(day, 1) : day
  return momentAt({ day: morning, hour: NIGHT.to }, timeZone)
}

/** Whether the hour of today's digest has come. */
export const isDigestTime = ({ hour, days }: DigestTimes, now: LocalTime): boolean =>
  now.hour >= hour && days.includes(now.weekday)

/** When the next digest is sent. `lastDay` is the day of the last one. */
export function nextDigestAt(
  { hour, days }: DigestTimes,
  { now, timeZone, lastDay }: { now: Date; timeZone: string; lastDay: string | null },
): Date | null {
  const today = localTimeAt(now, timeZone).day
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = plusDays(today, ahead)
    if (day === lastDay || !days.includes(weekdayOf(day))) continue
    const moment = momentAt({ day, hour }, timeZone)
    // One that is due is sent with the next full hour.
    return moment > now ? moment : now
  }
  return null
}

/** A notice as a digest shows it. */
export interface DigestNotice {
  kind: NoticeKind
  /** Full name of the user who did it. */
  actor: string | null
  /** The title of the article, the keyword, or what an alert is about. */
  title: string | null
  words: string | null
  articleId: number | null
  keywordId: number | null
  about: AlertAbout | null
  createdAt: Date
}

export interface DigestLine {
  group: NoticeGroup
  text: string
  path: string
}

const MOST_LINES = 20
const WORDS_MAXIMUM = 120

const shortened = (text: string, maximum: number) =>
  text.length > maximum ? `${text.slice(0, maximum - 1).trimEnd()}…` : text

/** Notices with the same key are one line. */
const threadOf = ({ kind, articleId, keywordId, about, words }: DigestNotice): string => {
  const subject = articleId ?? keywordId ?? (about ? `${about.noun} ${about.key}` : (words ?? ''))
  return `${kind} ${subject}`
}

function textOf(thread: readonly DigestNotice[], newest: DigestNotice): string {
  const { kind, actor, title, words } = newest
  const count = thread.length
  const quoted = title === null ? null : `“${shortened(title, WORDS_MAXIMUM)}”`
  if (kind === 'mentioned' && count > 1) return `${countedIn(count, 'comment')} on ${quoted ?? 'a keyword'}`
  const lead = kind === 'alert' && quoted !== null ? quoted : noticeLead(kind, actor)
  const firstWords = words === null ? '' : (words.split('\n')[0] ?? '').trim()
  const rest = quoted ?? shortened(firstWords, WORDS_MAXIMUM)
  const text = lead === quoted || rest === '' ? lead : `${lead}${quoted === null ? ':' : ''} ${rest}`
  return count > 1 ? `${text} (${count} times)` : text
}

/** The lines of a digest in the order of the groups, the newest first; `more` is how many do not fit. */
export function digestLines(notices: readonly DigestNotice[]): { lines: DigestLine[]; more: number } {
  const newestFirst = notices.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  const threads = [...Map.groupBy(newestFirst, threadOf).values()]
  const all = NOTICE_GROUPS.flatMap((group) =>
    threads.flatMap((thread): DigestLine[] => {
      const [newest] = thread
      if (newest === undefined || noticeGroupOf(newest.kind) !== group) return []
      return [{ group, text: textOf(thread, newest), path: noticePath(newest) }]
    }),
  )
  return { lines: all.slice(0, MOST_LINES), more: Math.max(0, all.length - MOST_LINES) }
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

export const weekdayWords = (day: string): string => weekdayFormat.format(new Date(`${day}T00:00:00Z`))

/** `6 new notices since Friday` */
export function digestTitle(
  notices: readonly Pick<DigestNotice, 'createdAt'>[],
  { now, timeZone }: { now: Date; timeZone: string },
): string {
  const oldest = Math.min(...notices.map(({ createdAt }) => createdAt.getTime()))
  const today = localTimeAt(now, timeZone).day
  const { day } = localTimeAt(new Date(oldest), timeZone)
  const title = countedIn(notices.length, 'new notice')
  if (day === today) return `${title} today`
  return `${title} since ${day > plusDays(today, -7) ? weekdayWords(day) : longDay(day, { hasYear: false })}`
}

/** What a link in a mail switches off: the mails about a group, or the digest. */
export const MAIL_SCOPES = ['articles', 'reviews', 'mentions', 'alerts', 'systems', 'digest'] as const
export type MailScope = (typeof MAIL_SCOPES)[number]

export const mailScopeWords = (scope: MailScope): string =>
  scope === 'digest' ? 'your digest' : `mail about “${GROUP_LABELS[scope]}”`
