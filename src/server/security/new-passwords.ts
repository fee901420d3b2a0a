import { guessableFault, type PasswordOwner } from '#shared/features/auth/rules.ts'
import { RequestInvalid } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

const COMMON = 'This password is one of those that are tried first. Please choose another one.'

/** Keys beside each other: rows of the keyboard, the alphabet and the digits. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890', '0987654321']
const SHORT_PART = 4

/** The part that a text repeats from its beginning to its end; the text itself if it repeats none. */
const repeatedPart = (text: string) => /^(.+?)\1*$/s.exec(text)?.[1] ?? text

/** Whether a password is a short or common part over and over, or keys in their order. */
function isPattern(password: string): boolean {
  const text = password.trim().toLowerCase()
  const part = repeatedPart(text)
  const isRepeated = part.length < text.length
  if (isRepeated && (part.length <= SHORT_PART || isCommonPassword(part))) return true
  const backwards = [...part].toReversed().join('')
  return ROWS.some((row) => row.includes(part) || row.includes(backwards))
}

/** Refuses a new password that who knows its owner, or a list of common ones, would try first. */
export function refuseGuessable(password: string, owner: PasswordOwner, field: string): void {
  const fault = isCommonPassword(password) || isPattern(password) ? COMMON : guessableFault(password, owner)
  if (fault !== null) throw new RequestInvalid('body', [{ path: field, message: fault }])
}
