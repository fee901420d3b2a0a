/** What can stand at a function of the scan. `processing` is what a screen shows while it waits for the answer. */
export const SCAN_STATUSES = ['error', 'processing', 'success', 'warning', 'default'] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]

/** What a run may come to, the worst first. */
export const SCAN_OUTCOMES = ['error', 'warning', 'success'] as const
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number]

/** One thing that a function looked at, and what it found there. */
export interface FoundItem {
  label: string
  value: string
  status: ScanOutcome
  /** What it means, and what mends it; null where nothing is to be done. */
  tip: string | null
  /** The name of what mends it from here; null where nothing does. */
  fix: string | null
  /** Code of the site that it is about; null where it is about none. */
  site: string | null
}

/** What a function comes to: the worst that it found. */
export const outcomeOf = (items: readonly Pick<FoundItem, 'status'>[]): ScanOutcome =>
  SCAN_OUTCOMES.find((outcome) => items.some(({ status }) => status === outcome)) ?? 'success'
