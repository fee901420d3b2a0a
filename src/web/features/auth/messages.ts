/** Every sentence of the sign-in and profile screens that is not a validation message of the contract. */
export const MESSAGES = {
  signInError: 'Sign-in error',
  invalidConfirmation: 'Invalid confirmation',
  createPassword: 'Please create a new password:',
  resetSent: 'Check your mail',
  resetFailed: 'Could not ask for a reset link',
  confirmFailed: 'Could not create the password',
  resetNotDone: 'Could not set the new password',
  passwordChanged: 'Password Changed',
  passwordNotChanged: 'Error changing password.',
  underConstruction: 'Sorry, Under Construction.',
  profileFailed: 'Could not read your profile',
} as const

export const welcome = (firstName: string) => `Welcome, ${firstName}!`
export const hello = (firstName: string) => `Hello, ${firstName}!`
export const passwordIsOther = (firstName: string) =>
  `${firstName} has another password by now. Sign in with it above, or look around as somebody else.`
