import { z } from 'zod'
import { ARTICLE_SORTS } from '#shared/features/articles/articles/contract.ts'
import { ARTICLE_STATUSES } from '#shared/features/articles/articles/rules.ts'
import { Day, Id, listOf, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'

/** Invalid values are removed from the address and replaced by defaults. */
const optionalId = Id.optional().catch(undefined)
const page = PageField.catch(1)
const optionalDay = Day.optional().catch(undefined)
const ids = listOf(Id).catch(undefined)
const statuses = listOf(z.enum(ARTICLE_STATUSES)).catch(undefined)

/** Decisions about an article that have a dialog. */
export const DECISIONS = ['approve', 'return', 'reject', 'resubmit'] as const
export type Decision = (typeof DECISIONS)[number]

/** The address of My Pending Articles: the page and the open dialog. */
export const PendingSearch = z.object({
  page,
  /** Article Details of this article. */
  article: optionalId,
  /** The article dialog on this article. */
  edit: optionalId,
  /** The article dialog on a new one. */
  new: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
  /** The open decision and its article; in the address so that it survives a new sign-in. */
  decide: z.enum(DECISIONS).optional().catch(undefined),
  on: optionalId,
})
export type PendingSearch = z.output<typeof PendingSearch>

/** Filters that exclude articles; sites and statuses are chosen in the headers of their columns. */
export const HISTORY_FILTERS = {
  createdAtBegin: { kind: 'days', label: 'Requested At', until: 'createdAtEnd', address: optionalDay },
  createdAtEnd: { kind: 'bare', address: optionalDay },
  users: { kind: 'users', label: 'Users', address: ids },
  site: { kind: 'bare', address: ids },
  status: { kind: 'bare', address: statuses },
} as const satisfies ListFilters<ChoiceSource>

/** The address of Articles History, with the parameter names of the API call. */
export const HistorySearch = z.object({
  page,
  ...orderIn(ARTICLE_SORTS, 'article_id', 'desc'),
  ...parametersOf(HISTORY_FILTERS),
  article: optionalId,
})
export type HistorySearch = z.output<typeof HistorySearch>

/** The address of an article's page: its view and the open dialog. */
export const ArticleSearch = z.object({
  view: z.enum(['changes', 'clean', 'before']).catch('changes').default('changes'),
  /** The article dialog on this article. */
  edit: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
  /** Article Details. */
  details: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
})
export type ArticleSearch = z.output<typeof ArticleSearch>
