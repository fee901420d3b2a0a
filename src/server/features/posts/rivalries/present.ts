import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import {
  adviceOf,
  isSameKeyword,
  leaderTurnsOf,
  type Period,
  severityOf,
} from '#shared/features/posts/gsc-keywords/rules.ts'
import type { RivalDays, RivalPost, Rivalry } from '#shared/features/posts/rivalries/contract.ts'
import { plusDays } from '#shared/format/day.ts'
import { presentSearch, toTenth } from '../gsc-keywords/present.ts'
import { presentTask } from '../search-tasks/present.ts'
import type { RivalDay, RivalFound, RivalryFound, readRivalDays } from './queries.ts'

const presentRival = (rival: RivalFound, query: string, isKeeper: boolean): RivalPost => ({
  POST_ID: rival.postId,
  SITE_CODE: rival.siteCode,
  SITE_ID: rival.siteId,
  POST_TITLE: rival.title,
  POST_KEYWORD: rival.keyword,
  PERMALINK: safeAddress(rival.permalink),
  ARTICLE_ID: rival.articleId,
  EARNINGS: rival.earnings,
  CLICKS: rival.clicks,
  IMPRESSIONS: rival.impressions,
  POSITION: toTenth(rival.position),
  ADVICE: adviceOf({
    isKeeper,
    isItsKeyword: isSameKeyword(rival.keyword, query),
    hasOther: rival.other !== null,
  }),
  OTHER: rival.other && presentSearch(rival.other),
  NOW: rival.present && presentSearch(rival.present),
  TASK: rival.task && presentTask(rival.task),
})

export const presentRivalry = (row: RivalryFound, period: Period): Rivalry => ({
  QUERY: row.query,
  CLICKS: row.clicks,
  IMPRESSIONS: row.impressions,
  STRONGEST: row.strongest,
  LOST: row.lost,
  SEVERITY: severityOf(row.lost, period),
  LEFT: row.left,
  posts: row.rivals.map((rival, place) => presentRival(rival, row.query, place === 0)),
})

/** Each day of a period that ends on a day. */
const daysUpTo = (last: string, period: Period) =>
  Array.from({ length: period }, (_, back) => plusDays(last, back + 1 - period))

/** What a rival was on each of some days or weeks. */
const alongOf = <Value>(keys: readonly string[], values: ReadonlyMap<string, Value>) =>
  keys.map((key) => values.get(key) ?? null)

const sumOf = (rows: readonly RivalDay[], of: 'clicks' | 'impressions') =>
  rows.reduce((sum, row) => sum + row[of], 0)

/** Null where the query has no rivals. */
export function presentRivalDays(
  { posts, days: rows }: Awaited<ReturnType<typeof readRivalDays>>,
  period: Period,
): RivalDays | null {
  const last = posts
    .map(({ until }) => until)
    .toSorted()
    .at(-1)
  if (last === undefined || posts.length < 2) return null
  const days = daysUpTo(last, period)
  const byWeek = Map.groupBy(rows, ({ week }) => week)
  const weeks = [...byWeek.keys()].toSorted()
  const seenIn = (week: string, place: number) =>
    sumOf(
      (byWeek.get(week) ?? []).filter((row) => row.place === place),
      'impressions',
    )
  const { turns, change } = leaderTurnsOf(
    weeks.map((week) => ({
      impressions: posts.map(({ place }) => seenIn(week, place)),
      clicks: sumOf(byWeek.get(week) ?? [], 'clicks'),
    })),
  )
  return {
    days,
    weeks,
    TURNS: turns,
    TURN_CHANGE: change,
    posts: posts.map(({ place, postId, siteCode }) => {
      const own = new Map(rows.filter((row) => row.place === place).map((row) => [row.day, row]))
      return {
        POST_ID: postId,
        SITE_CODE: siteCode,
        shown: weeks.map(
          (week) => seenIn(week, place) / Math.max(1, sumOf(byWeek.get(week) ?? [], 'impressions')),
        ),
        positions: alongOf(days, own).map((row) => row && toTenth(row.position)),
        clicks: alongOf(days, own).map((row) => row?.clicks ?? null),
      }
    }),
  }
}
