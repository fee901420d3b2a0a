import type {
  IgnoredPost,
  KeywordLogEntry,
  PostKeywordRow,
  PostQuery,
  RivalDays,
  RivalPost,
  Rivalry,
  SavedKeyword,
  StrikingRow,
} from '#shared/features/gsc-keywords/contract.ts'
import {
  adviceOf,
  heldBackBy,
  isSameKeyword,
  type Period,
  severityOf,
  turnsOf,
} from '#shared/features/gsc-keywords/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { presentTask } from '../search-tasks/present.ts'
import type { IgnoredRow, LogRow, MismatchRow, SearchFigures } from './queries.ts'
import type { RivalDay, RivalFound, RivalryFound, readRivalDays } from './rivalry-queries.ts'
import type { StrikingFound } from './striking-queries.ts'
import type { SaveResult } from './verbs/save-keywords.ts'

const DAY_MS = 86_400_000

const toTenth = (position: number) => Math.round(position * 10) / 10

const presentSearch = ({ query, clicks, impressions, position }: SearchFigures): PostQuery => ({
  QUERY: query,
  CLICKS: clicks,
  IMPRESSIONS: impressions,
  POSITION: toTenth(position),
})

export const presentMismatch = (row: MismatchRow): PostKeywordRow => ({
  POST_ID: row.postId,
  SITE_CODE: row.siteCode,
  SITE_ID: row.siteId,
  POST_TITLE: row.title,
  POST_KEYWORD: row.keyword,
  PERMALINK: row.permalink,
  NOW: row.present === null ? null : presentSearch(row.present),
  keywords: row.searches.map(presentSearch),
})

const presentPost = ({ postId, siteId, siteCode, title, by, createdAt }: IgnoredRow): IgnoredPost => ({
  post_id: postId,
  site_id: siteId,
  site_code: siteCode,
  post_title: title,
  by,
  created_at: createdAt,
})
export const presentIgnored = presentPost

export const presentLogged = (row: LogRow): KeywordLogEntry => ({
  ...presentPost(row),
  action_id: row.id,
  action: row.action,
  keyword_before: row.keywordBefore,
  keyword_after: row.keywordAfter,
  state: row.state,
  error: row.error,
  undoable: row.isUndoable,
})

export const presentSaved = ({ siteId, postId, error }: SaveResult): SavedKeyword => ({
  site_id: siteId,
  post_id: postId,
  ok: error === null,
  ...(error === null ? {} : { error }),
})

export function presentStriking(row: StrikingFound, now: Date): StrikingRow {
  const { query, title, isOutOfStock, changedAt, before } = row
  const daysUnchanged =
    changedAt === null ? null : Math.floor((now.getTime() - new Date(changedAt).getTime()) / DAY_MS)
  return {
    ...presentSearch(row),
    POST_ID: row.postId,
    SITE_CODE: row.siteCode,
    SITE_ID: row.siteId,
    POST_TITLE: title,
    PERMALINK: row.permalink,
    TOP_CLICKS: row.topClicks,
    TO_BE_HAD: row.topClicks - row.clicks,
    HELD_BACK_BY: heldBackBy({ query, title, isOutOfStock, daysUnchanged }),
    BEFORE: before && {
      CLICKS: before.clicks,
      IMPRESSIONS: before.impressions,
      POSITION: toTenth(before.position),
    },
    TASK: row.task ? presentTask(row.task) : null,
  }
}

/** Places of each query in each week between the first and the last that are known. */
export function presentPlaces(
  queries: readonly string[],
  places: readonly { week: string; query: string; position: number }[],
) {
  const weeks = [...new Set(places.map(({ week }) => week))].toSorted()
  const known = new Map(places.map(({ week, query, position }) => [`${week} ${query}`, position]))
  const placeOf = (week: string, query: string) => {
    const position = known.get(`${week} ${query}`)
    return position === undefined ? null : toTenth(position)
  }
  return { weeks, positions: queries.map((query) => weeks.map((week) => placeOf(week, query))) }
}

const presentRival = (rival: RivalFound, query: string, isKeeper: boolean): RivalPost => ({
  POST_ID: rival.postId,
  SITE_CODE: rival.siteCode,
  SITE_ID: rival.siteId,
  POST_TITLE: rival.title,
  POST_KEYWORD: rival.keyword,
  PERMALINK: rival.permalink,
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
  const { turns, change } = turnsOf(
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
