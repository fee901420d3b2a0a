import { z } from 'zod'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { CSV, Download } from '../../../http/download.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import {
  Day,
  Id,
  IdInBody,
  IdParams,
  listOf,
  Offset,
  PageNumber,
  SortOrder,
  sortKey,
  text,
  wholeNumber,
} from '../../../http/fields.ts'
import { ARTICLE_STATUSES } from '../../articles/articles/rules.ts'
import { SiteMark } from '../../ground/sites/contract.ts'
import { tidyKeyword, tidyTag } from './rules.ts'

export const KEYWORD_MAXIMUM = 255
export const TAG_MAXIMUM = 50
/** Most tags in one list. */
export const MOST_TAGS = 2000
/** Last page that can be requested. Beyond it, filters are the better tool. */
const PAGE_MAXIMUM = 200

export const Keyword = z.object({ keyword_id: z.number(), keyword: z.string() })
export type Keyword = z.infer<typeof Keyword>

export const Tag = z.object({ tag_id: z.number(), tag: z.string() })
export type Tag = z.infer<typeof Tag>

export const KeywordRow = z.object({
  keyword_id: z.number(),
  keyword: z.string(),
  is_tracked: z.boolean(),
  /** Sent back with a save, so that no user overwrites a change they have not seen. */
  version: z.number(),
  created_at: Timestamp,
  tags: z.array(Tag),
  sites: z.array(SiteMark),
  /** The newest ten; drafts only for their owners. */
  articles: z.array(
    z.object({ article_id: z.number(), title: z.string(), status: z.string(), site_id: z.number() }),
  ),
  /** Live posts of our sites with this focus keyword, except those of the articles; at most ten. */
  posts: z.array(
    z.object({ site_id: z.number(), post_id: z.string(), title: z.string(), url: z.string().nullable() }),
  ),
  /** Number of comments. */
  comments: z.number(),
  /** The latest day with data and its holder; one of our sites comes first. */
  last_result: z.object({ day: DateOnly, publisher: z.string(), is_winning: z.boolean() }).nullable(),
  /**
   * The days back from the latest one, one letter each: won by ours (`w`), by others (`l`), no data (`-`). At
   * most 90.
   */
  history: z.string(),
  /**
   * Percent of days on which one of our sites held it, of the days with data in the last 30; null without
   * data.
   */
  winning_percentage: z.number().nullable(),
})
export type KeywordRow = z.infer<typeof KeywordRow>

/** Filter for keywords: all given parts must match, and any value within a part. */
export const KeywordFilter = z.object({
  keyword: text(KEYWORD_MAXIMUM).optional(),
  tracked: z
    .enum(['true', 'false', '1', '0'])
    .transform((value) => value === 'true' || value === '1')
    .optional(),
  createdFrom: Day.optional(),
  createdTo: Day.optional(),
  tags: listOf(Id),
  sites: listOf(Id),
  articleStatus: listOf(z.enum(ARTICLE_STATUSES)),
  /**
   * Tracked keywords that one of our sites held on that day, or on the last day with data before it, and that
   * others hold now.
   */
  lost_since: Day.optional(),
  /** The opposite. */
  won_since: Day.optional(),
})
export type KeywordFilter = z.output<typeof KeywordFilter>

/** `moved` sorts by the day on which the keyword changed sides; within one day, losses come first. */
export const KEYWORD_SORTS = ['keyword', 'winning_percentage', 'created_at', 'moved'] as const
export type KeywordSort = (typeof KEYWORD_SORTS)[number]

export const KeywordQuery = KeywordFilter.extend({
  limit: wholeNumber(1, PAGE_MAXIMUM).optional(),
  offset: Offset.optional(),
  currentPage: PageNumber.optional(),
  sort: sortKey('keywords', KEYWORD_SORTS).optional(),
  sortOrder: SortOrder.optional(),
})
export type KeywordQuery = z.output<typeof KeywordQuery>

export const KeywordPage = z.object({
  meta: z.object({
    total: z.number(),
    /** There are more than `total`: counting further would take too long. */
    is_more: z.boolean(),
  }),
  data: z.array(KeywordRow),
})
export type KeywordPage = z.infer<typeof KeywordPage>

const TagText = text(TAG_MAXIMUM).transform(tidyTag)
/** A tag by its id or by its words. Unknown words become a new tag. */
export const TagChoice = z.union([
  IdInBody.transform((tag_id) => ({ tag_id })),
  TagText.transform((tag) => ({ tag })),
  z.object({ tag_id: IdInBody, tag: text(TAG_MAXIMUM).optional() }).transform(({ tag_id }) => ({ tag_id })),
  z.object({ tag: TagText }),
])
export type TagChoice = z.output<typeof TagChoice>
export const TagChoices = z.array(TagChoice).max(100)

export const MISSING_KEYWORD = 'Please input a keyword!'

const Words = text(KEYWORD_MAXIMUM, undefined, MISSING_KEYWORD)
  .min(1, MISSING_KEYWORD)
  .transform(tidyKeyword)
  .refine((keyword) => keyword !== '', MISSING_KEYWORD)
const SiteChoices = z.array(IdInBody).max(100)

