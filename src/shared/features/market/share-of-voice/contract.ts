import { z } from 'zod'
import { DateOnly } from '../../../http/dates.ts'
import { CSV, Download, XLSX } from '../../../http/download.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Day, Id, listOf, Offset, SENT, SortOrder, sortKey, text, wholeNumber } from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { SiteMark } from '../../ground/sites/contract.ts'
import { KEYWORD_MAXIMUM } from '../../keywords/keywords/contract.ts'

/** Content of the publisher's article on that day. */
export const ParsedStory = z.object({
  title: z.string(),
  publishedDate: z.string().nullable(),
  fullArticleUrl: z.string().nullable(),
  items: z.array(z.object({ asin: z.string(), name: z.string(), award: z.string(), blurb: z.string() })),
})
export type ParsedStory = z.infer<typeof ParsedStory>

export const Stat = z.object({
  stat_id: z.number(),
  keyword_id: z.number(),
  /** The day, as `yyyy-MM-dd`. */
  created_at: DateOnly,
  publisher: z.string(),
  /** One of our sites held the keyword. */
  is_winning: z.boolean(),
  parsed_data: ParsedStory,
})
export type Stat = z.infer<typeof Stat>

/** A day with data: number of our and of other publishers that held the keyword. */
const CalendarDay = z.object({ day: DateOnly, won: z.number(), lost: z.number() })

/** An event of the keyword or one of its articles. */
export const Annotation = z.object({
  day: DateOnly,
  kind: z.enum(['published', 'updated', 'tracked']),
  article: z.object({ article_id: z.number(), title: z.string() }).nullable(),
  /** Percent won in the 28 days before the event, and from the event on; null without data. */
  before: z.number().nullable(),
  after: z.number().nullable(),
})
export type Annotation = z.infer<typeof Annotation>

export const Calendar = z.object({
  days: z.array(CalendarDay),
  annotations: z.array(Annotation),
  /** The day since which the keyword is tracked, `yyyy-MM-dd`; null if it is not. */
  tracked_since: DateOnly.nullable(),
})
export type Calendar = z.infer<typeof Calendar>

export const REPORT_RANGES = [7, 30, 90] as const
export const REPORT_RANGE_PRESET = 7
export const WINNERS_PAGE_SIZE = 10
export const WINNERS_PAGE_SIZES = [WINNERS_PAGE_SIZE, 25, 50] as const
/** Longest range in days. */
export const MOST_DAYS = Math.max(...REPORT_RANGES)

const Range = z.coerce
  .number()
  .pipe(z.union(REPORT_RANGES.map((days) => z.literal(days))))
  .register(SENT, { type: 'integer', enum: REPORT_RANGES })
const DateRange = Range.default(REPORT_RANGE_PRESET)

export const WINNER_SORTS = ['keyword', 'winning_percentage'] as const

/** Filter and order of tracked keywords. */
export const WinnersFilter = z.object({
  sort: sortKey('keywords', WINNER_SORTS).default('winning_percentage'),
  sortOrder: SortOrder.default('desc'),
  dateRange: DateRange,
  query: text(KEYWORD_MAXIMUM).optional(),
  siteFilter: listOf(Id),
  tags: listOf(Id),
  /** Leaves out keywords with data on fewer days of the range. */
  min_days: wholeNumber(1, MOST_DAYS).optional(),
})
export type WinnersFilter = z.output<typeof WinnersFilter>

/** The filter of a file as it is stored. */
export const StoredWinnersFilter = WinnersFilter.omit({ min_days: true }).extend({
  minDays: WinnersFilter.shape.min_days,
})

/** The same for a file; the range is required. */
export const WinnersFile = WinnersFilter.extend({ dateRange: Range })

export const WinnersQuery = WinnersFilter.extend({
  limit: wholeNumber(1, 100).default(WINNERS_PAGE_SIZE),
  offset: Offset.default(0),
})
export type WinnersQuery = z.output<typeof WinnersQuery>

export const WinnerRow = z.object({
  keyword_id: z.number(),
  keyword: z.string(),
  sites: z.array(SiteMark),
  winning_percentage: z.number().nullable(),
  /** The same for the preceding range of the same length; null without data. */
  previous_percentage: z.number().nullable(),
  /** The day since which the keyword is tracked, `yyyy-MM-dd`. */
  tracked_since: DateOnly.nullable(),
  stats: z.array(
    z.object({
      stat_id: z.number(),
      created_at: DateOnly,
      publisher: z.string(),
      is_winning: z.boolean(),
    }),
  ),
})
export type WinnerRow = z.infer<typeof WinnerRow>

const SurfacesQuery = z.object({ dateRange: DateRange, tags: listOf(Id) })
export type SurfacesQuery = z.output<typeof SurfacesQuery>

/** Most publications named in the chart. */
export const MOST_OUTINGS = 4

/** Publications of one of our sites on a day. */
export const Outing = z.object({
  day: DateOnly,
  site: z.string(),
  /** Numbers of new articles and of updates. */
  published: z.number(),
  updated: z.number(),
})
export type Outing = z.infer<typeof Outing>

