import { z } from 'zod'
import { ARTICLE_STATUSES } from '#shared/features/articles/rules.ts'
import { KEYWORD_MAXIMUM, KEYWORD_SORTS } from '#shared/features/keywords/contract.ts'
import { Day, Id, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import type { FilterName } from './messages.ts'

const optionalId = Id.optional().catch(undefined)
const ids = z.array(Id).max(100).optional().catch(undefined)
const day = Day.optional().catch(undefined)
/** The columns of the table, in its order. */
export const KEYWORD_COLUMNS = [
  'keyword',
  'sites',
  'tags',
  'is_tracked',
  'articleStatus',
  'last_result',
  'winning_percentage',
  'comments',
  'created_at',
] as const
export type KeywordColumn = (typeof KEYWORD_COLUMNS)[number]

const flag = z.coerce.string().pipe(z.literal('1')).optional().catch(undefined)

/** Keywords Summary: what is looked for, in which order, and what is open. Wrong values count as not said. */
export const KeywordsSearch = z.object({
  page: PageField.catch(1),
  ...orderIn(KEYWORD_SORTS, 'created_at', 'desc'),
  keyword: z.coerce.string().max(KEYWORD_MAXIMUM).default('').catch(''),
  tracked: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  createdFrom: day,
  createdTo: day,
  tags: ids,
  sites: ids,
  articleStatus: z.array(z.enum(ARTICLE_STATUSES)).optional().catch(undefined),
  /** The columns that are shown, where they are not the usual ones. */
  columns: z.array(z.enum(KEYWORD_COLUMNS)).min(1).optional().catch(undefined),
  /** The row that is open; `comments=1` opens its comments. */
  keyword_id: optionalId,
  comments: flag,
  /** The open row fills the window. */
  full: flag,
  /** The month that the open row's calendar shows, as `2026-11`; a year, as `2026`, where it shows one. */
  month: z.coerce
    .string()
    .regex(/^\d{4}(-\d\d)?$/)
    .optional()
    .catch(undefined),
  new: flag,
  edit: optionalId,
  /** The keyword whose articles are shown. */
  targets: optionalId,
  /** The stat whose story is compared with ours. */
  compare: optionalId,
  /** The keyword for which an article is being requested. */
  request: optionalId,
})
export type KeywordsSearch = z.output<typeof KeywordsSearch>

/** Does the address name a dialog? */
export const isDialogOpen = (search: KeywordsSearch): boolean =>
  [search.new, search.edit, search.targets, search.request].some((named) => named !== undefined)

/** What each filter keeps in the address. */
const PARAMETERS = {
  status: ['articleStatus'],
  tracking: ['tracked'],
  sites: ['sites'],
  tags: ['tags'],
  date: ['createdFrom', 'createdTo'],
} as const satisfies Record<FilterName, readonly (keyof KeywordsSearch)[]>

/** What leaves keywords out. */
export const FILTERS = ['keyword', ...Object.values(PARAMETERS).flat()] as const

/** What a saved view keeps: filters, columns and order. */
export const VIEW = {
  schema: KeywordsSearch,
  parameters: [...FILTERS, 'columns', 'sort', 'sortOrder'],
} as const

/** The change that takes a filter away: its parameters go, and the list begins anew. */
export const without = (name: FilterName): Partial<KeywordsSearch> => ({
  ...Object.fromEntries(PARAMETERS[name].map((parameter) => [parameter, undefined])),
  page: 1,
})

export const isInForce = (search: KeywordsSearch, name: FilterName): boolean =>
  PARAMETERS[name].some((parameter) => search[parameter] !== undefined)

/** What a filter begins with when it is added: tracked, and today. */
export function begun(name: FilterName, today: string): Partial<KeywordsSearch> {
  if (name === 'tracking') return { tracked: true, page: 1 }
  if (name === 'date') return { createdFrom: today, createdTo: today, page: 1 }
  return {}
}

/** The filters alone, as the call takes them. */
export const filterOf = (search: KeywordsSearch) => ({
  ...(search.keyword === '' ? {} : { keyword: search.keyword }),
  ...(search.tracked === undefined
    ? {}
    : { tracked: search.tracked ? ('true' as const) : ('false' as const) }),
  ...(search.createdFrom === undefined ? {} : { createdFrom: search.createdFrom }),
  ...(search.createdTo === undefined ? {} : { createdTo: search.createdTo }),
  ...(search.tags === undefined ? {} : { tags: search.tags }),
  ...(search.sites === undefined ? {} : { sites: search.sites }),
  ...(search.articleStatus === undefined ? {} : { articleStatus: search.articleStatus }),
})
