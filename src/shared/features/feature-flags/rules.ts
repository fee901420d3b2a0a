import { DAY_MS } from '#shared/format/duration.ts'
import { keysOf } from '../../format/keys.ts'

interface Described {
  /** What it decides, for people. */
  meaning: string
  /** Where the code reads it, below `src`; `npm run check` refuses a list that is not so. */
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

/** Keeps the declaration as it is written: what reads a flag is given its own type. */
const flag = <const F extends DeclaredFlag>(declaration: F): F => declaration

/**
 * Every flag that the product reads, and what holds as long as nobody has set it. A flag switches a way of working,
 * never a right or a protection. `npm run check` refuses one that nothing reads, and a reading of another one.
 */
export const FEATURE_FLAGS = {
  ARTICLE_PREFLIGHT: flag({
    type: 'boolean',
    default: true,
    meaning: 'Check articles against the catalogue and other articles before they go to QA.',
    places: [
      'server/features/preflight/article-listener.ts',
      'server/features/preflight/service.ts',
      'web/features/articles/editor/use-preflight.ts',
    ],
  }),
  ASSISTANT: flag({
    type: 'boolean',
    default: true,
    meaning:
      'The bot answers questions in plain language if an assistant is connected. Otherwise it only answers commands.',
    places: ['server/features/bot/assistant-reader.ts'],
  }),
  NOTICE_MAILS: flag({
    type: 'enum',
    values: ['all', 'mentions', 'none'],
    default: 'all',
    meaning: 'Which notices are also emailed, if email is set up.',
    places: ['server/features/notices/service.ts'],
  }),
  REVIEW_CLAIMS: flag({
    type: 'boolean',
    default: true,
    meaning: 'Show others who is reviewing an article.',
    places: ['server/features/claims/service.ts', 'web/features/articles/review/use-review-claim.ts'],
  }),
  SAMPLE_SIGN_IN: flag({
    type: 'boolean',
    default: true,
    meaning: 'Let visitors sign in to the sample workspace with one click.',
    places: ['server/features/system/service.ts'],
  }),
  SELF_APPROVAL: flag({
    type: 'boolean',
    default: true,
    meaning: 'Let QA approve articles they requested themselves, if the server’s settings allow it.',
    places: ['server/features/articles/verbs/review-article.ts', 'web/features/articles/use-may-approve.ts'],
  }),
  SIGN_IN_NOTICE: flag({
    type: 'string',
    default: '',
    meaning: 'The message above the sign-in form.',
    places: ['server/features/system/service.ts'],
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

/** How a flag is kept: an enum is a text that is one of its values. */
export const STORED_TYPES = ['bool', 'string'] as const
export type StoredType = (typeof STORED_TYPES)[number]
export const storedTypeOf = (type: string): StoredType =>
  type === 'bool' || type === 'boolean' ? 'bool' : 'string'

/** A name as it is kept, whatever is typed: upper case, underscores for blanks, nothing but A–Z, 0–9 and `_`. */
export const normalizedFlagName = (typed: string): string =>
  typed
    .trim()
    .toUpperCase()
    .replace(/\s+/g, '_')
    .replace(/[^A-Z0-9_]/g, '')

/** Why a flag cannot be kept so, and which of its fields is wrong; null where it can. */
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

/** What holds for a flag: as it is kept, or its default where it is not, or not in a way that it can be. */
export function flagValue<Name extends FlagName>(name: Name, kept: readonly Kept[]): FlagValue<Name> {
  const found = kept.find(({ feature_flag }) => feature_flag === name)
  const fits = found !== undefined && flagFault(name, found.type, String(found.value)) === null
  // The rules above have compared the kept value with the type that the declaration gives.
  return (fits ? found.value : FEATURE_FLAGS[name].default) as FlagValue<Name>
}

/** A switch that was left alone for so many days has done its work. */
export const SETTLED_DAYS = 90

/** Since how many days a switch is left alone, once that is so long that the code can do without it; null where it is not. */
export function settledDays(
  { feature_flag, type, updated_at }: { feature_flag: string; type: StoredType; updated_at: string },
  now: Date,
): number | null {
  if (type !== 'bool' || declaredFlag(feature_flag) === undefined) return null
  const days = Math.floor((now.getTime() - new Date(updated_at).getTime()) / DAY_MS)
  return days >= SETTLED_DAYS ? days : null
}

/** How both are found, for whoever asks. */
export const USE_FORMULAS = {
  reads: 'Server reads since midnight. A browser reading the whole list counts once.',
  settled: `A switch in use and unchanged for ${SETTLED_DAYS} days: its value can move into the code.`,
} as const
