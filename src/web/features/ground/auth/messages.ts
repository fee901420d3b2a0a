import type { SignInMethod } from '#shared/features/ground/auth/rules.ts'
import { greeting } from '#shared/format/full-name.ts'

/** All texts of the sign-in and profile screens except the contract's validation messages. */
export const MESSAGES = {
  signInError: 'Sign-in error',
  invalidConfirmation: 'Invalid confirmation',
  linkNotRead: 'Couldn’t check your link.',
  createPassword: 'Please create a new password:',
  resetSent: 'Check your email',
  resetFailed: 'Couldn’t send a reset link',
  confirmFailed: 'Couldn’t create the password',
  resetNotDone: 'Couldn’t set the new password',
  passwordChanged: 'Password Changed',
  passwordNotChanged: 'Error changing password.',
  notConfirmed: 'Couldn’t confirm it’s you',
  underConstruction: 'Sorry, Under Construction.',
  sessionsFailed: 'Couldn’t load your sessions.',
  sessionEnded: 'Signed out',
  sessionsEnded: 'Signed out of',
  sessionNotEnded: 'Couldn’t sign out',
  nowhereElse: 'No other sessions.',
} as const

/** A link from a mail that was used or has expired. */
export const DEAD_LINK = {
  reset: {
    title: 'This link no longer works',
    text: 'It’s incomplete, has been used or replaced, or has expired. We can send you a new one.',
  },
  invitation: {
    title: 'This invitation no longer works',
    text: 'It’s incomplete, has been used or replaced, or has expired. Sign in if you have a password. If not, ask an administrator for a new invitation.',
  },
} as const

export const welcome = (firstName: string) => `${greeting('Welcome', firstName)}!`
export const hello = (firstName: string) => `${greeting('Hello', firstName)}!`
export const passwordIsOther = (firstName: string) =>
  `${firstName} can’t sign in with one click: the password has changed or the account is locked. Choose another person.`

/** For sessions started before devices were stored. */
export const UNKNOWN_DEVICE = 'Unknown device'

/** How a session was begun. */
export const METHOD_LABELS: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  totp: 'Password and code',
  recovery: 'Password and recovery code',
  passkey: 'Passkey',
  provider: 'Sign-in provider',
}

export const ELSEWHERE = {
  title: 'Sign out elsewhere',
  content: 'Your other sessions end right away. You stay signed in here.',
  okText: 'Sign out elsewhere',
  cancelText: 'Cancel',
  danger: true,
} as const
