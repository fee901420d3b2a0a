export const PASSWORD_MINIMUM = 8

/** With fewer letters besides a name, a password is guessable. */
const FEW_LETTERS = 4
/** Shorter names occur in too many words. */
const SHORTEST_NAME = 3
const PRODUCT = 'copydesk'

/** Why a password is invalid for any user; null if it is valid. */
export function passwordFault(password: string): string | null {
  if (password.length < PASSWORD_MINIMUM) return `Use at least ${PASSWORD_MINIMUM} characters.`
  return password.trim() === '' ? 'The password can’t be blank.' : null
}

export interface PasswordOwner {
  firstName: string
  lastName: string
  username: string
}

/** The rest of a text without the names it contains; null if it contains none. */
function withoutNames(text: string, names: readonly string[]): string | null {
  const held = names.filter((name) => name.length >= SHORTEST_NAME && text.includes(name))
  if (held.length === 0) return null
  const longestFirst = held.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((rest, name) => rest.replaceAll(name, ''), text)
}

/** Why a password can be guessed from the product's or its owner's name; null if it cannot. */
export function guessableFault(password: string, owner: PasswordOwner): string | null {
  const said = password.toLowerCase()
  const address = owner.username.split('@')[0] ?? ''
  const own = [owner.firstName, owner.lastName, address, ...address.split(/[._+-]/)]
    .flatMap((name) => [name, ...name.split(/\s+/)])
    .map((name) => name.toLowerCase())
  const rest = withoutNames(said, [...own, PRODUCT])
  if (rest === null || rest.replace(/\P{L}/gu, '').length >= FEW_LETTERS) return null
  return 'Don’t use your name or ours: these are guessed first. Choose another password.'
}

export const DEVICE_KINDS = ['computer', 'tablet', 'phone', 'program'] as const

export interface Device {
  /** As its owner would call it: `Chrome on Linux`. */
  name: string
  kind: (typeof DEVICE_KINDS)[number]
}

/** In this order: each of them says the names of those after it, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac OS X\b/, 'macOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
]

/** Device and browser from the user agent; for other programs, its first word. */
export function deviceOf(agent: string): Device {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(agent))
  if (system === undefined || !agent.startsWith('Mozilla/'))
    return { name: /^[\w.-]{1,40}/.exec(agent)?.[0] ?? 'A program', kind: 'program' }
  const [, name, kind] = system
  return { name: browser === undefined ? name : `${browser} on ${name}`, kind }
}

/** How a session was begun. `password` is a password alone, `provider` the sign-in provider. */
export const SIGN_IN_METHODS = ['password', 'totp', 'recovery', 'passkey', 'provider'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
