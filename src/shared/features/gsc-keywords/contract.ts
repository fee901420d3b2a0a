import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import {
  Id,
  IdInBody,
  IdParams,
  listOf,
  PageField,
  requiredText,
  SortOrder,
  sortKey,
  text,
  wholeNumber,
} from '../../http/fields.ts'
import { ExportJob } from '../exports/contract.ts'
import { SearchTask } from '../search-tasks/contract.ts'
import {
  KEYWORD_MAXIMUM,
  LOG_PAGE_SIZES,
  MISMATCH_PAGE_SIZE,
  MISMATCH_SORTS,
  MOST_POSTS_AT_ONCE,
  PERIODS,
  POST_ACTIONS,
  STRIKING,
  USUAL_PERIOD,
} from './rules.ts'

const oneOf = <const Values extends readonly number[]>(values: Values) =>
  wholeNumber(Math.min(...values), Math.max(...values)).refine(
    (value): value is Values[number] => values.includes(value),
    `Must be one of ${values.join(', ')}`,
  )

const Period = oneOf(PERIODS)

const PostId = text(100).min(1)
/** The same in a body, where it may be a number. */
const PostIdInBody = z
  .union([PostId, z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)])
  .transform((id) => String(id))

const ListFilter = z.object({
  /** The site's number. */
  site: Id.optional(),
  /** Words of a title or a keyword, or a post's number. */
  query: text(200).optional(),
  page: PageField,
})

export const PostQuery = z.object({
  QUERY: z.string(),
  CLICKS: z.number(),
  IMPRESSIONS: z.number(),
  /** The mean place in results, weighted by impressions. */
  POSITION: z.number(),
})
export type PostQuery = z.infer<typeof PostQuery>

/** A post and what people searched for when they found it, the best query first. */
export const PostKeywordRow = z.object({
  POST_ID: z.string(),
  SITE_CODE: z.string(),
  SITE_ID: z.number(),
  POST_TITLE: z.string(),
  /** Null where it has none. */
  POST_KEYWORD: z.string().nullable(),
  /** Where readers find it; null where nobody knows. */
  PERMALINK: z.string().nullable(),
  /** What its present keyword brings; null where nobody searched for it. */
  NOW: PostQuery.nullable(),
  keywords: z.array(PostQuery),
})
export type PostKeywordRow = z.infer<typeof PostKeywordRow>

export const IgnoredPost = z.object({
  post_id: z.string(),
  site_id: z.number(),
  site_code: z.string(),
  post_title: z.string(),
  /** Who ignored it; null where that account is gone. */
  by: z.string().nullable(),
  created_at: z.string(),
})
export type IgnoredPost = z.infer<typeof IgnoredPost>

export const KeywordLogEntry = z.object({
  action_id: z.number(),
  site_id: z.number(),
  site_code: z.string(),
  post_id: z.string(),
  post_title: z.string(),
  action: z.enum(POST_ACTIONS),
  keyword_before: z.string().nullable(),
  keyword_after: z.string().nullable(),
  created_at: z.string(),
  by: z.string().nullable(),
  /** `pending` while the site is asked, or where nobody knows how it ended. */
  state: z.enum(['pending', 'done', 'failed']),
  /** Why it failed. */
  error: z.string().nullable(),
  /** Its post still has the keyword that it was given, and the one before can come back. */
  undoable: z.boolean(),
})
export type KeywordLogEntry = z.infer<typeof KeywordLogEntry>

const SavedKeyword = z.object({
  post_id: z.string(),
  site_id: z.number(),
  ok: z.boolean(),
  /** Why the post keeps its keyword, for people. */
  error: z.string().optional(),
})
export type SavedKeyword = z.infer<typeof SavedKeyword>

const Weeks = z.object({
  /** Mondays, the earliest first. */
  weeks: z.array(z.string()),
  /** For each query in the order asked, its place in each week; null where nobody saw the post by it. */
  positions: z.array(z.array(z.number().nullable())),
})

/** A query in striking distance, with its post. */
const StrikingRow = PostQuery.extend({
  POST_ID: z.string(),
  SITE_CODE: z.string(),
  SITE_ID: z.number(),
  POST_TITLE: z.string(),
  PERMALINK: z.string().nullable(),
  /** What its impressions would bring at our own click rate of the first places. */
  TOP_CLICKS: z.number(),
  /** How many more that are. */
  TO_BE_HAD: z.number(),
  /** What those are worth in a month, in US dollars; null where nobody knows what the post earns by a click. */
  WORTH: z.number().nullable(),
  /** What may hold it back, in words. */
  HELD_BACK_BY: z.string(),
  /**
   * What it is compared with: the last result that another publisher held of the query, or where it is no keyword of
   * ours, of the post's own; null where none is known.
   */
  COMPARE: z.object({ stat_id: z.number(), keyword: z.string() }).nullable(),
  /** The same in as many days before the period; null where those were not all read, or nobody saw it then. */
  BEFORE: z.object({ CLICKS: z.number(), IMPRESSIONS: z.number(), POSITION: z.number() }).nullable(),
  /** What its proposal has become; null where it is no task. */
  TASK: SearchTask.nullable(),
})
export type StrikingRow = z.infer<typeof StrikingRow>

