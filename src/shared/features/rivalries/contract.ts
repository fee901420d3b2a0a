import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { PageField, requiredText, SortOrder, sortKey, text, wholeNumber } from '../../http/fields.ts'
import { ExportJob } from '../exports/contract.ts'
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

/** A post that has part of a query. */
const RivalPost = z.object({
  POST_ID: z.string(),
  SITE_CODE: z.string(),
  SITE_ID: z.number(),
  POST_TITLE: z.string(),
  POST_KEYWORD: z.string().nullable(),
  PERMALINK: z.string().nullable(),
  /** The article of ours that it shows. */
  ARTICLE_ID: z.number().nullable(),
  /** US dollars of the trailing 30 days; null where nobody knows. */
  EARNINGS: z.number().nullable(),
  CLICKS: z.number(),
  IMPRESSIONS: z.number(),
  POSITION: z.number(),
  ADVICE: z.enum(ADVICES),
  /** What brings most people to it besides the query; null where nothing does. */
  OTHER: PostQuery.nullable(),
  /** What its present keyword brings; null where nobody searched for it. */
  NOW: PostQuery.nullable(),
  /** What its proposal has become; null where it is no task. */
  TASK: SearchTask.nullable(),
})
export type RivalPost = z.infer<typeof RivalPost>

/** A query that some of our posts take from each other. */
const Rivalry = z.object({
  QUERY: z.string(),
  CLICKS: z.number(),
  IMPRESSIONS: z.number(),
  /** Of the posts' clicks, the share of the one with most; null where nobody clicked. */
  STRONGEST: z.number().nullable(),
  /** Clicks that are lost to it in the period. */
  LOST: z.number(),
  SEVERITY: z.enum(SEVERITIES),
  /** Who has left it as it is, and when; null where nobody has. */
  LEFT: z.object({ by: z.string().nullable(), at: z.string() }).nullable(),
  /** The one that had best keep it comes first. */
  posts: z.array(RivalPost),
})
export type Rivalry = z.infer<typeof Rivalry>

const RivalDays = z.object({
  /** `yyyy-MM-dd`, each day of the period. */
  days: z.array(z.string()),
  /** Mondays, the earliest first. */
  weeks: z.array(z.string()),
  /** How often another post than the week before was seen most. */
  TURNS: z.number(),
  /** How much more was clicked in those weeks, as a share; null where there is nothing to compare. */
  TURN_CHANGE: z.number().nullable(),
  posts: z.array(
    z.object({
      POST_ID: z.string(),
      SITE_CODE: z.string(),
      /** Its part of the impressions of all of them in each week, 0 to 1; null where nobody saw any. */
      shown: z.array(z.number().nullable()),
      /** On each day; null where nobody saw it. */
      positions: z.array(z.number().nullable()),
      clicks: z.array(z.number().nullable()),
    }),
  ),
})
export type RivalDays = z.infer<typeof RivalDays>

/** What a file of cannibalisation is asked for by. */
export const RivalryFileQuery = StrikingFileQuery.extend({
  reach: z.enum(RIVALRY_REACHES).default('across'),
  standing: z.enum(RIVALRY_STANDINGS).default('open'),
  sort: sortKey('queries', RIVALRY_SORTS).default('LOST'),
  sortOrder: SortOrder.default('desc'),
})
export type RivalryFileQuery = z.output<typeof RivalryFileQuery>

const RivalryInBody = z.object({
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
      /** `LOST` of all pages together. */
      pageInfo: z.object({ total: z.number(), LOST: z.number() }),
      edges: z.array(Rivalry),
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
