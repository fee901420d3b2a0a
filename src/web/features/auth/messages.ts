/** Every sentence of the sign-in and profile screens that is not a validation message of the contract. */
export const MESSAGES = {
  signInError: 'Sign-in error',
  invalidConfirmation: 'Invalid confirmation',
  linkNotRead: 'Your link could not be looked up.',
  createPassword: 'Please create a new password:',
  resetSent: 'Check your mail',
  resetFailed: 'Could not ask for a reset link',
  confirmFailed: 'Could not create the password',
  resetNotDone: 'Could not set the new password',
  passwordChanged: 'Password Changed',
  passwordNotChanged: 'Error changing password.',
  notConfirmed: 'Couldn’t confirm it’s you',
  underConstruction: 'Sorry, Under Construction.',
  sessionsFailed: 'Your sessions could not be read.',
  sessionEnded: 'Signed out there',
  sessionsEnded: 'Signed out of',
  sessionNotEnded: 'Could not sign out there',
  nowhereElse: 'You are signed in nowhere else.',
} as const

export const welcome = (firstName: string) => `Welcome, ${firstName}!`
export const hello = (firstName: string) => `Hello, ${firstName}!`
export const passwordIsOther = (firstName: string) =>
  `${firstName} cannot be let in by one click any more: the password is another one by now, or the account is locked. Look around as somebody else.`

/** Begun before it was written down with what. */
export const UNKNOWN_DEVICE = 'An unknown device'

export const ELSEWHERE = {
  title: 'Sign out elsewhere',
  content: 'Every other session of yours ends at once. You stay signed in here.',
  okText: 'Sign out elsewhere',
  cancelText: 'Cancel',
  danger: true,
} as const
