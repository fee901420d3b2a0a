import { z } from 'zod'
import { ARTICLE_STATUSES, statusLabel } from '#shared/features/articles/articles/rules.ts'
import {
  KEYWORD_MAXIMUM,
  KEYWORD_SORTS,
  type KeywordRow,
} from '#shared/features/keywords/keywords/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Day, Id, listOf, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'

const optionalId = Id.optional().catch(undefined)
const ids = listOf(Id).catch(undefined)
const day = Day.optional().catch(undefined)

/** The columns of the table, in display order. */
export const KEYWORD_COLUMNS = [
  'keyword',
  'sites',
  'tags',
  'is_tracked',
  'articleStatus',
  'last_result',
  'moved',
  'week',
  'winning_percentage',
  'comments',
  'created_at',
] as const
export type KeywordColumn = (typeof KEYWORD_COLUMNS)[number]

const flag = z.coerce.string().pipe(z.literal('1')).optional().catch(undefined)

/** The filters offered in the "add filter" menu. Invalid values are ignored. */
export const KEYWORD_FILTERS = {
  articleStatus: {
    kind: 'many',
    label: 'By article status',
    none: 'Any status',
    word: statusLabel,
    from: 'statuses',
    address: listOf(z.enum(ARTICLE_STATUSES)).catch(undefined),
  },
  tracked: {
    kind: 'either',
    label: 'By tracking',
    from: [
      { value: true, label: 'Tracked' },
      { value: false, label: 'Not tracked' },
    ],
    address: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  },
  sites: { kind: 'many', label: 'By sites', none: 'Any site', from: 'sites', address: ids },
  tags: { kind: 'many', label: 'By tags', none: 'Any tag', from: 'tags', address: ids },
  createdFrom: { kind: 'days', label: 'By date', until: 'createdTo', isShort: true, address: day },
  createdTo: { kind: 'bare', address: day },
  // Changed rankings: chosen above the list.
  lostSince: { kind: 'bare', address: day },
  wonSince: { kind: 'bare', address: day },
} as const satisfies ListFilters<ChoiceSource>

/** The address of Keywords Summary: filters, order and open panels. Invalid values are ignored. */
export const KeywordsSearch = z.object({
  page: PageField.catch(1),
  ...orderIn(KEYWORD_SORTS, 'created_at', 'desc'),
  keyword: z.coerce.string().max(KEYWORD_MAXIMUM).default('').catch(''),
  ...parametersOf(KEYWORD_FILTERS),
  /** The visible columns, if they are not the default ones. */
  columns: z.array(z.enum(KEYWORD_COLUMNS)).min(1).optional().catch(undefined),
  /** The row that is open; `comments=1` opens its comments. */
  keyword_id: optionalId,
  comments: flag,
  /** The first tab of the open row. By default, rows show their losses when the list is about changes. */
  tab: z.enum(['voice', 'lost']).optional().catch(undefined),
  /** The open row fills the window. */
  full: flag,
  /** The month of the open row's calendar, as `2026-11`, or the year, as `2026`. */
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

/** Whether the address opens a dialog. */
export const isDialogOpen = (search: KeywordsSearch): boolean =>
  [search.new, search.edit, search.targets, search.request].some((named) => named !== undefined)

/** Filters that can exclude keywords. */
export const FILTERS = ['keyword', ...keysOf(KEYWORD_FILTERS)] as const

/** The parts of the address that a saved view stores: filters, columns and order. */
export const VIEW = {
  schema: KeywordsSearch,
  parameters: [...FILTERS, 'columns', 'sort', 'sortOrder'],
} as const

/** The filters alone, in the shape of the API call. */
export const filterOf = ({ keyword, tracked, ...search }: KeywordsSearch) => ({
  ...(keyword === '' ? {} : { keyword }),
  ...(tracked === undefined ? {} : { tracked: tracked ? ('true' as const) : ('false' as const) }),
  createdFrom: search.createdFrom,
  createdTo: search.createdTo,
  tags: search.tags,
  sites: search.sites,
  articleStatus: search.articleStatus,
  lost_since: search.lostSince,
  won_since: search.wonSince,
})

/** Whether the list is about changed rankings. */
export const asksWhatMoved = ({ sort, lostSince, wonSince }: KeywordsSearch): boolean =>
  sort === 'moved' || lostSince !== undefined || wonSince !== undefined

/** Initial value of an added filter: tracked is on, dates start with today. */
export function begun(name: string, today: string): Partial<KeywordsSearch> {
  if (name === 'tracked') return { tracked: true, page: 1 }
  if (name === 'createdFrom') return { createdFrom: today, createdTo: today, page: 1 }
  return {}
}

/**
 * The row opened by default when the list is about changes: the first row if it was lost, until the user
 * opens another one.
 */
export function leadOf(search: KeywordsSearch, rows: readonly KeywordRow[] | undefined): number | undefined {
  const [first] = rows ?? []
  const isFirst = search.sort === 'moved' && search.sortOrder === 'desc' && search.page === 1
  return isFirst && search.keyword_id === undefined && first && isKeywordLost(first)
    ? first.keyword_id
    : undefined
}

/** Other publishers hold the keyword now, and one of our sites held it before. */
export const isKeywordLost = ({
  last_result: result,
  history,
}: Pick<KeywordRow, 'last_result' | 'history'>) =>
  result !== null && !result.is_winning && history.includes('w')
