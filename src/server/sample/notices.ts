import type { Db } from '#server/db/connect.ts'
import { notices } from '#server/db/schema/notices.ts'
import type { NoticeKind } from '#shared/features/ground/notices/rules.ts'
import type { Laid, Placed } from './fill-parts.ts'
import { before, DAY, HOUR } from './moments.ts'
import { type PersonKey, personOf, SAMPLE_PEOPLE } from './people.ts'
import { found } from './rows.ts'

/** Number of a user's newest notices that are unread. */
export const UNREAD = 2
const MOST = 8
const REMEMBERED_DAYS = 60

export interface Told {
  to: PersonKey
  kind: NoticeKind
  by: PersonKey | null
  words: string | null
  createdAt: Date
  articleId?: number
  keywordId?: number
  commentId?: number
}

/** Recipients of notices about articles' events, by the product's own rules. */
export function toldOfArticles(placed: Placed): Told[] {
  return placed.flatMap(({ article, articleId }) => {
    let reviewer: PersonKey | null = null
    return article.events.flatMap(({ action, by, comment, createdAt }): Told[] => {
      const told = { by, words: comment, createdAt, articleId }
      if (action === 'returned') reviewer = by
      switch (action) {
        case 'approved':
        case 'returned':
        case 'rejected':
        case 'published':
          return by === article.by ? [] : [{ ...told, to: article.by, kind: action }]
        case 'resubmitted':
        case 'canceled':
          return reviewer === null ? [] : [{ ...told, to: reviewer, kind: action }]
        default:
          return []
      }
    })
  })
}

const GUESSED = 'None of them was your password. If it’s short or used elsewhere, change it now.'
const GUESSED_AGO = [2 * DAY + 3 * HOUR, 9 * DAY + 5 * HOUR]

/** The sample's writers have no articles or keywords, so their notices are about their account. */
export function toldOfAccounts(now: Date): Told[] {
  const [writer] = SAMPLE_PEOPLE.filter(({ roleId }) => roleId === 'wrt')
  if (writer === undefined) return []
  return GUESSED_AGO.map((ago) => ({
    to: writer.key,
    kind: 'account-guessed',
    by: null,
    words: GUESSED,
    createdAt: before(now, ago),
  }))
}

/** Notices of every user that has any: the newest two are unread, the others were read within a day. */
export async function insertNotices(
  tx: Db,
  told: readonly Told[],
  { now, userIds }: Pick<Laid, 'now' | 'userIds'>,
): Promise<void> {
  const recent = told.filter(
    ({ createdAt }) => createdAt > before(now, REMEMBERED_DAYS * DAY) && createdAt < now,
  )
  const reachable = recent.filter(({ to }) => personOf(to).active && personOf(to).confirmed)
  const rows = [...Map.groupBy(reachable, ({ to }) => to)].flatMap(([, own]) =>
    own
      .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      .slice(0, MOST)
      .map(({ to, by, ...notice }, index) => ({
        ...notice,
        userId: found(userIds, to),
        actorId: by === null ? null : found(userIds, by),
        readAt:
          index < UNREAD ? null : new Date(Math.min(now.getTime(), notice.createdAt.getTime() + 20 * HOUR)),
      })),
  )
  // Ids must follow the time of creation.
  rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  await tx.insert(notices).values(rows)
}
