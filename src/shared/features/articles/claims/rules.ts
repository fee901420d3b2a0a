import { HOUR_MS } from '#shared/format/duration.ts'

/** Lifetime of a claim without activity, in milliseconds. */
export const CLAIM_LASTS_MS = HOUR_MS
