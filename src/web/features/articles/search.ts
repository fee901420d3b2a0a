import { z } from 'zod'
import { ARTICLE_SORTS } from '#shared/features/articles/contract.ts'
import { Day, Id, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../filters/messages.ts'

/** Anything that does not fit leaves the address and falls back to its default. */
const optionalId = Id.optional().catch(undefined)
const page = PageField.catch(1)
const optionalDay = Day.optional().catch(undefined)
const ids = z.array(Id).max(100).optional().catch(undefined)
const words = z.array(z.string().max(30)).max(100).optional().catch(undefined)

/** What is said about an article in a dialog of its own. */
export const DECISIONS = ['approve', 'return', 'reject', 'resubmit'] as const
export type Decision = (typeof DECISIONS)[number]

/** My Pending Articles: the page, and which dialog is open. */
export const PendingSearch = z.object({
  page,
  /** Article Details of this article. */
  article: optionalId,
  /** The article dialog on this article. */
  edit: optionalId,
  /** The article dialog on a new one. */
  new: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
  /** What is being decided, and on which article: it is still open after signing in again. */
  decide: z.enum(DECISIONS).optional().catch(undefined),
  on: optionalId,
})
export type PendingSearch = z.output<typeof PendingSearch>

/** What leaves articles out: sites and statuses are chosen in the headers of their columns. */
export const HISTORY_FILTERS = {
  createdAtBegin: { kind: 'days', label: 'Requested At', until: 'createdAtEnd', address: optionalDay },
  createdAtEnd: { kind: 'bare', address: optionalDay },
  users: { kind: 'users', label: 'Users', address: ids },
  site: { kind: 'bare', address: ids },
  status: { kind: 'bare', address: words },
} as const satisfies ListFilters<ChoiceSource>

/** Articles History: named like the parameters of the call that it becomes. */
export const HistorySearch = z.object({
  page,
  ...orderIn(ARTICLE_SORTS, 'article_id', 'desc'),
  ...parametersOf(HISTORY_FILTERS),
  article: optionalId,
})
export type HistorySearch = z.output<typeof HistorySearch>

/** The page of an article: how it is read, and which dialog is open. */
export const ArticleSearch = z.object({
  view: z.enum(['changes', 'clean', 'before']).catch('changes').default('changes'),
  /** The article dialog on this article. */
  edit: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
  /** Article Details. */
  details: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
})
export type ArticleSearch = z.output<typeof ArticleSearch>
