import { z } from 'zod'
import { DateOnly } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { listOf, PageField, SortOrder, sortKey, text, wholeNumber } from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { KEYWORD_MAXIMUM } from '../../keywords/keywords/contract.ts'
import { SaleCommission } from '../../products/commission-categories/contract.ts'
import { CAUSE_KINDS, FLAGS, NO_FLAG, REFRESH_KINDS, RENEWALS } from './rules.ts'

/** Columns of the tracker, which are also its sort keys. */
export const CONTENT_COLUMNS = [
  'POST_ID',
  'SITE',
  'POST_TITLE',
  'POST_DATE',
  'PERMALINK',
  'ARTICLE_URL',
  'PRODUCT_LIST',
  'EARNINGS',
  'CLICKS',
  'CHANGE',
  'REFRESH',
  'FLAGS',
  'STATUS',
  'PRIORITY',
] as const
export type ContentColumn = (typeof CONTENT_COLUMNS)[number]

const SiteCode = text(20)
const PostId = text(100)
const Title = text(1000)

export const ContentFilter = z.object({
  site: SiteCode.optional(),
  /** With `site`, one post alone. */
  post_id: PostId.optional(),
  title: Title.optional(),
  /** One flag that the posts have; `NONE` for those without any. */
  flag: z.enum([...FLAGS, NO_FLAG]).optional(),
  /** Lowest refresh score. */
  refresh: wholeNumber(1, 100).optional(),
  /** Section of the task; `NONE` for posts without a task. */
  status: Title.optional(),
  /** Update level of the task; `NONE` for posts without one. */
  priority: Title.optional(),
  sort: sortKey('content', CONTENT_COLUMNS).default('EARNINGS'),
  sortOrder: SortOrder.default('desc'),
})
export type ContentFilter = z.infer<typeof ContentFilter>

/** The filter of a file as it is stored. */
export const StoredContentFilter = ContentFilter.omit({ post_id: true }).extend({
  postId: ContentFilter.shape.post_id,
})

const ContentQuery = ContentFilter.extend({ page: PageField })
export type ContentQuery = z.infer<typeof ContentQuery>

export const ContentRow = z.object({
  POST_ID: z.string(),
  /** The site's code. */
  SITE: z.string(),
  POST_TITLE: z.string(),
  /** `yyyy-MM-dd`. */
  POST_DATE: DateOnly.nullable(),
  /** Where readers find the post. */
  PERMALINK: z.string().nullable(),
  /** Where its article is, here. */
  ARTICLE_URL: z.string().nullable(),
  /** ASINs in order. */
  PRODUCT_LIST: z.array(z.string()),
  /** US dollars in the trailing 30 days; null if none were ever reported. */
  EARNINGS: z.number().nullable(),
  /** Search clicks in the 30 days up to `clicks_until`, `yyyy-MM-dd`; both null if unknown. */
  clicks: z.number().nullable(),
  clicks_until: DateOnly.nullable(),
  FLAGS: z.array(z.string()),
  /** Relative change of the last four full weeks against the four before; null if the latter are 0. */
  change: z.number().nullable(),
  /** US dollars of the last 26 full weeks that are known, the earliest first. */
  weeks: z.array(z.number()),
  /** Refresh score from 0 to 100: the total points of all reasons. */
  refresh: z.number(),
  reasons: z.array(z.object({ kind: z.enum(REFRESH_KINDS), points: z.number(), text: z.string() })),
  /** What an update of it would change: its article, the very post, or nothing, so that the site has another post. */
  renews: z.enum(RENEWALS),
  /** The unpublished article that renews it. Its id is null for users who may not see that draft. */
  update: z.object({ article_id: z.number().nullable(), status: z.string() }).nullable(),
})
export type ContentRow = z.infer<typeof ContentRow>

export const WeekEarnings = z.object({
  /** A Monday, `yyyy-MM-dd`. */
  WEEK_START_DATE: DateOnly,
  /** US dollars. */
  EARNINGS: z.number(),
})
export type WeekEarnings = z.infer<typeof WeekEarnings>

