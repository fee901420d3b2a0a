import { DAY_MS } from '#shared/format/duration.ts'
import { keysOf } from '../../../format/keys.ts'

interface Described {
  /** What it decides, for people. */
  meaning: string
  /** Files that read it, below `src`; `npm run check` refuses a wrong list. */
  places: readonly string[]
}
interface BooleanFlag extends Described {
  type: 'boolean'
  default: boolean
}
interface EnumFlag extends Described {
  type: 'enum'
  values: readonly string[]
  default: string
}
interface StringFlag extends Described {
  type: 'string'
  default: string
}
type DeclaredFlag = BooleanFlag | EnumFlag | StringFlag

/** Preserves the literal type, so that readers of a flag get its own type. */
const flag = <const F extends DeclaredFlag>(declaration: F): F => declaration

/**
 * All flags of the product with their defaults. A flag switches a way of working, never a permission or a
 * protection. `npm run check` refuses a flag that is never read, and a reading of an unknown flag.
 */
export const FEATURE_FLAGS = {
  ARTICLE_PREFLIGHT: flag({
    type: 'boolean',
    default: true,
    meaning: 'Check articles against the catalogue and other articles before they go to QA.',
    places: [
      'server/features/articles/preflight/article-listener.ts',
      'server/features/articles/preflight/service.ts',
      'web/features/articles/articles/editor/use-preflight.ts',
    ],
  }),
  ASSISTANT: flag({
    type: 'boolean',
    default: true,
    meaning:
      'The bot answers questions in plain language if a language model is connected. Otherwise it only answers commands. Doesn’t affect assistants that connect with an API token.',
    places: ['server/features/desk/bot/assistant-reader.ts'],
  }),
  NOTICE_MAILS: flag({
    type: 'enum',
    values: ['all', 'mentions', 'none'],
    default: 'all',
    meaning: 'Which notices are also emailed to users who haven’t chosen, if email is set up.',
    places: ['server/features/ground/notices/ways-reader.ts'],
  }),
  REVIEW_CLAIMS: flag({
    type: 'boolean',
    default: true,
    meaning: 'Show others who is reviewing an article.',
    places: [
      'server/features/articles/claims/service.ts',
      'web/features/articles/articles/review/use-review-claim.ts',
    ],
  }),
  SAMPLE_SIGN_IN: flag({
    type: 'boolean',
    default: true,
    meaning: 'Let visitors sign in to the sample workspace with one click.',
    places: ['server/features/ground/system/service.ts'],
  }),
  SELF_APPROVAL: flag({
    type: 'boolean',
    default: true,
    meaning: 'Let QA approve articles they requested themselves, if the server’s settings allow it.',
    places: [
      'server/features/articles/articles/verbs/review-article.ts',
      'web/features/articles/articles/use-may-approve.ts',
    ],
  }),
  SIGN_IN_NOTICE: flag({
    type: 'string',
    default: '',
    meaning: 'The message above the sign-in form.',
    places: ['server/features/ground/system/service.ts'],
  }),
} as const

export type FlagName = keyof typeof FEATURE_FLAGS
export const FLAG_NAMES = keysOf(FEATURE_FLAGS)

type ValueOf<F> = F extends { type: 'boolean' }
  ? boolean
  : F extends { type: 'enum'; values: readonly (infer Value)[] }
    ? Value
    : string
export type FlagValue<Name extends FlagName> = ValueOf<(typeof FEATURE_FLAGS)[Name]>

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(FEATURE_FLAGS, name)
export const declaredFlag = (name: string): DeclaredFlag | undefined =>
  isFlagName(name) ? FEATURE_FLAGS[name] : undefined

/** Stored types: an enum is a string with one of its values. */
export const STORED_TYPES = ['bool', 'string'] as const
export type StoredType = (typeof STORED_TYPES)[number]
export const storedTypeOf = (type: string): StoredType =>
  type === 'bool' || type === 'boolean' ? 'bool' : 'string'

/** Stored form of a name: upper case, underscores for blanks, only A–Z, 0–9 and `_`. */
export const normalizedFlagName = (typed: string): string =>
  typed
    .trim()
    .toUpperCase()
    .replace(/\s+/g, '_')
    .replace(/[^A-Z0-9_]/g, '')

/** Why a flag is invalid, and which field is wrong; null if it is valid. */
export function flagFault(name: string, type: StoredType, value: string) {
  if (type === 'bool' && value !== 'true' && value !== 'false')
    return { path: 'value', message: 'Must be true or false.' } as const
  const declared = declaredFlag(name)
  if (declared === undefined) return null
  const expected = storedTypeOf(declared.type)
  if (type !== expected) return { path: 'type', message: `${name} must be a ${expected}.` } as const
  if (declared.type === 'enum' && !declared.values.includes(value))
    return { path: 'value', message: `Must be one of ${declared.values.join(', ')}.` } as const
  return null
}

interface Kept {
  feature_flag: string
  type: StoredType
  value: boolean | string
}

/** Effective value of a flag: the stored one, or the default if it is missing or invalid. */
export function flagValue<Name extends FlagName>(name: Name, kept: readonly Kept[]): FlagValue<Name> {
  const found = kept.find(({ feature_flag }) => feature_flag === name)
  const fits = found !== undefined && flagFault(name, found.type, String(found.value)) === null
  // The stored value was checked against the declared type above.
  return (fits ? found.value : FEATURE_FLAGS[name].default) as FlagValue<Name>
}

/** A switch that was not changed for this many days can be removed. */
export const SETTLED_DAYS = 90

/** Days without a change, once the code can do without the switch; null before that. */
export function settledDays(
  { feature_flag, type, updated_at }: { feature_flag: string; type: StoredType; updated_at: string },
  now: Date,
): number | null {
  if (type !== 'bool' || declaredFlag(feature_flag) === undefined) return null
  const days = Math.floor((now.getTime() - new Date(updated_at).getTime()) / DAY_MS)
  return days >= SETTLED_DAYS ? days : null
}

/** Display text of how both are determined. */
export const USE_FORMULAS = {
  reads: 'Server reads since midnight. A browser reading the whole list counts once.',
  settled: `A switch in use and unchanged for ${SETTLED_DAYS} days: its value can move into the code.`,
} as const
