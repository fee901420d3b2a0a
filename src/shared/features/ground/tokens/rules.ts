/** What an API token begins with, so that people and secret scanners recognize it. */
export const TOKEN_PREFIX = 'cdk_'
/** How much of a token stays visible in lists. */
export const TOKEN_START_LENGTH = TOKEN_PREFIX.length + 4

export const TOKEN_NAME_MAXIMUM = 60
/** Days that the form offers; the sign-in rules may allow fewer. */
export const TOKEN_LIVES = [30, 90, 365] as const
export const USUAL_TOKEN_DAYS = 90

/** Unless the sign-in rules say otherwise. */
export const LONGEST_TOKEN_DAYS = 365
export const MOST_TOKENS = 20

/** How long the old token works after a rotation. */
export const ROTATION_HOURS = 24
/** The owner is reminded this many days before a token ends. */
export const REMINDER_DAYS = [14, 3] as const
/** For this long, ended and revoked tokens stay in the list. */
export const ENDED_KEPT_DAYS = 30
/** For this long, an address from which a token was never used before counts as new. */
export const NEW_ADDRESS_DAYS = 7

/** After so long without use, a list says so. */
export const UNUSED_DAYS = 90

export const TOKEN_KINDS = ['personal', 'service', 'assistant'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]