/** A site whose reports are behind. */
export const LateSite = z.object({
  site: z.string(),
  site_name: z.string(),
  /** The Monday of the last week that is known of it. */
  last_week: DateOnly,
  is_waited_for: z.boolean(),
})
export type LateSite = z.infer<typeof LateSite>

export const FlagCount = z.object({
  /** `ALL` for all posts, `NONE` for those without any flag. */
  flag: z.string(),
  posts: z.number(),
  /** US dollars of the trailing 30 days. */
  earnings: z.number(),
  /** How much less the last four full weeks earned than the four before, in US dollars. */
  lost: z.number(),
})
export type FlagCount = z.infer<typeof FlagCount>

export const AvailabilityRow = z.object({
  IMAGE_URL: z.string().nullable(),
  AWARD: z.string(),
  ASIN: z.string(),
  NAME: z.string(),
  /** US dollars that it earned in this post in the trailing 30 days; null if not reported separately. */
  REVENUE: z.number().nullable(),
  /** Commission per sale by its category, if REVENUE is unknown; null if the category has none. */
  commission: SaleCommission.nullable(),
  /** `Now` if it can be bought; null if that could not be verified. */
  AVAILABILITY: z.string().nullable(),
  /** As its source says it. */
  raw_availability: z.string(),
})
export type AvailabilityRow = z.infer<typeof AvailabilityRow>

/** A possible cause of a change in a post's earnings. */
export const EarningsCause = z.object({
  /** `yyyy-MM-dd` */
  day: DateOnly,
  kind: z.enum(CAUSE_KINDS),
  /** The product or the keyword that it is about; of an update, what it changed. */
  subject: z.string(),
  /** The product's award in the post. */
  award: z.string(),
  /** The keyword's id, if it is in our list. */
  keyword_id: z.number().nullable(),
  /** US dollars that the product earned in the post a week, in the four full weeks before. */
  weekly: z.number().nullable(),
  /** Number of days, of the days with data from then on, that the new holder held it. */
  held: z.object({ days: z.number(), of: z.number() }).nullable(),
  /** How much more was earned in the full weeks after it than in as many before, as a share. */
  effect: z.object({ share: z.number(), weeks: z.number() }).nullable(),
})
export type EarningsCause = z.infer<typeof EarningsCause>

export const TaskRow = z.object({
  title: z.string(),
  site: z.string().nullable(),
  post_id: z.string().nullable(),
  /** Name of its task's section; null without a known task. */
  status: z.string().nullable(),
  url: z.string().nullable(),
  /** The task's `Update Level`. */
  priority: z.string().nullable(),
  notes: z.string().nullable(),
  /** Why there is no data, unless that is expected. */
  notice: z.string().nullable(),
})
export type TaskRow = z.infer<typeof TaskRow>

const MOST_TITLES = 100
/** A post by its site's code and number: `hs/40001`. */
const PostKey = text(140).regex(/^[^/]+\/.+$/, 'Must be a site and a post ID, such as hs/40001')

const posts = listOf(PostKey, MOST_TITLES)

interface Asked {
  articleTitles?: readonly string[] | undefined
  posts?: readonly string[] | undefined
}
const namesAll = ({ articleTitles = [], posts: named }: Asked) =>
  named === undefined || named.length === articleTitles.length
const ALL_NAMED = { path: ['posts'], message: 'Must list one post per title, in the same order' }

export const Tasks = z
  .object({ articleTitles: listOf(Title, MOST_TITLES), posts })
  .refine(namesAll, ALL_NAMED)
const ManyTasks = z
  .object({ articleTitles: z.array(Title).max(MOST_TITLES), posts })
  .refine(namesAll, ALL_NAMED)
export type TasksQuery = z.infer<typeof Tasks>

const access = ['ViewKeywords'] as const

export const UpdateRequest = z.object({
  site: SiteCode,
  post_id: PostId,
  /** For a post without a focus keyword that was not written here. */
  keyword: text(KEYWORD_MAXIMUM).optional(),
})

