import { HOUR_MS } from '#shared/format/duration.ts'

/** A reviewer who has not come back for so long is believed to have gone: milliseconds. */
export const CLAIM_LASTS_MS = HOUR_MS
