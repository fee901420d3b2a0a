import type {
  AccessReview,
  ReviewedAccount,
  ReviewSummary,
} from '#shared/features/access-reviews/contract.ts'
import {
  type AccountStanding,
  REVIEW_EVERY_DAYS,
  type ReviewDecision,
  type ReviewFact,
  UNUSED_AFTER_DAYS,
} from '#shared/features/access-reviews/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import type { Tone } from '#web/ui/status-badge.tsx'

export const FAILURES = {
  list: 'The access reviews could not be read.',
  read: 'The review could not be read.',
  accounts: 'The accounts could not be read.',
  begin: 'The review could not be begun.',
  decide: 'The decision could not be kept.',
  revoke: 'The access could not be revoked.',
  askAgain: 'The systems could not be asked again.',
  finish: 'The review could not be finished.',
} as const

/** So many accounts a question names. */
const NAMED_MOST = 5

export const ABOUT = `Every account on every connected system, gone through once a quarter: whose it is, when it was used last, and whether it stays. Whoever may do so is reminded after ${REVIEW_EVERY_DAYS} days.`
export const NONE_YET = 'No review was begun yet.'
export const NO_SUCH = 'There is no such review.'
export const UNSAID = 'What their lists do not say'
export const NOTHING_LISTED = 'No system has named an account.'
export const NOTHING_FITS = 'No account fits these filters.'
export const EXPORT_ABOUT =
  'Every account with whose it is, its last use, what was decided, by whom and when; and the systems that could not be asked.'
export const NOT_REVOCABLE = 'Its address is not known: close it at the system itself, and say so here.'
export const OWN_ACCOUNT = 'Nobody can revoke their own access.'
export const COPYDESKS_OWN =
  'Copydesk signs in with this account. Give it another one in its settings before this one is closed.'

export const FACT_LOOKS: Readonly<Record<ReviewFact, { label: string; hint: string }>> = {
  undecided: { label: 'Undecided', hint: 'Neither kept nor revoked yet.' },
  left: { label: 'Have left', hint: 'The person is locked in Copydesk, or was offboarded.' },
  nobody: { label: 'Nobody known', hint: 'No person of Copydesk has this address or name.' },
  unseen: {
    label: `Not used for ${UNUSED_AFTER_DAYS} days`,
    hint: `Last used more than ${UNUSED_AFTER_DAYS} days before the review was begun.`,
  },
  unknown: {
    label: 'Last use unknown',
    hint: 'The system does not say when the account was used, or it never was.',
  },
  recent: { label: 'Used lately', hint: `Used within ${UNUSED_AFTER_DAYS} days of the review.` },
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

/** The review in one line. */
export function standWords({ ended_at: endedAt, accounts, undecided, systems }: AccessReview): string {
  const waiting = systems.filter(({ state }) => state === 'waiting').length
  if (waiting > 0) return `Asking ${countedIn(waiting, 'system')} …`
  if (endedAt !== null) return `${countedIn(accounts, 'account')} gone through`
  return undecided === 0
    ? `All ${countedIn(accounts, 'account')} are decided`
    : `${counted(undecided)} of ${countedIn(accounts, 'account')} undecided`
}

export const summaryWords = ({ accounts, undecided, kept, revoked, failed }: ReviewSummary): string =>
  [
    countedIn(accounts, 'account'),
    ...(undecided > 0 ? [`${counted(undecided)} undecided`] : []),
    `${counted(kept)} kept`,
    `${counted(revoked)} revoked`,
    ...(failed > 0 ? [`${countedIn(failed, 'system')} not asked`] : []),
  ].join(' · ')

export const nameOf = ({ person, name, email, account }: ReviewedAccount): string =>
  person?.name || name || email || account

export const keepWords = (count: number): string =>
  `Keep ${counted(count)} used within ${UNUSED_AFTER_DAYS} days`

/** An account, as it is spoken of where others are beside it. */
export const accountWords = (account: ReviewedAccount): string =>
  `${nameOf(account)} on ${account.operationName}`

const LEFT_ONE = 'the person is locked in Copydesk, or was offboarded.'
const LEFT_MORE = 'these people are locked in Copydesk, or were offboarded.'

/** Asked where an account that is kept is of somebody who is gone. */
const keepLeftOneQuestion = (account: ReviewedAccount) => ({
  title: `Keep ${accountWords(account)}, who has left?`,
  content: 'The person is locked in Copydesk, or was offboarded.',
  okText: 'Keep',
  cancelText: 'Cancel',
  danger: true,
})

/** Asked where some of those that are kept are of people who are gone; null where none is. */
export function keepLeftQuestion(accounts: readonly ReviewedAccount[]) {
  const left = accounts.filter(({ standing }) => standing === 'left')
  const [first] = left
  if (first === undefined) return null
  if (accounts.length === 1) return keepLeftOneQuestion(first)
  const isOne = left.length === 1
  const named = left.slice(0, NAMED_MOST).map(accountWords).join(', ')
  const more = left.length > NAMED_MOST ? ` and ${counted(left.length - NAMED_MOST)} more` : ''
  return {
    title: `Keep ${countedIn(accounts.length, 'account')}, ${counted(left.length)} of ${isOne ? 'somebody who has' : 'people who have'} left?`,
    content: `${named}${more}: ${isOne ? LEFT_ONE : LEFT_MORE}`,
    okText: `Keep ${counted(accounts.length)}`,
    cancelText: 'Cancel',
    danger: true,
  }
}

export const revokeQuestion = (account: ReviewedAccount) => ({
  title: `Revoke the access of ${nameOf(account)} to ${account.operationName}?`,
  content: `${account.account}: ${account.detail}. The account is closed there, and signed out.`,
  okText: 'Revoke',
  cancelText: 'Cancel',
  danger: true,
})

export const closedQuestion = (account: ReviewedAccount) => ({
  title: `Was ${nameOf(account)} closed at ${account.operationName}?`,
  content: 'Copydesk cannot close or look for this account. Your word stands in the report.',
  okText: 'It was closed',
  cancelText: 'Cancel',
})

export const finishQuestion = ({ failed }: ReviewSummary) => ({
  title: 'Finish this review?',
  content:
    failed === 0
      ? 'Its report stays; nothing can be decided in it afterwards.'
      : `${countedIn(failed, 'system')} could not be asked. The report says so; nothing can be decided in it afterwards.`,
  okText: 'Finish',
  cancelText: 'Cancel',
})
