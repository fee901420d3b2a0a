import { z } from 'zod'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { PageField, requiredText, SortOrder, sortKey, text, wholeNumber } from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { PostQuery, StrikingFileQuery } from '../gsc-keywords/contract.ts'
import {
  ADVICES,
  MISMATCH_PAGE_SIZE,
  PERIODS,
  RIVALRY_REACHES,
  RIVALRY_SORTS,
  RIVALRY_STANDINGS,
  SEVERITIES,
} from '../gsc-keywords/rules.ts'
import { SearchTask } from '../search-tasks/contract.ts'

/** One of the posts that compete for a query. */
export const RivalPost = z.object({
  post_id: z.string(),
  site_code: z.string(),
  site_id: z.number(),
  post_title: z.string(),
  post_keyword: z.string().nullable(),
  permalink: z.string().nullable(),
  /** The article that it shows. */
  article_id: z.number().nullable(),
  /** US dollars in the trailing 30 days; null if unknown. */
  earnings: z.number().nullable(),
  clicks: z.number(),
  impressions: z.number(),
  position: z.number(),
  advice: z.enum(ADVICES),
  /** Its best other query; null if there is none. */
  other: PostQuery.nullable(),
  /** Figures of its current keyword; null without searches for it. */
  now: PostQuery.nullable(),
  /** The task made from its proposal; null if there is none. */
  task: SearchTask.nullable(),
})
export type RivalPost = z.infer<typeof RivalPost>

/** A query for which several of our posts compete. */
export const Rivalry = z.object({
  query: z.string(),
  clicks: z.number(),
  impressions: z.number(),
  /** Share of the posts' clicks that the strongest one gets; null without clicks. */
  strongest: z.number().nullable(),
  /** Clicks lost through the rivalry in the period. */
  lost: z.number(),
  severity: z.enum(SEVERITIES),
  /** The user who chose to leave it as it is, and when; null if none did. */
  left: z.object({ by: z.string().nullable(), at: Timestamp }).nullable(),
  /** The post with the strongest claim comes first. */
  posts: z.array(RivalPost),
})
export type Rivalry = z.infer<typeof Rivalry>

export const RivalDays = z.object({
  /** `yyyy-MM-dd`, each day of the period. */
  days: z.array(DateOnly),
  /** Mondays, oldest first. */
  weeks: z.array(DateOnly),
  /** How often the post with the most impressions changed from one week to the next. */
  turns: z.number(),
  /** Relative change in clicks of those weeks; null if there is nothing to compare. */
  turn_change: z.number().nullable(),
  posts: z.array(
    z.object({
      post_id: z.string(),
      site_code: z.string(),
      /** Share of all their impressions per week, 0 to 1; null without impressions. */
      shown: z.array(z.number().nullable()),
      /** Position per day; null without impressions. */
      positions: z.array(z.number().nullable()),
      clicks: z.array(z.number().nullable()),
    }),
  ),
})
export type RivalDays = z.infer<typeof RivalDays>

/** Parameters of a file of cannibalisation. */
export const RivalryFileQuery = StrikingFileQuery.extend({
  reach: z.enum(RIVALRY_REACHES).default('across'),
  standing: z.enum(RIVALRY_STANDINGS).default('open'),
  sort: sortKey('queries', RIVALRY_SORTS).default('LOST'),
  sortOrder: SortOrder.default('desc'),
})
export type RivalryFileQuery = z.output<typeof RivalryFileQuery>

export const RivalryInBody = z.object({
  query: requiredText(300, 'Enter a query'),
  period: z.literal(PERIODS),
})

const access = ['ViewKeywords'] as const

export const rivalriesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/cannibalisation',
    access,
    summary: 'Queries for which several of our posts compete, by lost clicks.',
    query: RivalryFileQuery.extend({
      page: PageField,
      perPage: wholeNumber(1, 100).default(MISMATCH_PAGE_SIZE),
    }),
    answer: z.object({
      nodes: z.array(Rivalry),
      totalCount: z.number(),
      /** Total of `lost` over all pages. */
      lost: z.number(),
    }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/cannibalisation.csv',
    access,
    summary: 'Start a CSV export of all competing queries that match the filters, one row per post.',
    query: RivalryFileQuery,
    answer: ExportJob,
    status: 202,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/gsc-keywords/cannibalisation/left',
    access,
    summary: 'Dismiss the posts competing for a query. Shown again once other posts compete. 404 if none do.',
    body: RivalryInBody,
  }),
  takeUp: endpoint({
    method: 'DELETE',
    path: '/api/gsc-keywords/cannibalisation/left',
    access,
    summary: 'Undo a dismissal.',
    body: RivalryInBody,
  }),
  days: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/cannibalisation/days',
    access,
    summary: 'Which of the competing posts was shown when; 404 if none compete.',
    query: z.object({ query: text(300).min(1), period: StrikingFileQuery.shape.period }),
    answer: RivalDays,
  }),
}
