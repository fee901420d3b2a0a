import { z } from 'zod'
import { CSV, Download } from '../../http/download.ts'
import { endpoint } from '../../http/endpoint.ts'
import { oldVersionOf } from '../../http/errors.ts'
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
} from '../../http/fields.ts'

import { ARTICLE_STATUSES } from '../articles/rules.ts'
import { tidyKeyword, tidyTag } from './rules.ts'

export const KEYWORD_MAXIMUM = 255
export const TAG_MAXIMUM = 50
/** No list of tags is longer. */
export const MOST_TAGS = 2000
/** So far people may turn pages; beyond it, filters find more than pages. */
const PAGE_MAXIMUM = 200

export const Keyword = z.object({ keyword_id: z.number(), keyword: z.string() })
export type Keyword = z.infer<typeof Keyword>

export const Tag = z.object({ tag_id: z.number(), tag: z.string() })
export type Tag = z.infer<typeof Tag>

export const KeywordRow = z.object({
  keyword_id: z.number(),
  keyword: z.string(),
  is_tracked: z.boolean(),
  /** What a save sends back, so that nobody writes over what they have not seen. */
  version: z.number(),
  created_at: z.string(),
  tags: z.array(Tag),
  sites: z.array(z.object({ site_id: z.number(), display_name: z.string(), logo_url: z.string() })),
  /** The newest ten, drafts only for their owners. */
  articles: z.array(
    z.object({ article_id: z.number(), title: z.string(), status: z.string(), site_id: z.number() }),
  ),
  /** How many comments people have written. */
  comments: z.number(),
  /** The latest day with data: who held the keyword, ours first. */
  last_result: z.object({ day: z.string(), publisher: z.string(), is_winning: z.boolean() }).nullable(),
  /** The days back from that one, a letter each: ours held it (`w`), others did (`l`), no data (`-`); at most 90. */
  history: z.string(),
  /** Percent of the days with data among the last 30 on which one of ours held it; null without data. */
  winning_percentage: z.number().nullable(),
})
export type KeywordRow = z.infer<typeof KeywordRow>

/** Which keywords: every part narrows, and within a part any of the values will do. */
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
  /** Tracked ones that one of ours held on that day, or before it where it has no data, and others hold now. */
  lostSince: Day.optional(),
  /** The other way round. */
  wonSince: Day.optional(),
})
export type KeywordFilter = z.output<typeof KeywordFilter>

/** `moved` is by the day on which the keyword went from one side to the other: of one day, what was lost first. */
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

const KeywordPage = z.object({
  meta: z.object({
    total: z.number(),
    /** There are more than `total`: counting on would take longer than it is worth. */
    isMore: z.boolean(),
  }),
  data: z.array(KeywordRow),
})
export type KeywordPage = z.infer<typeof KeywordPage>

const TagText = text(TAG_MAXIMUM).transform(tidyTag)
/** A tag by its number or by its words; words that no tag has yet become one. */
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

/** What is not sent stays as it is. */
export const KeywordChange = z.object({
  keyword: Words.optional(),
  tags: TagChoices.optional(),
  sites: SiteChoices.optional(),
  tracked: z.boolean().optional(),
  version: z.number().int().min(0).optional(),
})
export type KeywordChange = z.output<typeof KeywordChange>

/** What has become of the tracked keywords since a person was here last. */
const Moves = z.object({
  /** The day that is compared with the latest one. */
  since: z.string(),
  /** When the person was here last, before today; null where nobody knows. */
  visited_at: z.string().nullable(),
  tracked: z.number(),
  /** Tracked ones that one of ours holds, of those that were ever collected. */
  held: z.number(),
  collected: z.number(),
  lost: z.number(),
  won: z.number(),
  /** What stands in the person's list of pending articles; null for whoever has none. */
  articles: z
    .object({
      /** Requested ones. */
      waiting: z.number(),
      /** Since when the oldest of them was requested. */
      waiting_since: z.string().nullable(),
      /** The person's own that were returned. */
      returned: z.number(),
    })
    .nullable(),
  /** Where today is still being collected: how many of how many. */
  collecting: z.object({ done: z.number(), total: z.number() }).nullable(),
})
export type Moves = z.infer<typeof Moves>

/** What stands in the way of a keyword: the number of the one that has its words. */
const Taken = z.object({ keyword_id: z.number() })

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
    body: KeywordBody,
    /** `change_id` undoes it. */
    answer: KeywordRow.extend({ change_id: z.number().nullable() }),
    refusals: { 409: Taken },
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

/** `GET /api/keywords` as those see it who ask for a page. */
export const keywordPage = endpoint({ ...keywordEndpoints.list, answer: KeywordPage })

/** The same call as those see it who only say what is typed. */
export const keywordSuggestions = endpoint({
  ...keywordEndpoints.list,
  query: KeywordFilter.pick({ keyword: true }),
  answer: z.array(Keyword),
})
