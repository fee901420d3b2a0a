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
  post_id: rival.postId,
  site_code: rival.siteCode,
  site_id: rival.siteId,
  post_title: rival.title,
  post_keyword: rival.keyword,
  permalink: safeAddress(rival.permalink),
  article_id: rival.articleId,
  earnings: rival.earnings,
  clicks: rival.clicks,
  impressions: rival.impressions,
  position: toTenth(rival.position),
  advice: adviceOf({
    isKeeper,
    isItsKeyword: isSameKeyword(rival.keyword, query),
    hasOther: rival.other !== null,
  }),
  other: rival.other && presentSearch(rival.other),
  now: rival.present && presentSearch(rival.present),
  task: rival.task && presentTask(rival.task),
})

export const presentRivalry = (row: RivalryFound, period: Period): Rivalry => ({
  query: row.query,
  clicks: row.clicks,
  impressions: row.impressions,
  strongest: row.strongest,
  lost: row.lost,
  severity: severityOf(row.lost, period),
  left: row.left,
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
    turns,
    turn_change: change,
    posts: posts.map(({ place, postId, siteCode }) => {
      const own = new Map(rows.filter((row) => row.place === place).map((row) => [row.day, row]))
      return {
        post_id: postId,
        site_code: siteCode,
        shown: weeks.map(
          (week) => seenIn(week, place) / Math.max(1, sumOf(byWeek.get(week) ?? [], 'impressions')),
        ),
        positions: alongOf(days, own).map((row) => row && toTenth(row.position)),
        clicks: alongOf(days, own).map((row) => row?.clicks ?? null),
      }
    }),
  }
}
