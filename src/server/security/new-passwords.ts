import { guessableFault, PASSWORD_MINIMUM, type PasswordOwner } from '#shared/features/ground/auth/rules.ts'
import { RequestInvalid } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

const COMMON = 'This password is among the first that attackers try. Please choose another one.'

/** Keys beside each other: rows of the keyboard, the alphabet and the digits. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890', '0987654321']

/** The part that a text repeats from its beginning to its end; the text itself if it repeats none. */
const repeatedPart = (text: string) => /^(.+?)\1*$/s.exec(text)?.[1] ?? text

/** Fewer keys in their order are chance. */
const SHORTEST_RUN = 3

/**
 * Length of the run at the start of a text: one repeated key, or neighbouring keys in order; 0 if there is
 * none.
 */
function runAtStart(text: string): number {
  const isRun = (length: number) => {
    const run = text.slice(0, length)
    return /^(.)\1*$/s.test(run) || ROWS.some((row) => row.includes(run) || reversed(row).includes(run))
  }
  let length = SHORTEST_RUN
  if (text.length < length || !isRun(length)) return 0
  while (length < text.length && isRun(length + 1)) length += 1
  return length
}

const reversed = (text: string) => [...text].toReversed().join('')

/** Whether a text is nothing but runs of keys: `qwertyasdfgh`, `aaabbb123`. */
function isAllRuns(text: string): boolean {
  let rest = text
  for (let run = runAtStart(rest); run > 0; run = runAtStart(rest)) rest = rest.slice(run)
  return rest === ''
}

/** Whether a password only repeats a part that would not be accepted alone, or consists of keyboard runs. */
function isPattern(password: string): boolean {
  const text = password.trim().toLowerCase()
  const part = repeatedPart(text)
  const isRepeated = part.length < text.length
  if (isRepeated && (part.length < PASSWORD_MINIMUM || isCommonPassword(part))) return true
  return isAllRuns(text) || isAllRuns(part)
}

/**
 * Refuses a new password that attackers would try first: a common one, or one built from the owner’s names.
 */
export function refuseGuessable(password: string, owner: PasswordOwner, field: string): void {
  const fault = isCommonPassword(password) || isPattern(password) ? COMMON : guessableFault(password, owner)
  if (fault !== null) throw new RequestInvalid('body', [{ path: field, message: fault }])
}
