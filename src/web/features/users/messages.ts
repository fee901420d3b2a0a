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
