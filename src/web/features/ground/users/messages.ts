import { fullName, type Named } from '#shared/format/full-name.ts'

/** All texts of the users' screens except the contract's validation messages. */
export const MESSAGES = {
  usersFailed: 'Users could not be searched.',
  rolesFailed: 'Roles could not be searched.',
  userFailed: 'Couldn’t load the user.',
  notSaved: 'Error saving user.',
  created: 'User created.',
  updated: 'User updated.',
  mailFailed: 'Couldn’t send the test email.',
  lockQuestion: 'Do you want to lock this user?',
  articlesCount: 'Articles count is not available',
  /** The specification's spelling. */
  neverSignedIn: 'unkown',
  sessionsFailed: 'Couldn’t load the sessions.',
  signedOut: 'Signed out everywhere',
  notSignedOut: 'Couldn’t sign this user out.',
  nowhere: 'No active sessions.',
  noSuchUser: 'This user doesn’t exist.',
} as const

/** The name as typed so far, or a fallback while it is empty. */
export const nameOf = (user: Named, otherwise = 'this user') => fullName(user).trim() || otherwise

export const adminQuestion = (user: Named) => `Make ${nameOf(user)} an admin?`

export const ADMIN_WARNING =
  'Admins create and lock users, change roles, manage sites and revoke access to connected systems.'

export const lockConsequence = (user: Named, isNew: boolean) =>
  isNew
    ? 'No invitation is sent, and the user can’t sign in until unlocked.'
    : `Saving signs ${nameOf(user)} out everywhere. They can’t sign in until unlocked.`

/** Asked of an admin who is about to give up their own admin role. */
export const OWN_LOSS = {
  title: 'Give up your own admin rights?',
  content: 'Once you save, you’re no longer an admin. Only another admin can undo this.',
  okText: 'Give up rights',
  cancelText: 'Stay admin',
  danger: true,
} as const

/** Asked before signing out a user. */
export const signOutQuestion = (user: Named, isOwn: boolean) =>
  isOwn
    ? {
        title: 'Sign out elsewhere',
        content: 'Your other sessions end right away. You stay signed in here.',
        okText: 'Sign out elsewhere',
        danger: true,
      }
    : {
        title: `Sign ${nameOf(user)} out everywhere?`,
        content: 'All their sessions end right away. They can sign in again.',
        okText: 'Sign out everywhere',
        danger: true,
      }
