import { keysOf } from '../../format/keys.ts'

/** What can stand at a function of the scan. `processing` is what a screen shows while it waits for the answer. */
export const SCAN_STATUSES = ['error', 'processing', 'success', 'warning', 'default'] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]

/** What a run may come to, the worst first; `default` where what would be looked at is not connected at all. */
export const SCAN_OUTCOMES = ['error', 'warning', 'success', 'default'] as const
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number]

/** Everything that is looked at, by its name for machines. */
export const SCAN_FUNCTIONS = [
  'posts-account',
  'posts-live',
  'board-account',
  'board-sections',
  'webhooks',
  'products-account',
  'hits-account',
  'hits-fresh',
  'warehouse-account',
  'earnings-fresh',
  'market-account',
  'research-account',
  'searches-account',
  'searches-fresh',
  'sheets-account',
  'assistant-account',
  'games-account',
  'github-accounts',
  'slack-accounts',
  'google-workspace-accounts',
  'asana-accounts',
  'atlassian-accounts',
  'wordpress-accounts',
  'mail-account',
  'tasks-exist',
  'tasks-current',
  'posts-exist',
  'posts-current',
  'posts-edited',
  'keyword-statuses',
  'pictures-account',
  'pictures-there',
  'jobs-failed',
  'jobs-begun',
  'disk',
  'clock',
  'backup',
] as const
export type ScanFunctionId = (typeof SCAN_FUNCTIONS)[number]

/** The hour of the day at which everything is scanned by itself, where the workspace is. */
export const SCAN_HOUR = 4

/** What can be mended from the scan, and what is done then. */
export const SCAN_FIXES = {
  'restart-webhooks': 'Restarts inactive webhooks and fetches missed changes from their boards.',
  'retry-copies': 'Retries every copy that’s out of date.',
  'request-copies': 'Creates missing tasks and posts. Existing ones aren’t duplicated.',
  'retry-jobs': 'Retries all failed jobs.',
  'recount-statuses': 'Recomputes the statuses of these keywords from their articles.',
} as const
export type ScanFix = keyof typeof SCAN_FIXES
export const SCAN_FIX_NAMES = keysOf(SCAN_FIXES)

/** One thing that a function looked at, and what it found there. */
export interface FoundItem {
  label: string
  value: string
  status: ScanOutcome
  /** What it means, and what mends it; null where nothing is to be done. */
  tip: string | null
  /** The name of what mends it from here; null where nothing does. */
  fix: ScanFix | null
  /** Number of the site that it is about; null where it is about none. */
  siteId: number | null
  /** Number of the article that it is about, where it is about one. */
  articleId?: number | null
}

/** What a function comes to: the worst that it found. */
export const outcomeOf = (items: readonly Pick<FoundItem, 'status'>[]): ScanOutcome =>
  SCAN_OUTCOMES.find((outcome) => items.some(({ status }) => status === outcome)) ?? 'success'
