import { DAY_MS } from '#shared/format/duration.ts'
import { dayAt, dayWords } from '../../../format/day.ts'

/** What a review is called: by the organisation's day on which it was begun. */
export const reviewTitle = (beganAt: Date, timeZone: string): string =>
  `Access review of ${dayWords(dayAt(beganAt, timeZone), '')}`

/** Days after the beginning of a review when the next one is suggested. */
export const REVIEW_EVERY_DAYS = 90
/** Days without use after which an account gets a warning. */
export const UNUSED_AFTER_DAYS = 90

/** `revoking` is under way; `closed` was closed at the system itself, where Copydesk cannot. */
export const REVIEW_DECISIONS = ['keep', 'revoking', 'revoked', 'closed'] as const
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number]

/** `left`: locked or offboarded. `nobody`: owner unknown. `own`: an account that Copydesk signs in with. */
export const STANDINGS = ['left', 'nobody', 'own', 'known'] as const
export type AccountStanding = (typeof STANDINGS)[number]

/** Filters for accounts. `unseen`: not used for 90 days. `unknown`: last use unknown. */
export const REVIEW_FACTS = ['undecided', 'left', 'nobody', 'unseen', 'unknown', 'recent'] as const
export type ReviewFact = (typeof REVIEW_FACTS)[number]

export const DECISION_WORDS: Readonly<Record<ReviewDecision | 'undecided', string>> = {
  undecided: 'Undecided',
  keep: 'Kept',
  revoking: 'Revoking …',
  revoked: 'Revoked',
  closed: 'Closed there',
}

export const STANDING_WORDS: Readonly<Record<AccountStanding, string>> = {
  left: 'Left the company',
  nobody: 'No matching person',
  own: 'Used by Copydesk',
  known: 'Works here',
}

/** The email of an account; service accounts have none, only a name inside Copydesk. */
export const reviewedEmail = (email: string | null): string | null =>
  email?.startsWith('service:') ? null : email

/** Before this moment, an account counts as not used. */
export const unusedBefore = (beganAt: Date): Date => new Date(beganAt.getTime() - UNUSED_AFTER_DAYS * DAY_MS)

/** Whether a review is due; `lastBegan` is null if there was none since `since`. */
export const isReviewDue = (now: Date, lastBegan: Date | null, since: Date): boolean =>
  now.getTime() - (lastBegan ?? since).getTime() >= REVIEW_EVERY_DAYS * DAY_MS