export const Surfaces = z.object({
  days: z.array(DateOnly),
  /** Distinct keywords that each publisher held per day; null without data. */
  series: z.array(
    z.object({ publisher: z.string(), is_ours: z.boolean(), values: z.array(z.number().nullable()) }),
  ),
  /** Total over all publishers per day; null without data. */
  overall: z.array(z.number().nullable()),
  /** Days with the most publications of one of our sites, in order; at most four. */
  outings: z.array(Outing),
})
export type Surfaces = z.infer<typeof Surfaces>

/** Grouping of Products OOS: a row per product and post, a row per product, or replaced products. */
export const OOS_GROUPS = ['article', 'product', 'replaced'] as const
export type OosGroup = (typeof OOS_GROUPS)[number]

export const SURFACES_VIEWS = ['publishers', 'ours'] as const
export type SurfacesView = (typeof SURFACES_VIEWS)[number]

/** A user's display settings for reports; null for the default. An address without parameters uses them. */
export const ReportChoices = z.object({
  /** Rows per page of Keyword Winners. */
  winners_size: z.literal(WINNERS_PAGE_SIZES).nullable(),
  /** View of Content Surfaces: a line per publisher, or ours against the others. */
  surfaces_view: z.enum(SURFACES_VIEWS).nullable(),
  /** Grouping of Products OOS; the default if left out. */
  oos_group: z.enum(OOS_GROUPS).nullable().default(null),
})
export type ReportChoices = z.infer<typeof ReportChoices>

export const shareOfVoiceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/stats',
    access: ['ViewKeywords'],
    summary: 'Who held a keyword on each day; default: the last ninety days.',
    query: z.object({ keyword_id: Id, from: Day.optional(), to: Day.optional() }),
    answer: z.array(Stat),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/stats/:id',
    access: ['ViewKeywords'],
    summary: 'One stat with the article’s content.',
    params: z.object({ id: Id }),
    answer: Stat,
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/api/stats/calendar',
    access: ['ViewKeywords'],
    summary: 'A keyword’s days in numbers, and the events of the keyword and its articles.',
    query: z.object({ keyword_id: Id, from: Day, to: Day }),
    answer: Calendar,
  }),
  readChoices: endpoint({
    method: 'GET',
    path: '/api/stats/choices',
    access: ['ViewKeywords'],
    summary: 'Your report settings.',
    answer: ReportChoices,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/stats/choices',
    access: ['ViewKeywords'],
    summary: 'Change your report settings.',
    body: ReportChoices,
    answer: ReportChoices,
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/stats/find',
    access: ['ViewKeywords'],
    summary: 'The latest stat of a keyword that one of our sites won; with a day, the latest up to that day.',
    query: z.object({ keyword: Id, until: Day.optional() }),
    answer: z.object({ stat_id: z.number(), publisher: z.string(), parsed_data: ParsedStory }),
  }),
  winners: endpoint({
    method: 'GET',
    path: '/api/stats/keyword-winners',
    access: ['ViewKeywords'],
    summary: 'A page of tracked keywords with who held them on each day of the range.',
    query: WinnersQuery,
    /** With `is_more` there are more than `total`; counting stopped there. */
    answer: z.object({
      meta: z.object({ total: z.number(), is_more: z.boolean() }),
      data: z.array(WinnerRow),
    }),
  }),
  hasReport: endpoint({
    method: 'GET',
    path: '/api/stats/has-share-of-voice-report',
    access: ['ViewKeywords'],
    summary: 'For each day of the range, whether data was collected.',
    query: z.object({ dateRange: DateRange }),
    answer: z.record(z.string(), z.boolean()),
  }),
  dayCsv: endpoint({
    method: 'GET',
    path: '/api/stats/share-of-voice-analysis.csv',
    access: ['ViewKeywords'],
    summary: 'All data collected on a day, as CSV.',
    query: z.object({ date: Day }),
    answer: Download,
    download: [CSV],
  }),
  surfaces: endpoint({
    method: 'GET',
    path: '/api/stats/content-surfaces',
    access: ['ViewKeywords'],
    summary: 'Keywords held by each publisher on each day, and in total.',
    query: SurfacesQuery,
    answer: Surfaces,
  }),
  surfacesXlsx: endpoint({
    method: 'GET',
    path: '/api/stats/content-surfaces.xlsx',
    access: ['ViewKeywords'],
    summary: 'The same as a workbook.',
    query: SurfacesQuery,
    answer: Download,
    download: [XLSX],
  }),
  exportRaw: endpoint({
    method: 'POST',
    path: '/api/stats/keyword-winners-raw',
    access: ['ViewKeywords'],
    reads: true,
    summary: 'Prepare every stat behind Keyword Winners as CSV.',
    body: WinnersFile,
    answer: ExportJob,
    status: 202,
  }),
  exportReport: endpoint({
    method: 'POST',
    path: '/api/stats/keyword-winners-report',
    access: ['ViewKeywords'],
    reads: true,
    summary: 'Prepare Keyword Winners as a workbook: a row per keyword, a column per day.',
    body: WinnersFile,
    answer: ExportJob,
    status: 202,
  }),
}
