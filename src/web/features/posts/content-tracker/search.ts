import { z } from 'zod'
import { LISTED } from '#shared/features/desk/alert-rules/rules.ts'
import { CONTENT_COLUMNS } from '#shared/features/posts/content-tracker/contract.ts'
import { FLAGS, NO_FLAG, REFRESH_HIGH } from '#shared/features/posts/content-tracker/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { PageField, wholeNumber } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'

const REFRESH_CHOICES = [70, REFRESH_HIGH, 30, 10]

/** Filters that exclude posts. */
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
  status: {
    kind: 'one',
    label: 'Status',
    none: 'Any status',
    from: 'taskStatuses',
    address: z.coerce.string().max(1000).optional().catch(undefined),
  },
  priority: {
    kind: 'one',
    label: 'Priority',
    none: 'Any priority',
    from: 'taskPriorities',
    address: z.coerce.string().max(1000).optional().catch(undefined),
  },
} as const satisfies ListFilters<ChoiceSource>

export const PANELS = ['products', 'earnings', 'notes'] as const
export type PanelName = (typeof PANELS)[number]

/** The address of the Content Tracker. Invalid values are ignored. */
export const TrackerSearch = z.object({
  ...parametersOf(TRACKER_FILTERS),
  title: z.coerce.string().max(200).default('').catch(''),
  flag: z
    .enum([...FLAGS, NO_FLAG])
    .optional()
    .catch(undefined),
  ...orderIn(CONTENT_COLUMNS, 'EARNINGS', 'desc'),
  page: PageField.catch(1),
  /** The open row, by site and post, and its open panel. */
  post: z.string().max(140).optional().catch(undefined),
  /** `alerts` shows the alert rules instead of the posts. */
  tab: z
    .enum([...PANELS, 'alerts'])
    .optional()
    .catch(undefined),
  /** The open alert rule; 0 is a new one. */
  rule: wholeNumber(0, 2_147_483_647).optional().catch(undefined),
  /** The open list of that rule, and its week of the past year. */
  listed: z.enum(LISTED).optional().catch(undefined),
  week: z.iso.date().optional().catch(undefined),
  /** Opens the export. */
  export: z.coerce.string().max(1).optional().catch(undefined),
})
export type TrackerSearch = z.output<typeof TrackerSearch>

const FILTER_NAMES = [...keysOf(TRACKER_FILTERS), 'title', 'flag'] as const

/** The open panel of a row. */
export const panelOf = ({ tab }: TrackerSearch): PanelName =>
  tab === 'alerts' ? 'products' : (tab ?? 'products')

/** Filters that exclude posts from the list. */
export const FILTERED = { address: TrackerSearch, filters: FILTER_NAMES }

/** The parts that a saved view stores. */
export const VIEW = {
  schema: TrackerSearch,
  parameters: [...FILTER_NAMES, 'sort', 'sortOrder'],
} as const

/** Another list has other rows, so the open row is closed. */
export const CLOSED = { post: undefined, tab: undefined } as const

/** Maps the address's names to the API's names. */
export const contentFilterOf = ({
  site,
  refresh,
  status,
  priority,
  title,
  flag,
  sort,
  sortOrder,
}: TrackerSearch) => ({
  sort,
  sortOrder,
  ...(site === undefined ? {} : { site }),
  ...(refresh === undefined ? {} : { refresh }),
  ...(status === undefined ? {} : { status }),
  ...(priority === undefined ? {} : { priority }),
  ...(title === '' ? {} : { title }),
  ...(flag === undefined ? {} : { flag }),
})
