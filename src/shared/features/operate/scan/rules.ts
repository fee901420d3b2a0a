import type { Permission } from '../../../access/permissions.ts'
import { keysOf } from '../../../format/keys.ts'

/** States of a scan function. `processing` is shown while a screen waits for the answer. */
export const SCAN_STATUSES = ['error', 'processing', 'success', 'warning', 'default'] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]

/** Outcomes of a run, the worst first. `default`: the checked system is not connected. */
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
  'second-factors',
  'event-hooks',
  'sign-in-provider',
  'digests',
] as const
export type ScanFunctionId = (typeof SCAN_FUNCTIONS)[number]

/** Hour of the nightly scan, in the workspace's time zone. */
export const SCAN_HOUR = 4

/** Fixes that the scan offers, and what they do. */
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
  /** Explanation and remedy; null if no action is needed. */
  tip: string | null
  /** Name of the fix available here; null if none. */
  fix: ScanFix | null
  /** Id of the site concerned; null if none. */
  siteId: number | null
  /** Id of the article concerned, if any. */
  articleId?: number | null
  /** What users need to see it, besides the right to scan. */
  access?: readonly Permission[]
}

/** What a function comes to: the worst that it found. */
export const outcomeOf = (items: readonly Pick<FoundItem, 'status'>[]): ScanOutcome =>
  SCAN_OUTCOMES.find((outcome) => items.some(({ status }) => status === outcome)) ?? 'success'
