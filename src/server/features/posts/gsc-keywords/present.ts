import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type {
  IgnoredPost,
  KeywordLogEntry,
  PostKeywordRow,
  PostQuery,
  SavedKeyword,
  StrikingRow,
} from '#shared/features/posts/gsc-keywords/contract.ts'
import { heldBackBy } from '#shared/features/posts/gsc-keywords/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { presentTask } from '../search-tasks/present.ts'
import type { IgnoredRow, LogRow, MismatchRow, SearchFigures } from './queries.ts'
import type { StrikingFound } from './striking-queries.ts'
import type { SaveResult } from './verbs/save-keywords.ts'

export const toTenth = (position: number) => Math.round(position * 10) / 10

export const presentSearch = ({ query, clicks, impressions, position }: SearchFigures): PostQuery => ({
  QUERY: query,
  CLICKS: clicks,
  IMPRESSIONS: impressions,
  position: toTenth(position),
})

export const presentMismatch = (row: MismatchRow): PostKeywordRow => ({
  POST_ID: row.postId,
  SITE_CODE: row.siteCode,
  site_id: row.siteId,
  POST_TITLE: row.title,
  POST_KEYWORD: row.keyword,
  permalink: safeAddress(row.permalink),
  now: row.present === null ? null : presentSearch(row.present),
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

/** Cents as US dollars. */
export const dollarsOf = (cents: number) => cents / 100

export function presentStriking(row: StrikingFound, now: Date): StrikingRow {
  const { query, clicks, impressions, title, position, isOutOfStock, changedAt, before, winner, worth } = row
  const daysUnchanged =
    changedAt === null ? null : Math.floor((now.getTime() - new Date(changedAt).getTime()) / DAY_MS)
  return {
    query,
    clicks,
    impressions,
    position: toTenth(position),
    post_id: row.postId,
    site_code: row.siteCode,
    site_id: row.siteId,
    post_title: title,
    permalink: safeAddress(row.permalink),
    top_clicks: row.topClicks,
    to_be_had: row.topClicks - clicks,
    worth: worth === null ? null : dollarsOf(worth),
    held_back_by: heldBackBy({
      query,
      title,
      position,
      positionBefore: before?.position ?? null,
      isOutOfStock,
      products: row.products,
      theirProducts: winner?.isQuery ? winner.products : null,
      rivals: row.rivals,
      daysUnchanged,
    }),
    compare: winner && { stat_id: winner.statId, keyword: winner.keyword },
    before: before && {
      clicks: before.clicks,
      impressions: before.impressions,
      position: toTenth(before.position),
    },
    task: row.task ? presentTask(row.task) : null,
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
