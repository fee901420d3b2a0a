/** A reviewer who has not come back for so long is believed to have gone: milliseconds. */
export const CLAIM_LASTS_MS = 60 * 60 * 1000
