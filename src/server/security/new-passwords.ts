import { guessableFault, type PasswordOwner } from '#shared/features/auth/rules.ts'
import { RequestInvalid } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

const COMMON = 'This password is one of those that are tried first. Please choose another one.'

/** Refuses a new password that who knows its owner, or a list of common ones, would try first. */
export function refuseGuessable(password: string, owner: PasswordOwner, field: string): void {
  const fault = isCommonPassword(password) ? COMMON : guessableFault(password, owner)
  if (fault !== null) throw new RequestInvalid('body', [{ path: field, message: fault }])
}
