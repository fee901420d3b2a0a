import { maySee } from '#shared/features/articles/rules.ts'
import type { SaleCommission } from '#shared/features/commission-categories/contract.ts'
import type {
  AvailabilityRow,
  ContentColumn,
  ContentFilter,
  ContentRow,
  contentTrackerEndpoints,
  TaskRow,
  WeekEarnings,
} from '#shared/features/content-tracker/contract.ts'
import {
  type Renewal,
  ROW_WEEKS,
  refreshReasons,
  relativeChange,
} from '#shared/features/content-tracker/rules.ts'
import { safeAddress } from '#shared/features/preview/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import type { Answered } from '#shared/http/endpoint.ts'
import type {
  EarnedWeek,
  FlagCount,
  LateSite,
  OpenUpdate,
  PostSort,
  ProductAvailability,
  WarehousePost,
} from '../../integrations/warehouse/port.ts'
import type { Caller } from '../../security/actor.ts'
import type { ReadTask } from './task-reader.ts'

const SORTS: Readonly<Record<ContentColumn, PostSort>> = {
  POST_ID: 'postId',
  SITE: 'site',
  POST_TITLE: 'title',
  POST_DATE: 'publishedOn',
  PERMALINK: 'permalink',
  ARTICLE_URL: 'articleUrl',
  PRODUCT_LIST: 'products',
  EARNINGS: 'earnings',
  CLICKS: 'clicks',
  CHANGE: 'change',
  REFRESH: 'refresh',
  FLAGS: 'flags',
  STATUS: 'taskStatus',
  PRIORITY: 'taskPriority',
}

/** What a call asks for, in the words of the warehouse. */
export const contentQueryOf = ({ sort, ...asked }: ContentFilter) => ({ ...asked, sort: SORTS[sort] })

export const presentWeek = ({ weekStart, earnings }: EarnedWeek): WeekEarnings => ({
  WEEK_START_DATE: weekStart,
  EARNINGS: earnings,
})

/** The weeks up to the last one, each with a number; of a post that never earned anything, none. */
function weeksUpTo(last: string | null, weeks: readonly EarnedWeek[]): number[] {
  if (last === null || weeks.length === 0) return []
  const byWeek = new Map(weeks.map(({ weekStart, earnings }) => [weekStart, earnings]))
  return Array.from(
    { length: ROW_WEEKS },
    (_, index) => byWeek.get(plusDays(last, 7 * (index + 1 - ROW_WEEKS))) ?? 0,
  )
}

export interface RowWithWeeks {
  row: WarehousePost
  renews: Renewal
  weeks: readonly EarnedWeek[]
}

/** The update of a post. Only those who may see a draft learn its number. */
export function updateShownTo(actor: Caller, { articleId, status: STATUS, userId }: OpenUpdate) {
  return { ARTICLE_ID: maySee(actor, { status: STATUS, userId }) ? articleId : null, STATUS }
}

/** Rows whose pictures all end with the same week. */
export const presentContent = (
  actor: Caller,
  { rows, lastWeek }: { rows: readonly RowWithWeeks[]; lastWeek: string | null },
): ContentRow[] =>
  rows.map(({ row, weeks, renews }) => ({
    POST_ID: row.postId,
    SITE: row.site,
    POST_TITLE: row.title,
    POST_DATE: row.publishedOn,
    PERMALINK: safeAddress(row.permalink),
    ARTICLE_URL: row.articleId === null ? null : `/articles/${row.articleId}`,
    PRODUCT_LIST: row.asins,
    EARNINGS: row.earnings,
    CLICKS: row.clicks?.count ?? null,
    CLICKS_UNTIL: row.clicks?.until ?? null,
    FLAGS: row.flags,
    CHANGE: relativeChange({ last: row.lastWeeks, before: row.weeksBefore }),
    WEEKS: weeksUpTo(lastWeek, weeks),
    REFRESH: row.refresh,
    REASONS: refreshReasons(row.refreshFacts),
    RENEWS: renews,
    UPDATE: row.update && updateShownTo(actor, row.update),
  }))

export const presentPostProduct = ({
  commission,
  ...product
}: ProductAvailability & { commission: SaleCommission | null }): AvailabilityRow => ({
  IMAGE_URL: product.imageUrl,
  AWARD: product.award,
  ASIN: product.asin,
  NAME: product.name,
  REVENUE: product.revenue,
  COMMISSION: commission,
  AVAILABILITY: product.availability,
  RAW_AVAILABILITY: product.rawAvailability,
})

type Overview = Answered<(typeof contentTrackerEndpoints)['overview']>

interface ReadOverview {
  weeks: readonly EarnedWeek[]
  late: readonly LateSite[]
  flags: readonly FlagCount[]
}

export const presentOverview = ({ weeks, late, flags }: ReadOverview): Overview => ({
  weeks: weeks.map(presentWeek),
  late: late.map(({ site, name, lastWeek, isWaitedFor }) => ({
    SITE: site,
    SITE_NAME: name,
    LAST_WEEK: lastWeek,
    IS_WAITED_FOR: isWaitedFor,
  })),
  flags: flags.map(({ flag, posts, earnings, lost }) => ({
    FLAG: flag,
    POSTS: posts,
    EARNINGS: earnings,
    LOST: lost,
  })),
})

export const presentTask = ({ title, post, task, notice }: ReadTask): TaskRow => ({
  title,
  site: post?.site ?? null,
  postId: post?.postId ?? null,
  status: task?.section ?? null,
  url: task?.url ?? null,
  priority: task?.priority ?? null,
  notes: task?.notes ?? null,
  notice,
})
