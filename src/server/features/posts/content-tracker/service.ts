import type {
  AvailabilityRow,
  ContentFilter,
  ContentQuery,
  TasksQuery,
  WeekEarnings,
} from '#shared/features/posts/content-tracker/contract.ts'
import {
  HISTORY_WEEKS,
  ROW_WEEKS,
  SILENT_WEEKS,
  weekOf,
  YEAR_WEEKS,
} from '#shared/features/posts/content-tracker/rules.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import type { Once } from '../../../calls/once.ts'
import { createReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import { contentPosts } from '../../../db/schema/content.ts'
import type { Caller } from '../../../security/actor.ts'
import * as adopted from './adopted-store.ts'
import { readCauses } from './cause-reader.ts'
import { createPageReader } from './content-reader.ts'
import type { ContentTrackerDeps } from './deps.ts'
import * as keywords from './keyword-store.ts'
import { listPictures } from './picture-queries.ts'
import * as queries from './queries.ts'
import { recomputePosts } from './store.ts'
import { type KnownTaskValues, listTaskValues } from './task-queries.ts'
import { readTasks } from './task-reader.ts'
import { announceAnother, findRenewedPost, mayChangeLive, releasePost } from './update-store.ts'
import { adoptPosts, type PostOfAdoption } from './verbs/adopt-posts.ts'
import { renewalOf, requestUpdate, type UpdateWish } from './verbs/request-update.ts'
import { storeShownTasks } from './verbs/store-shown-tasks.ts'

/** The Monday `weeks` weeks before the last full week. */
function firstWeek({ clock, timeZone }: ContentTrackerDeps, weeks: number): string {
  return plusDays(weekOf(dayAt(clock(), timeZone)), -7 * weeks)
}

/** Full weeks only: the current one would look like a drop. */
function isOver({ clock, timeZone }: ContentTrackerDeps) {
  const current = weekOf(dayAt(clock(), timeZone))
  return (week: WeekEarnings) => week.WEEK_START_DATE < current
}

/** The weeks up to the last one, each with a number; of a post that never earned anything, none. */
function weeksUpTo(last: string | undefined, weeks: readonly WeekEarnings[]): number[] {
  if (last === undefined || weeks.length === 0) return []
  const byWeek = new Map(weeks.map((week) => [week.WEEK_START_DATE, week.EARNINGS]))
  return Array.from(
    { length: ROW_WEEKS },
    (_, index) => byWeek.get(plusDays(last, 7 * (index + 1 - ROW_WEEKS))) ?? 0,
  )
}

async function readContent(
  deps: ContentTrackerDeps,
  readPage: ReturnType<typeof createPageReader>,
  query: ContentQuery,
) {
  const { total, rows } = await readPage(query)
  const addresses = rows.map(({ SITE, POST_ID }) => ({ site: SITE, postId: POST_ID }))
  const all = await queries.listEarnings(deps.db, addresses, firstWeek(deps, ROW_WEEKS))
  const weeks = all.map((ofRow) => ofRow.filter(isOver(deps)))
  // Reports are late: a week without a report is not a week without earnings.
  const last = weeks
    .flat()
    .map((week) => week.WEEK_START_DATE)
    .toSorted()
    .at(-1)
  return {
    total,
    rows: rows.map((row, index) => ({
      ...row,
      renews: renewalOf(deps, row),
      weeks: weeksUpTo(last, weeks[index] ?? []),
    })),
  }
}

/** Writing any post clears this cache. */
const VALUES_MAX_AGE_MS = 60_000

const SEVERAL = 'Several posts have this title, so we can’t tell their earnings apart.'
const UNKNOWN = 'No post has this title.'

async function identifyPost(
  { db }: ContentTrackerDeps,
  { articleTitle = '', site, postId }: { articleTitle?: string | undefined } & Partial<queries.PostAddress>,
): Promise<queries.PostAddress | string> {
  if (site !== undefined && postId !== undefined) return { site, postId }
  const titled = await queries.findPostsTitled(db, articleTitle)
  const [post, ...others] = titled.filter((each) => site === undefined || each.site === site.toLowerCase())
  if (post === undefined) return UNKNOWN
  return others.length > 0 ? SEVERAL : post
}

/**
 * The products of a post, each with its picture if known. If the earnings per product are unknown, with the
 * commission per sale.
 */
async function readProducts(
  { db, clock, timeZone, commissions }: ContentTrackerDeps,
  query: queries.PostAddress & { asins?: readonly string[] | undefined },
): Promise<AvailabilityRow[]> {
  const products = await queries.listPostProducts(db, { ...query, today: dayAt(clock(), timeZone) })
  const unknown = products.filter(({ REVENUE }) => REVENUE === null)
  const rates = await commissions.commissionsOf(unknown.map(({ ASIN }) => ASIN))
  // Posts that are written here have names and awards of their products, but no pictures.
  const bare = products.filter(({ IMAGE_URL }) => IMAGE_URL === null)
  const pictures = await listPictures(
    db,
    bare.map(({ ASIN }) => ASIN),
  )
  return products.map((product) => ({
    ...product,
    IMAGE_URL: product.IMAGE_URL ?? pictures.get(product.ASIN) ?? null,
    commission: (product.REVENUE === null ? rates.get(product.ASIN) : null) ?? null,
  }))
}

/** Earnings and recommendations of posts, with the state of their tasks. */
export function createContentTrackerService(deps: ContentTrackerDeps) {
  const { db, clock } = deps
  const readPage = createPageReader({ db, clock })
  const values = createReadCache<KnownTaskValues>({
    db,
    clock,
    maxAgeMs: VALUES_MAX_AGE_MS,
    from: [contentPosts],
  })
  return {
    readContent: (query: ContentQuery) => readContent(deps, readPage, query),
    async readOverview(query: Pick<ContentFilter, 'site' | 'title'>) {
      const { site } = query
      const [weeks, late, flags] = await Promise.all([
        // The previous year must be as long, because the last weeks may be missing.
        queries.listTotals(db, { site, from: firstWeek(deps, HISTORY_WEEKS + SILENT_WEEKS) }),
        // A site that has reported the last full week is not late.
        queries.listLateSites(db, { site, from: firstWeek(deps, YEAR_WEEKS), to: firstWeek(deps, 2) }),
        queries.countByFlag(db, query),
      ])
      const over = weeks.filter(isOver(deps))
      const before = plusDays(over.at(-1)?.WEEK_START_DATE ?? firstWeek(deps, 0), -7 * HISTORY_WEEKS)
      return { weeks: over.filter((week) => week.WEEK_START_DATE > before), late, flags }
    },
    readProducts: (query: queries.PostAddress & { asins?: readonly string[] | undefined }) =>
      readProducts(deps, query),
    async readHistory(query: { articleTitle?: string | undefined } & Partial<queries.PostAddress>) {
      const post = await identifyPost(deps, query)
      if (typeof post === 'string') return { history: null, notice: post }
      const [history = []] = await queries.listEarnings(db, [post], firstWeek(deps, HISTORY_WEEKS))
      return { history: history.filter(isOver(deps)), notice: null }
    },
    readCauses: (post: queries.PostAddress) => readCauses(deps, post),
    /** Creates the draft that refreshes a post; returns its id. */
    requestUpdate: (actor: Caller, wish: UpdateWish, once: Once) =>
      requestUpdate(deps, { actor, wish, once }),
    /** Also stores what the boards say, so that the list can be filtered and sorted by it. */
    async readTasks(query: TasksQuery) {
      const tasks = await readTasks(deps, query)
      await storeShownTasks(deps, tasks)
      return tasks
    },
    listTaskValues: () => values.get('', () => listTaskValues(deps.db)),
  }
}
export type ContentTrackerService = ReturnType<typeof createContentTrackerService>

/** Keywords and clicks of tracked posts, for callers with their own transaction. */
export const createPostKeywords = ({ timeZone }: { timeZone: string }) => ({
  findRenewedPost,
  mayChangeLive,
  releasePost,
  announceAnother,
  lockPost: keywords.lockPost,
  findChosenKeyword: keywords.findChosenKeyword,
  recomputeClicks: keywords.recomputeClicks,
  /** Stores a keyword that a user chose for the post itself. Its article no longer determines it. */
  async setPostKeyword(tx: Db, id: number, chosen: { keyword: string | null; now: Date }): Promise<void> {
    await keywords.storeChosenKeyword(tx, id, chosen)
    await recomputePosts(tx, { today: dayAt(chosen.now, timeZone), now: chosen.now, only: [id] })
  },
})
export type PostKeywords = ReturnType<typeof createPostKeywords>
export type { PostOfSite } from './keyword-store.ts'

/** Posts that were not written here, for callers with their own transaction. */
export const createAdoptedPosts = ({ timeZone }: { timeZone: string }) => ({
  listFollowed: adopted.listFollowed,
  countFollowed: adopted.countFollowed,
  countWithoutKeyword: adopted.countWithoutKeyword,
  listFocusKeywords: adopted.listFocusKeywords,
  letGo: adopted.releaseAdoptedPost,
  /** Tracks posts of a site in their current state; posts written here are left alone. */
  adoptPosts: (tx: Db, posts: readonly PostOfAdoption[], of: { siteId: number; now: Date }) =>
    adoptPosts(tx, posts, { ...of, timeZone }),
})
export type AdoptedPosts = ReturnType<typeof createAdoptedPosts>
export type { FollowedPost } from './adopted-store.ts'
export type { AdoptedAs, PostOfAdoption } from './verbs/adopt-posts.ts'