const StrikingFilter = ListFilter.omit({ page: true }).extend({ period: Period.default(USUAL_PERIOD) })
/** What a file of striking distance is asked for by. */
export const StrikingFileQuery = StrikingFilter
export type StrikingFileQuery = z.output<typeof StrikingFileQuery>

const access = ['ViewKeywords'] as const
const PostInBody = z.object({ post_id: PostIdInBody, site_id: IdInBody })

export const gscKeywordsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/',
    access,
    summary: 'Posts whose keyword differs from their most clicked query, by clicks.',
    query: ListFilter.extend({
      period: Period.default(USUAL_PERIOD),
      perPage: wholeNumber(1, 100).default(MISMATCH_PAGE_SIZE),
      sort: sortKey('posts', MISMATCH_SORTS).default('CLICKS'),
      sortOrder: SortOrder.default('desc'),
    }),
    answer: z.object({
      pageInfo: z.object({
        total: z.number(),
        /** How many posts are ignored. */
        ignored: z.number(),
        /** The newest day that is known of any site, `yyyy-MM-dd`; null where none is. */
        until: z.string().nullable(),
        /** Days of the period that are not read yet, of the site that lacks most. */
        missing: z.number(),
      }),
      edges: z.array(PostKeywordRow),
    }),
  }),
  positions: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/positions',
    access,
    summary: 'Positions of a post for some queries, by week.',
    query: z.object({
      site_id: Id,
      post_id: PostId,
      period: Period.default(USUAL_PERIOD),
      queries: listOf(text(KEYWORD_MAXIMUM), 5),
    }),
    answer: Weeks,
  }),
  striking: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/striking-distance',
    access,
    summary: `Queries with many impressions at positions ${STRIKING.from} to ${STRIKING.to}, by potential clicks.`,
    query: StrikingFilter.extend({
      page: PageField,
      perPage: wholeNumber(1, 100).default(MISMATCH_PAGE_SIZE),
    }),
    answer: z.object({
      /** `TO_BE_HAD` of all pages together; `WORTH` of those of which it is known, and how many they are. */
      pageInfo: z.object({
        total: z.number(),
        TO_BE_HAD: z.number(),
        WORTH: z.number(),
        VALUED: z.number(),
      }),
      edges: z.array(StrikingRow),
    }),
  }),
  strikingFile: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/striking-distance.csv',
    access,
    summary: 'Start a CSV export of all queries in striking distance that match the filters.',
    query: StrikingFilter,
    answer: ExportJob,
    status: 202,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/gsc-keywords/bulk/',
    access,
    summary: 'Change the keywords of posts, here and on their sites; each succeeds or fails independently.',
    body: z
      .array(
        PostInBody.extend({
          keyword_after: requiredText(KEYWORD_MAXIMUM, 'Enter a keyword'),
          /** The one that the caller saw; a post that has another by now keeps it. */
          keyword_before: text(1000).nullable().default(null),
        }),
      )
      .min(1)
      .max(MOST_POSTS_AT_ONCE),
    answer: z.array(SavedKeyword),
    perMinute: 60,
  }),
  ignored: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords-ignored-posts/',
    access,
    summary: 'Posts excluded from the mismatch list.',
    query: ListFilter.extend({ perPage: wholeNumber(1, 100).default(MISMATCH_PAGE_SIZE) }),
    answer: z.object({ pageInfo: z.object({ total: z.number() }), edges: z.array(IgnoredPost) }),
  }),
  ignore: endpoint({
    method: 'POST',
    path: '/api/gsc-keywords-ignored-posts/bulk/',
    access,
    summary: 'Exclude posts from the mismatch list; returns the number newly excluded.',
    body: z
      .array(PostInBody.extend({ post_title: text(1000) }))
      .min(1)
      .max(MOST_POSTS_AT_ONCE),
    answer: z.object({ added: z.number() }),
  }),
  unignore: endpoint({
    method: 'DELETE',
    path: '/api/gsc-keywords-ignored-posts/',
    access,
    summary: 'Remove a post from the ignore list.',
    body: PostInBody,
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords-actions/',
    access,
    summary: 'Actions taken here, newest first.',
    query: ListFilter.extend({ perPage: oneOf(LOG_PAGE_SIZES).default(LOG_PAGE_SIZES[0]) }),
    answer: z.object({ pageInfo: z.object({ total: z.number() }), edges: z.array(KeywordLogEntry) }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/gsc-keywords-actions/:id/undo',
    access,
    summary: 'Restore the keyword a post had before an action.',
    params: IdParams,
    answer: SavedKeyword,
  }),
}
