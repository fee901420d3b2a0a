import { readFileSync } from 'node:fs'

/**
 * The 10,000 passwords that are used most, in lower case and without those of fewer than eight characters: from
 * `passwords.json` of @zxcvbn-ts/language-common 4.1.3 (MIT; Dan Wheeler, Dropbox and the authors of zxcvbn-ts), whose
 * order is how often each is used.
 */
const LIST = new URL('./common-passwords.txt', import.meta.url)

let known: ReadonlySet<string> | undefined

/** Is it among those that are tried first? Read when somebody chooses a password for the first time. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(LIST, 'utf8').trim().split('\n'))
  return known.has(password.trim().toLowerCase())
}
