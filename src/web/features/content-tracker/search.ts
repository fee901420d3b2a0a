import { z } from 'zod'
import { LISTED } from '#shared/features/alert-rules/rules.ts'
import { CONTENT_COLUMNS } from '#shared/features/content-tracker/contract.ts'
import { REFRESH_HIGH } from '#shared/features/content-tracker/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { PageField, wholeNumber } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../filters/messages.ts'

const REFRESH_CHOICES = [70, REFRESH_HIGH, 30, 10]

/** What leaves posts out. */
export const TRACKER_FILTERS = {
  site: {
    kind: 'one',
    label: 'Site',
    none: 'All sites',
    from: 'siteCodes',
    address: z.string().max(20).optional().catch(undefined),
  },
  refresh: {
    kind: 'one',
    label: 'Minimum refresh score',
    none: 'Refresh: any',
    from: REFRESH_CHOICES.map((value) => ({ value, label: `Refresh ≥ ${value}` })),
    address: z.coerce.number().int().min(1).max(100).optional().catch(undefined),
  },
} as const satisfies ListFilters<ChoiceSource>

export const PANELS = ['products', 'earnings', 'notes'] as const
export type PanelName = (typeof PANELS)[number]

/** What the address of the Content Tracker keeps. Wrong values count as not said. */
export const TrackerSearch = z.object({
  ...parametersOf(TRACKER_FILTERS),
  title: z.coerce.string().max(200).default('').catch(''),
  flag: z.string().max(50).optional().catch(undefined),
  ...orderIn(CONTENT_COLUMNS, 'EARNINGS', 'desc'),
  page: PageField.catch(1),
  /** The row that is open, by site and post, and what of it is shown. */
  post: z.string().max(140).optional().catch(undefined),
  /** `alerts` shows the alert rules in place of the posts. */
  tab: z
    .enum([...PANELS, 'alerts'])
    .optional()
    .catch(undefined),
  /** The alert rule that is open; 0 is one that is being written. */
  rule: wholeNumber(0, 2_147_483_647).optional().catch(undefined),
  /** What of that rule is listed, and of which week of the past year. */
  listed: z.enum(LISTED).optional().catch(undefined),
  week: z.iso.date().optional().catch(undefined),
  /** Opens the export. */
  export: z.coerce.string().max(1).optional().catch(undefined),
})
export type TrackerSearch = z.output<typeof TrackerSearch>

const FILTER_NAMES = [...keysOf(TRACKER_FILTERS), 'title', 'flag'] as const

/** What of an open row is shown. */
export const panelOf = ({ tab }: TrackerSearch): PanelName =>
  tab === 'alerts' ? 'products' : (tab ?? 'products')

/** What leaves posts out of the list. */
export const FILTERED = { address: TrackerSearch, filters: FILTER_NAMES }

/** What a saved view keeps. */
export const VIEW = {
  schema: TrackerSearch,
  parameters: [...FILTER_NAMES, 'sort', 'sortOrder'],
} as const

/** Another list has other rows: none of them is open. */
export const CLOSED = { post: undefined, tab: undefined } as const

/** The address's names as the call's. */
export const contentFilterOf = ({ site, refresh, title, flag, sort, sortOrder }: TrackerSearch) => ({
  sort,
  sortOrder,
  ...(site === undefined ? {} : { site }),
  ...(refresh === undefined ? {} : { refresh }),
  ...(title === '' ? {} : { title }),
  ...(flag === undefined ? {} : { flag }),
})
