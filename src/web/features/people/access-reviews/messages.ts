import type {
  AccessReview,
  ReviewedAccount,
  ReviewSummary,
} from '#shared/features/people/access-reviews/contract.ts'
import {
  type AccountStanding,
  REVIEW_EVERY_DAYS,
  type ReviewDecision,
  type ReviewFact,
  UNUSED_AFTER_DAYS,
} from '#shared/features/people/access-reviews/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import type { Tone } from '#web/ui/cells/status-badge.tsx'

export const FAILURES = {
  list: 'Couldn’t load the access reviews.',
  read: 'Couldn’t load the review.',
  accounts: 'Couldn’t load the accounts.',
  begin: 'Couldn’t start the review.',
  decide: 'Couldn’t save the decision.',
  revoke: 'Couldn’t revoke the access.',
  askAgain: 'Couldn’t check the systems again.',
  finish: 'Couldn’t finish the review.',
} as const

/** The maximum number of accounts that a question names. */
const NAMED_MOST = 5

export const ABOUT = `Once a quarter, go through every account on every connected system and decide whether it stays. You’re reminded after ${REVIEW_EVERY_DAYS} days.`
export const NONE_YET = 'No reviews yet.'
export const NO_SUCH = 'This review doesn’t exist.'
export const UNSAID = 'What the systems’ lists leave out'
export const NOTHING_LISTED = 'The systems returned no accounts.'
export const NOTHING_FITS = 'No accounts match these filters.'
export const STILL_ASKING = 'No system has answered yet.'
export const EXPORT_ABOUT =
  'One row per account: owner, last use, decision, who made it and when; plus the systems that didn’t answer.'
export const NOT_REVOCABLE =
  'We don’t know its email address. Close it in the system itself, then mark it as closed here.'
export const OWN_ACCOUNT = 'You can’t revoke your own access.'
export const COPYDESKS_OWN =
  'Copydesk signs in with this account. Set up another account in the system’s settings before you close this one.'

export const FACT_LOOKS: Readonly<Record<ReviewFact, { label: string; hint: string }>> = {
  undecided: { label: 'Undecided', hint: 'Not kept or revoked yet.' },
  left: { label: 'Left the company', hint: 'The person is locked in Copydesk or was offboarded.' },
  nobody: { label: 'No matching person', hint: 'No one in Copydesk has this address or name.' },
  unseen: {
    label: `Not used for ${UNUSED_AFTER_DAYS} days`,
    hint: `Last used more than ${UNUSED_AFTER_DAYS} days before the review started.`,
  },
  unknown: {
    label: 'Last use unknown',
    hint: 'The system doesn’t report last use, or the account was never used.',
  },
  recent: { label: 'Used recently', hint: `Used within ${UNUSED_AFTER_DAYS} days of the review.` },
}

export const DECISION_LOOKS: Readonly<Record<ReviewDecision, Tone>> = {
  keep: 'good',
  revoking: 'note',
  revoked: 'accent',
  closed: 'accent',
}

export const STANDING_TONES: Readonly<Record<AccountStanding, Tone>> = {
  left: 'bad',
  nobody: 'warn',
  own: 'note',
  known: 'quiet',
}

/** The state of the review in one line. */
export function standWords({ ended_at: endedAt, accounts, undecided, systems }: AccessReview): string {
  const waiting = systems.filter(({ state }) => state === 'waiting').length
  if (waiting > 0) return `Checking ${countedIn(waiting, 'system')} …`
  if (endedAt !== null) return `${countedIn(accounts, 'account')} reviewed`
  return undecided === 0
    ? `All ${countedIn(accounts, 'account')} decided`
    : `${counted(undecided)} of ${countedIn(accounts, 'account')} undecided`
}

export const summaryWords = ({ accounts, undecided, kept, revoked, failed }: ReviewSummary): string =>
  [
    countedIn(accounts, 'account'),
    ...(undecided > 0 ? [`${counted(undecided)} undecided`] : []),
    `${counted(kept)} kept`,
    `${counted(revoked)} revoked`,
    ...(failed > 0 ? [`${countedIn(failed, 'system')} didn’t answer`] : []),
  ].join(' · ')

export const nameOf = ({ person, name, email, account }: ReviewedAccount): string =>
  person?.name || name || email || account

export const keepLabel = (count: number): string =>
  `Keep ${counted(count)} used within ${UNUSED_AFTER_DAYS} days`

/** An account's name in a list of accounts. */
export const accountWords = (account: ReviewedAccount): string =>
  `${nameOf(account)} on ${account.operation_name}`

const LEFT_ONE = 'this person is locked in Copydesk or was offboarded.'
const LEFT_MORE = 'these people are locked in Copydesk or were offboarded.'

/** Asked before confirming the account of a person who has left. */
const keepLeftOneQuestion = (account: ReviewedAccount) => ({
  title: `Keep ${accountWords(account)}, who has left?`,
  content: 'The person is locked in Copydesk or was offboarded.',
  okText: 'Keep',
  cancelText: 'Cancel',
  danger: true,
})

/** Asked before confirming accounts if some belong to people who have left; null if none does. */
export function confirmLeftQuestion(accounts: readonly ReviewedAccount[]) {
  const left = accounts.filter(({ standing }) => standing === 'left')
  const [first] = left
  if (first === undefined) return null
  if (accounts.length === 1) return keepLeftOneQuestion(first)
  const isOne = left.length === 1
  const named = left.slice(0, NAMED_MOST).map(accountWords).join(', ')
  const more = left.length > NAMED_MOST ? ` and ${counted(left.length - NAMED_MOST)} more` : ''
  return {
    title: `Keep ${countedIn(accounts.length, 'account')}, ${counted(left.length)} of ${isOne ? 'a person who has' : 'people who have'} left?`,
    content: `${named}${more}: ${isOne ? LEFT_ONE : LEFT_MORE}`,
    okText: `Keep ${counted(accounts.length)}`,
    cancelText: 'Cancel',
    danger: true,
  }
}

export const revokeQuestion = (account: ReviewedAccount) => ({
  title: `Revoke ${nameOf(account)}’s access to ${account.operation_name}?`,
  content: `${account.account}: ${account.detail}. The account is closed and signed out.`,
  okText: 'Revoke',
  cancelText: 'Cancel',
  danger: true,
})

export const closedQuestion = (account: ReviewedAccount) => ({
  title: `Did you close ${nameOf(account)} in ${account.operation_name}?`,
  content: 'Copydesk can’t close or check this account, so the report will say you did.',
  okText: 'Mark as closed',
  cancelText: 'Cancel',
})

export const finishQuestion = ({ failed }: ReviewSummary) => ({
  title: 'Finish this review?',
  content:
    failed === 0
      ? 'You can’t change decisions afterwards. The report stays available.'
      : `${countedIn(failed, 'system')} didn’t answer; the report will say so. You can’t change decisions afterwards.`,
  okText: 'Finish',
  cancelText: 'Cancel',
})
