import { fullName, type Named } from '#shared/format/full-name.ts'

/** Every sentence of the users' screens that is not a validation message of the contract. */
export const MESSAGES = {
  usersFailed: 'Users could not be searched.',
  rolesFailed: 'Roles could not be searched.',
  userFailed: 'The user could not be read.',
  notSaved: 'Error saving user.',
  created: 'User created.',
  updated: 'User updated.',
  mailFailed: 'The test email could not be sent.',
  lockQuestion: 'Do you want to lock this user?',
  articlesCount: 'Articles count is not available',
  /** Spelled as the people who use it know it. */
  neverSignedIn: 'unkown',
  sessionsFailed: 'The sessions could not be read.',
  signedOut: 'Signed out everywhere',
  notSignedOut: 'Could not sign this user out.',
  nowhere: 'Signed in nowhere.',
  noSuchUser: 'There is no user with this number.',
} as const

/** The name as typed so far, or what stands for it while there is none. */
export const nameOf = (user: Named, otherwise = 'this user') => fullName(user).trim() || otherwise

export const adminQuestion = (user: Named) => `Make ${nameOf(user)} an admin?`

export const ADMIN_WARNING =
  'Admins create and lock users, change roles, manage sites and revoke access to connected systems.'

export const lockConsequence = (user: Named, isNew: boolean) =>
  isNew
    ? 'No invitation is mailed, and nobody can sign in with this account until it is unlocked.'
    : `${nameOf(user)} is signed out everywhere once you save, and cannot sign in until unlocked.`

/** Asked of an admin who is about to stop being one. */
export const OWN_LOSS = {
  title: 'Give up your own admin rights?',
  content: 'Once you save, you are no longer an admin, and only another admin can make you one again.',
  okText: 'Give them up',
  cancelText: 'Stay admin',
  danger: true,
} as const

/** Asked before somebody is signed out. */
export const signOutQuestion = (user: Named, isOwn: boolean) =>
  isOwn
    ? {
        title: 'Sign out elsewhere',
        content: 'Every other session of yours ends at once. You stay signed in here.',
        okText: 'Sign out elsewhere',
        danger: true,
      }
    : {
        title: `Sign ${nameOf(user)} out everywhere?`,
        content: 'Every session ends at once. They may sign in again with their password.',
        okText: 'Sign out everywhere',
        danger: true,
      }