export const contentTrackerEndpoints = {
  content: endpoint({
    method: 'GET',
    path: '/api/snowflake/content',
    access,
    summary: 'Published posts and their earnings, 20 per page.',
    query: ContentQuery,
    answer: z.object({ pageInfo: z.object({ total: z.number() }), edges: z.array(ContentRow) }),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/snowflake/overview',
    access,
    summary: 'Total earnings by week, and the number of posts with each flag.',
    query: z.object({ site: SiteCode.optional(), title: Title.optional() }),
    answer: z.object({
      /** Of the last 104 weeks that are over and known; of all titles. */
      weeks: z.array(WeekEarnings),
      /**
       * Sites whose reports are behind, the longest silent first. Totals over all sites end with the last
       * week of a late site that is waited for, and continue without the others.
       */
      late: z.array(LateSite),
      flags: z.array(FlagCount),
    }),
  }),
  products: endpoint({
    method: 'GET',
    path: '/api/snowflake/products',
    access,
    summary: 'The products of a post, or those in `asins`, with their availability.',
    query: z.object({ site: SiteCode, postId: PostId, asins: listOf(text(20), 200) }),
    answer: z.array(AvailabilityRow),
  }),
  revenue: endpoint({
    method: 'GET',
    path: '/api/snowflake/article-revenue',
    access,
    summary: 'A post’s earnings by week. Titles aren’t unique, so prefer to identify the post.',
    query: z.object({
      articleTitle: Title.optional(),
      site: SiteCode.optional(),
      postId: PostId.optional(),
    }),
    answer: z.object({
      /** Oldest first; null if the title does not identify the post. */
      history: z.array(WeekEarnings).nullable(),
      notice: z.string().nullable(),
    }),
  }),
  causes: endpoint({
    method: 'GET',
    path: '/api/content-tracker/causes',
    access,
    summary:
      'Events that may have moved a post’s earnings in the last year: product stock, keyword won or lost, publications. Newest first.',
    query: z.object({ site: SiteCode, post_id: PostId }),
    answer: z.object({
      causes: z.array(EarningsCause),
      /** When its first product was out of stock, oldest first; without an end if it still is. */
      outages: z.array(z.object({ from: DateOnly, to: DateOnly.nullable() })),
    }),
  }),
  requestUpdate: endpoint({
    method: 'POST',
    path: '/api/content-tracker/updates',
    access: ['CreateArticle'],
    summary:
      'Create a draft that refreshes a post, with the reasons as its checklist. For a post written in Copydesk, it’s an update of its article. Otherwise it’s a new article with the same title, keyword and products, which replaces the post’s text once approved or becomes another post (see `renews`). 409 if an update is already in progress.',
    body: UpdateRequest,
    answer: z.object({ article_id: z.number() }),
    status: 201,
    refusals: { 409: z.object({ article_id: z.number().nullish() }) },
    idempotent: true,
  }),
  tasks: endpoint({
    method: 'GET',
    path: '/api/articles/asana-statuses',
    access,
    summary:
      'Task notes of articles, in the order of the titles. Titles aren’t unique, so prefer to identify the posts.',
    query: Tasks,
    answer: z.array(TaskRow),
  }),
  manyTasks: endpoint({
    method: 'POST',
    path: '/api/articles/asana-statuses',
    access,
    reads: true,
    summary: 'The same, for lists too long for an address.',
    body: ManyTasks,
    answer: z.array(TaskRow),
  }),
  taskValues: endpoint({
    method: 'GET',
    path: '/api/content-tracker/task-values',
    access,
    summary: 'Sections and update levels of posts’ tasks, as last read from the task boards.',
    answer: z.object({ statuses: z.array(z.string()), priorities: z.array(z.string()) }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/articles/content-tracker.csv',
    access,
    summary: 'Start a CSV export of all posts that match the filters.',
    query: ContentQuery,
    answer: ExportJob,
    status: 202,
  }),
}
