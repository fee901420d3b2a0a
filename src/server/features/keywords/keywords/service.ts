import type { FastifyBaseLogger } from 'fastify'
import { isPermitted } from '#shared/access/permissions.ts'
import { SCREENS } from '#shared/access/screens.ts'
import type {
  KeywordBody,
  KeywordChange,
  KeywordFilter,
  KeywordQuery,
  KeywordSort,
  KeywordsBody,
} from '#shared/features/keywords/keywords/contract.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Once } from '../../../calls/once.ts'
import type { ReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import { countMoves, countWaiting, findLastVisit, readCollecting } from './move-queries.ts'
import type { KeywordNames } from './name-queries.ts'
import * as queries from './queries.ts'
import { type FirstPage, readFirstPage, readKeywords } from './row-queries.ts'
import { suggestKeywords } from './suggestion-queries.ts'
import { addKeywords } from './verbs/add-keywords.ts'
import { resolveKeywords, resolveSites, resolveTags } from './verbs/choices.ts'
import {
  type AdditionListener,
  createKeyword,
  type KeywordListener,
  updateKeyword,
} from './verbs/save-keyword.ts'

export { listIdsByRate, type RatePage } from './rate-queries.ts'
export type { KeywordAddition, KeywordEdit } from './verbs/save-keyword.ts'

export interface KeywordDeps {
  db: Db
  clock: () => Date
  timeZone: string
  totals: ReadCache
  names: KeywordNames
  listeners?: readonly KeywordListener[]
  additions?: readonly AdditionListener[]
  log: Pick<FastifyBaseLogger, 'info'>
}

/** Beyond this, a filter without a single index reports that there are more, and stops counting. */
const MOST_COUNTED = { short: 10_000, other: 100_000 }

/** Drafts are the only data that depends on the user. */
type Viewer = Pick<Caller, 'id'>

const viewOf = ({ timeZone }: KeywordDeps, viewer: Viewer) => ({ userId: viewer.id, timeZone })

/** Limit for counting matches; none if an index contains all of them and they are few. */
function mostCounted({
  keyword = '',
  tracked,
  articleStatus = [],
  tags = [],
  sites = [],
}: KeywordFilter): number {
  const words = keyword.trim().split(/\s+/)
  if (words.some((word) => word !== '')) {
    const isShort = tracked !== true && words.every((word) => word.length < queries.INDEXED_LENGTH)
    return isShort ? MOST_COUNTED.short : MOST_COUNTED.other
  }
  const isQuick = tracked === true || articleStatus.length > 0 || tags.length + sites.length === 0
  return isQuick ? Number.POSITIVE_INFINITY : MOST_COUNTED.other
}

/** Number of matches: stored, or counted up to a limit if that would be slow. */
async function countMatching(deps: KeywordDeps, actor: Viewer, filter: KeywordFilter) {
  // Only counts with drafts depend on the user.
  const viewer = filter.articleStatus?.includes('draft') ? actor.id : 0
  const stored = queries.storedCountOf(filter)
  if (stored)
    return {
      total: await deps.totals.get(`stored ${JSON.stringify(stored)}`, () =>
        queries.readStoredCount(deps.db, stored),
      ),
      isMore: false,
    }
  const most = mostCounted(filter)
  const where = queries.matchingKeywords(filter, viewOf(deps, actor))
  const count = await deps.totals.get(JSON.stringify([viewer, filter]), () =>
    Number.isFinite(most)
      ? queries.countKeywordsUpTo(deps.db, where, most)
      : queries.countKeywords(deps.db, where),
  )
  return { total: Math.min(count, most), isMore: count > most }
}

/** Offset behind the last row; infinity if counting stopped early. */
export const endOf = ({ total, isMore }: { total: number; isMore: boolean }) =>
  isMore ? Number.POSITIVE_INFINITY : total

interface Paging {
  sort: KeywordSort
  sortOrder: 'asc' | 'desc'
  limit: number
  offset: number
}

/** The page number applies only without an offset. */
function pagingOf({ limit = PAGE_SIZE, offset, currentPage = 1, sort, sortOrder }: KeywordQuery): Paging {
  const order = sortOrder ?? (sort === 'keyword' ? 'asc' : 'desc')
  return { sort: sort ?? 'created_at', sortOrder: order, limit, offset: offset ?? (currentPage - 1) * limit }
}

function filterOf(query: KeywordQuery): KeywordFilter {
  const {
    limit: _limit,
    offset: _offset,
    currentPage: _page,
    sort: _sort,
    sortOrder: _order,
    ...filter
  } = query
  return filter
}

/** Whether an index contains all matches regardless of age. */
const isIndexed = ({
  keyword = '',
  tags = [],
  sites = [],
  lost_since: lostSince,
  won_since: wonSince,
}: KeywordFilter) =>
  keyword.trim() !== '' || tags.length > 0 || sites.length > 0 || (lostSince ?? wonSince) !== undefined

/** Pages up to this offset are read without waiting for the total. */
const NEAR = 1000

/** Counts for a page that only restricts age and tracking. */
async function plainOf(filter: KeywordFilter, count: Promise<{ total: number }>, offset: number) {
  if (!queries.asksOnlyForAge(filter)) return undefined
  const only = queries.storedCountOf(filter)
  return { count: offset < NEAR ? Number.POSITIVE_INFINITY : (await count).total, only }
}

/** The page, if it is one for which there is a statement of its own. */
function firstPageOf(
  filter: KeywordFilter,
  { sort, sortOrder, limit, offset }: Paging,
): FirstPage | undefined {
  const isPlain = queries.asksOnlyForAge(filter) && (filter.createdFrom ?? filter.createdTo) === undefined
  if (!isPlain || limit !== PAGE_SIZE || offset !== 0) return undefined
  return sort === 'created_at' || sort === 'keyword'
    ? { sort, sortOrder, tracked: filter.tracked }
    : undefined
}

async function searchKeywords(deps: KeywordDeps, actor: Caller, query: KeywordQuery) {
  const filter = filterOf(query)
  const paging = pagingOf(query)
  const count = countMatching(deps, actor, filter)
  const first = firstPageOf(filter, paging)
  if (first) {
    const [meta, rows] = await Promise.all([count, readFirstPage(deps.db, first, viewOfRows(deps, actor))])
    return { meta, rows }
  }
  const [meta, ids] = await Promise.all([
    count,
    rowsWithin(
      paging.offset,
      () => count.then(endOf),
      async () =>
        queries.listKeywordIds(deps.db, {
          where: queries.matchingKeywords(filter, viewOf(deps, actor)),
          ...paging,
          matches: isIndexed(filter)
            ? { count: (await count).total, trackedAndAged: queries.trackedAndAged(filter, deps) }
            : undefined,
          plain: await plainOf(filter, count, paging.offset),
        }),
    ),
  ])
  return { meta, rows: await readRows(deps, actor, ids) }
}

const viewOfRows = ({ names }: KeywordDeps, { id: viewerId }: Viewer) => ({ viewerId, names })

const readRows = (deps: KeywordDeps, viewer: Viewer, ids: readonly number[]) =>
  readKeywords(deps.db, { ids, ...viewOfRows(deps, viewer) })

async function readKeyword(deps: KeywordDeps, actor: Caller, id: number) {
  const [row] = await readRows(deps, actor, [id])
  if (!row) throw notFound('Keyword')
  return row
}

/** Days to compare if the last visit is unknown, and at most. */
const USUAL_DAYS = 7
const MOST_DAYS = 60

/** Changes to the tracked keywords since the user's last visit. */
async function readMoves({ db, clock, timeZone }: KeywordDeps, actor: Caller) {
  const today = dayAt(clock(), timeZone)
  const visitedAt = await findLastVisit(db, { userId: actor.id, today, timeZone })
  const visited = visitedAt === null ? plusDays(today, -USUAL_DAYS) : dayAt(visitedAt, timeZone)
  const earliest = plusDays(today, -MOST_DAYS)
  const isLongAgo = visited < earliest
  const since = isLongAgo ? earliest : visited
  const isOwnOnly = !isPermitted(actor.permissions, ['ValidateArticles'])
  const hasArticles = isPermitted(actor.permissions, SCREENS.pendingArticles.access)
  const [counts, tracked, collecting, waiting] = await Promise.all([
    countMoves(db, since),
    queries.readStoredCount(db, { kind: 'all', valueId: 0, tracked: true }),
    readCollecting(db, today),
    hasArticles ? countWaiting(db, { userId: actor.id, isOwnOnly }) : null,
  ])
  return { since, visitedAt, tracked, ...counts, waiting, collecting }
}

export function createKeywordsService(deps: KeywordDeps) {
  return {
    resolveKeywords,
    resolveTags,
    resolveSites,
    suggestKeywords: (typed: string) => suggestKeywords(deps.db, typed),
    searchKeywords: (actor: Caller, query: KeywordQuery) => searchKeywords(deps, actor, query),
    readKeyword: (actor: Caller, id: number) => readKeyword(deps, actor, id),
    readMoves: (actor: Caller) => readMoves(deps, actor),
    searchTags: (asked: Parameters<typeof queries.searchTags>[1]) => queries.searchTags(deps.db, asked),
    /** Conditions of a filter for this user, to be combined with the order of a page. */
    whereOf: (viewer: Viewer, filter: KeywordFilter) =>
      queries.matchingKeywords(filter, viewOf(deps, viewer)),
    /** Number of matches; may be a few seconds old. */
    countKeywords: (viewer: Viewer, filter: KeywordFilter) => countMatching(deps, viewer, filter),
    exportQuery: (actor: Caller, query: KeywordQuery) =>
      queries.exportQuery(queries.matchingKeywords(filterOf(query), viewOf(deps, actor)), {
        ...pagingOf(query),
        timeZone: deps.timeZone,
      }),
    createKeyword: (actor: Caller, body: KeywordBody, once: Once) =>
      createKeyword(deps, actor, { body, once }),
    addKeywords: (actor: Caller, body: KeywordsBody, once: Once) => addKeywords(deps, actor, { body, once }),
    updateKeyword: (actor: Caller, id: number, change: KeywordChange) =>
      updateKeyword(deps, actor, id, change),
  }
}
export type KeywordsService = ReturnType<typeof createKeywordsService>
