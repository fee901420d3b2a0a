export const PASSWORD_MINIMUM = 8

/** Left besides a name, so few letters make nobody's secret. */
const FEW_LETTERS = 4
/** Shorter names stand in too many words. */
const SHORTEST_NAME = 3
const PRODUCT = 'copydesk'

/** Why a password cannot be used, whoever wants it; null where it can. */
export function passwordFault(password: string): string | null {
  if (password.length < PASSWORD_MINIMUM) return `The password needs at least ${PASSWORD_MINIMUM} characters.`
  return password.trim() === '' ? 'The password needs more than blanks.' : null
}

export interface PasswordOwner {
  firstName: string
  lastName: string
  username: string
}

/** What is left of a text that holds one of the names; null where it holds none. */
function withoutNames(text: string, names: readonly string[]): string | null {
  const held = names.filter((name) => name.length >= SHORTEST_NAME && text.includes(name))
  if (held.length === 0) return null
  const longestFirst = held.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((rest, name) => rest.replaceAll(name, ''), text)
}

/** Why a password can be guessed by who knows the product or its owner; null where it cannot. */
export function guessableFault(password: string, owner: PasswordOwner): string | null {
  const said = password.toLowerCase()
  const address = owner.username.split('@')[0] ?? ''
  const own = [owner.firstName, owner.lastName, address, ...address.split(/[._+-]/)]
    .flatMap((name) => [name, ...name.split(/\s+/)])
    .map((name) => name.toLowerCase())
  const rest = withoutNames(said, [...own, PRODUCT])
  if (rest === null || rest.replace(/\P{L}/gu, '').length >= FEW_LETTERS) return null
  return 'The password is made of your name or ours, which is tried first. Please choose another one.'
}
