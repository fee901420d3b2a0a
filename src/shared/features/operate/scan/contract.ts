import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, text } from '../../../http/fields.ts'
import { SCAN_FIX_NAMES, SCAN_FUNCTIONS, SCAN_STATUSES } from './rules.ts'

/** The pictures of scans and their features, by what they stand for. */
export const SCAN_ICONS = [
  'systems',
  'desk',
  'posts',
  'board',
  'products',
  'publishers',
  'warehouse',
  'market',
  'research',
  'searches',
  'sheets',
  'assistant',
  'games',
  'accounts',
  'mail',
  'pictures',
  'articles',
  'keywords',
  'server',
] as const
export type ScanIcon = (typeof SCAN_ICONS)[number]

export const ScanItem = z.object({
  label: z.string(),
  value: z.string(),
  status: z.enum(SCAN_STATUSES),
  /** Explanation and remedy; null if no action is needed. */
  tip: z.string().nullable(),
  /** The fix available here, as `PUT` expects it; null if none. */
  fix: z.enum(SCAN_FIX_NAMES).nullable(),
  /** The site concerned; null if none. */
  site_id: z.number().nullable(),
  /** The article concerned; null if none. */
  article_id: z.number().nullable(),
})
export type ScanItem = z.infer<typeof ScanItem>

export const ScanFunction = z.object({
  id: z.enum(SCAN_FUNCTIONS),
  name: z.string(),
  /** `default`: not run, or nothing connected. `processing`: used by screens while they wait. */
  status: z.enum(SCAN_STATUSES),
  items: z.array(ScanItem),
  /** Last run; null if none. */
  ran_at: Timestamp.nullable(),
  /** In milliseconds. */
  took: z.number().nullable(),
  /** The user who last ran it; null for a scheduled run. */
  ran_by: z.string().nullable(),
  /** What its last runs came to, the oldest first. */
  history: z.array(z.enum(SCAN_STATUSES)),
})
export type ScanFunction = z.infer<typeof ScanFunction>

export const ScanFeature = z.object({
  name: z.string(),
  icon: z.enum(SCAN_ICONS),
  functions: z.array(ScanFunction),
})
export type ScanFeature = z.infer<typeof ScanFeature>

export const Scan = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.enum(SCAN_ICONS),
  features: z.array(ScanFeature),
})
export type Scan = z.infer<typeof Scan>

const FunctionParams = z.object({ id: z.enum(SCAN_FUNCTIONS) })
const OfSite = z.object({
  /** Only findings about this site. */
  site: Id.optional(),
})

export const scanEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/scan',
    access: ['ManageScan'],
    summary: 'All scan functions with their latest results; `total` is their number.',
    query: OfSite.extend({
      /** Only this function. */
      function: z.enum(SCAN_FUNCTIONS).optional(),
    }),
    answer: z.object({ data: z.array(Scan), total: z.number() }),
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/scan/:id',
    access: ['ManageScan'],
    summary: 'Run one scan function now; only its result is stored.',
    params: FunctionParams,
    query: OfSite,
    answer: ScanFunction,
    perMinute: 240,
  }),
  fix: endpoint({
    method: 'PUT',
    path: '/api/scan/:id',
    access: ['ManageScan'],
    summary: 'Apply a fix named by a function’s latest result, and run the function again.',
    params: FunctionParams,
    body: z.object({ fix: text(60) }),
    answer: ScanFunction,
    perMinute: 60,
  }),
}
