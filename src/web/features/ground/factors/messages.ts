import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import type { Factor } from '#shared/features/ground/factors/rules.ts'
import { longDay } from '#shared/format/day.ts'

/** All texts of the second factor, except the messages of the contract and of the server. */
export const MESSAGES = {
  confirmTitle: 'Confirm it’s you',
  needsFactor: 'Your account needs a second factor.',
  lastMinute: 'This step ends in 1 minute.',
  lost: 'I’ve lost all of these',
  askAdmin: 'Ask an administrator to reset your second factor. You’ll get a link by mail.',
  passkeyPrompt:
    'Use your fingerprint, face or screen lock on this device or another one that has your passkey.',
  notConfirmed: 'Couldn’t confirm it’s you',
  passkeyFailed: 'Couldn’t use the passkey',
  noPasskeys: 'This browser can’t use passkeys.',
  knownPasskey: 'This device already has a passkey for your account.',
  notLoaded: 'Couldn’t load how you sign in.',
  confirmNote:
    'We ask you to confirm it’s you before you add or remove a way to sign in. After each change, you get an email and a notice.',
  passkeysOn: 'The quickest way in. A passkey counts as both factors.',
  passkeysOff: 'Sign in with your fingerprint, face or screen lock. A passkey counts as both factors.',
  totpOff: 'A six-digit code from an app on your phone.',
  totpUnreadable: 'Your authenticator app has to be set up again. The server was restored without its key.',
  recoveryOff: 'You’ll get ten codes with your first passkey or authenticator app.',
  recoveryOn: 'For when you have neither phone nor laptop.',
  alwaysAsks: 'Always asks for a second factor too.',
  onlyWay: 'Right now, it’s the only way into your account.',
  totpTurnedOn: 'Authenticator app turned on',
  totpNotTurnedOn: 'Couldn’t turn on the authenticator app',
  totpRemoved: 'Authenticator app removed',
  totpNotRemoved: 'Couldn’t remove the authenticator app',
  passkeyAdded: 'Passkey added',
  passkeyNotAdded: 'Couldn’t add the passkey',
  passkeyRenamed: 'Passkey renamed',
  passkeyNotRenamed: 'Couldn’t rename the passkey',
  passkeyRemoved: 'Passkey removed',
  passkeyNotRemoved: 'Couldn’t remove the passkey',
  codesNotMade: 'Couldn’t make new codes',
  keepCodes:
    'If you lose your phone and laptop, sign in with your password and one of these codes. Each works once. You won’t see them again.',
  kept: 'I’ve kept them somewhere safe',
  required: 'Your workspace requires a second factor.',
  dueReason: 'Your workspace requires one. Setting it up takes about a minute.',
  enrolPasskey: 'Your fingerprint, face or screen lock. Nothing to type.',
  enrolLate: 'Couldn’t continue',
  enrolDone: 'Your second factor is set up, but Copydesk isn’t answering.',
  reset: 'Second factor reset',
  notReset: 'Couldn’t reset the second factor',
} as const

export const ENROL_TITLE = 'Set up a second factor'

/** Why nothing else opens. */
export function enrolWords({ second_factor_due: day, second_factor_scope: scope }: SignedInUser): string {
  const whose = scope === 'administrators' ? 'Every administrator here' : 'Everybody here'
  return `${whose} ${day === undefined ? 'needs one' : `has needed one since ${longDay(day)}`}. It takes about a minute. Until then nothing else opens.`
}

export const dueWords = (day: string, today: string) =>
  `You’ll need a second factor from ${longDay(day, { hasYear: day.slice(0, 4) !== today.slice(0, 4) })}.`

export const FACTOR_LABELS: Readonly<Record<Factor, string>> = {
  passkey: 'Passkey',
  totp: 'Code',
  recovery: 'Recovery code',
}

const LAST_FACTOR =
  'It’s your only second factor. Your recovery codes go too, and your password alone will be enough to sign in.'

/** Asked before a factor is removed. */
export const removeQuestion = (name: string, isLast: boolean) => ({
  title: `Remove ${name}?`,
  content: isLast ? LAST_FACTOR : 'You won’t be able to sign in with it any more.',
  okText: 'Remove',
  cancelText: 'Cancel',
  danger: true,
})

export const NEW_CODES = {
  title: 'Make new recovery codes?',
  content: 'You get ten new ones. The old ones stop working at once.',
  okText: 'Make new codes',
  cancelText: 'Cancel',
} as const

export const CLOSE_CODES = {
  title: 'Close without keeping the codes?',
  content: 'You won’t see them again. You can make new ones in your profile.',
  okText: 'Close',
  cancelText: 'Go back',
  danger: true,
} as const

/** Asked before an administrator resets another user's factors. */
export const resetQuestion = (name: string) => ({
  title: `Reset the second factor of ${name}?`,
  content:
    'This removes their passkeys, authenticator app and recovery codes, disconnects their account at a sign-in provider, and signs them out everywhere. We’ll notify them and all other administrators.',
  okText: 'Reset the second factor',
  cancelText: 'Cancel',
  danger: true,
})