export const KeywordBody = z.object({
  keyword: Words,
  tags: TagChoices.default([]),
  sites: SiteChoices.default([]),
  tracked: z.boolean().default(true),
})
export type KeywordBody = z.output<typeof KeywordBody>

/** Most keywords that one call adds. */
export const MOST_ADDED = 500

export const KeywordsBody = KeywordBody.omit({ keyword: true }).extend({
  keywords: z.array(Words).min(1, MISSING_KEYWORD).max(MOST_ADDED),
})
export type KeywordsBody = z.output<typeof KeywordsBody>

/** Fields that are not sent stay as they are. */
export const KeywordChange = z.object({
  keyword: Words.optional(),
  tags: TagChoices.optional(),
  sites: SiteChoices.optional(),
  tracked: z.boolean().optional(),
  version: z.number().int().min(0).optional(),
})
export type KeywordChange = z.output<typeof KeywordChange>

/** Changes to the tracked keywords since the user's last visit. */
export const Moves = z.object({
  /** The day that is compared with the latest one. */
  since: DateOnly,
  /** The user's last visit before today; null if unknown. */
  visited_at: Timestamp.nullable(),
  tracked: z.number(),
  /** Tracked keywords that one of our sites holds, out of those with data. */
  held: z.number(),
  collected: z.number(),
  lost: z.number(),
  won: z.number(),
  /** The user's list of pending articles; null if the user has none. */
  articles: z
    .object({
      /** Number of requested articles. */
      waiting: z.number(),
      /** When the oldest of them was requested. */
      waiting_since: Timestamp.nullable(),
      /** The user's own articles that were returned. */
      returned: z.number(),
    })
    .nullable(),
  /** Progress while today is being collected. */
  collecting: z.object({ done: z.number(), total: z.number() }).nullable(),
})
export type Moves = z.infer<typeof Moves>

/** The id of the keyword that already has these words. */
export const Taken = z.object({ keyword_id: z.number() })

export const keywordEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/keywords',
    access: ['ViewKeywords', 'CreateArticle'],
    summary:
      'A page of keywords with the total. With only `keyword`, or no parameters, the ten best matches as a plain list.',
    query: KeywordQuery,
    answer: z.union([KeywordPage, z.array(Keyword)]),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/keywords/:id',
    access: ['ViewKeywords'],
    summary: 'One keyword as its row shows it.',
    params: IdParams,
    answer: KeywordRow,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/keywords',
    access: ['CreateArticle', 'KeywordsOpportunities', 'KeywordsUpload'],
    summary: 'Add a keyword. 409 with its id if it exists.',
    idempotent: true,
    body: KeywordBody,
    /** `change_id` undoes it. */
    answer: KeywordRow.extend({ change_id: z.number().nullable() }),
    refusals: { 409: Taken },
    status: 201,
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/api/keywords/batch',
    access: ['CreateArticle', 'KeywordsOpportunities', 'KeywordsUpload'],
    summary: `Add up to ${MOST_ADDED} keywords with the same tags, sites and tracking, as one change. Existing keywords are not changed.`,
    idempotent: true,
    body: KeywordsBody,
    /** `change_id` undoes it; null if all of them existed. */
    answer: z.object({
      added: z.array(Keyword),
      existing: z.array(Keyword),
      change_id: z.number().nullable(),
    }),
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/keywords/:id',
    access: ['CreateArticle'],
    summary:
      'Change a keyword, its tags, sites or tracking; omitted fields stay. With `version`, saving an old version answers 409 with the current keyword.',
    params: IdParams,
    body: KeywordChange,
    /** `change_id` undoes it; null where its tags, sites and tracking stayed as they were. */
    answer: KeywordRow.extend({ change_id: z.number().nullable() }),
    refusals: { 409: oldVersionOf(KeywordRow).extend(Taken.partial().shape) },
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/keywords/keywords.csv',
    access: ['ViewKeywords'],
    summary: 'All keywords that match the filter, as CSV.',
    query: KeywordQuery,
    answer: Download,
    download: [CSV],
  }),
  moves: endpoint({
    method: 'GET',
    path: '/api/keywords/moves',
    access: ['ViewKeywords'],
    summary:
      'The number of tracked keywords lost and won since your last visit before today, or in the last seven days.',
    answer: Moves,
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/keywords/tags',
    access: ['ViewKeywords'],
    summary: `All tags in alphabetical order, at most the first ${MOST_TAGS.toLocaleString('en')}.`,
    answer: z.array(Tag),
  }),
  searchTags: endpoint({
    method: 'GET',
    path: '/api/tags',
    access: ['ViewKeywords'],
    summary: `Tags by ID or by the typed text; without either, all of them. The first ${MOST_TAGS.toLocaleString('en')} at most.`,
    query: z.object({ ids: listOf(Id, 500), query: text(TAG_MAXIMUM).optional() }),
    answer: z.array(Tag),
  }),
}

/** The answer of `GET /api/keywords` when the caller requests a page. */
export const keywordPage = endpoint({ ...keywordEndpoints.list, answer: KeywordPage })

/** The answer of the same call when the caller sends only the typed words. */
export const keywordSuggestions = endpoint({
  ...keywordEndpoints.list,
  query: KeywordFilter.pick({ keyword: true }),
  answer: z.array(Keyword),
})
