import { z } from 'zod'

const INT4_MAX = 2_147_483_647

/** The JSON schema of what may be sent, of fields whose reader takes text and turns it into something else. */
export const SENT = z.registry<Record<string, unknown>>()

/** A whole number of a path or a query: a minus sign and digits at most, so no list, no `0x2` and no `2e3`. */
export function wholeNumber(min: number, max: number) {
  return z
    .union([z.string(), z.number()])
    .transform((sent, context) => {
      const number = typeof sent === 'number' || /^-?\d+$/.test(sent) ? Number(sent) : Number.NaN
      // A number too large to be exact is above every maximum.
      if (number === Math.trunc(number)) return Math.min(number, Number.MAX_SAFE_INTEGER)
      context.addIssue({ code: 'invalid_type', expected: 'int', input: sent })
      return z.NEVER
    })
    .pipe(z.number().min(min).max(max))
    .register(SENT, { type: 'integer', minimum: min, maximum: max })
}

/** A row's number: a whole number that fits the database's integer. */
export const Id = wholeNumber(1, INT4_MAX)
/** The same inside a JSON body, where text is not a number. */
export const IdInBody = z.number().int().min(1).max(INT4_MAX)
export const IdParams = z.object({ id: Id })

/**
 * Text that the database can store: no NUL, no lone surrogates, at most `max` characters. `missing` is the
 * message for a missing value.
 */
export function text(max: number, message = `At most ${max} characters`, missing?: string) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .max(max, message)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'Contains characters that can’t be stored',
    )
}

/** Text that must say something once the blanks around it are gone. */
export function requiredText(max: number, missing: string) {
  return text(max, undefined, missing)
    .min(1, missing)
    .transform((value) => value.trim())
    .refine((value) => value !== '', missing)
}

/** A single-line name, for use in lists, mails and logs. */
export const nameText = (max: number, missing: string) =>
  requiredText(max, missing).refine(
    (value) => !/\p{Cc}/u.test(value),
    'Must be one line without control characters',
  )

/** An address without the slashes at its end. */
export function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address.charAt(end - 1) === '/') end -= 1
  return address.slice(0, end)
}

/** One value or several under the same key of a query string, always a list. */
export function listOf<Item extends z.ZodType>(item: Item, most = 100) {
  return z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(item).max(most),
    )
    .optional()
}

const MOST_PAGES = 1_000_000_000

/** A page past the last one is empty. */
export const PageNumber = wholeNumber(1, MOST_PAGES)
export const PageField = PageNumber.default(1)

/** Number of rows before a page; limited by the highest page number. */
export const Offset = wholeNumber(0, 200 * MOST_PAGES)

export const SortOrder = z
  .enum(['asc', 'desc', 'ascend', 'descend'])
  .transform((order) => (order === 'asc' || order === 'ascend' ? ('asc' as const) : ('desc' as const)))

/** Sort key of a list. A key may include its table, as in `articles.title`, and some have an alias. */
export function sortKey<const Key extends string>(
  table: string,
  keys: readonly Key[],
  others: ReadonlyMap<string, Key> = new Map(),
) {
  const prefix = `${table}.`
  const names = [...keys, ...others.keys()]
  return z
    .string()
    .max(60)
    .transform((sent) => {
      const key = sent.startsWith(prefix) ? sent.slice(prefix.length) : sent
      return others.get(key) ?? key
    })
    .pipe(z.enum(keys))
    .register(SENT, { type: 'string', enum: names.flatMap((name) => [name, prefix + name]) })
}

/**
 * A day or a moment; both `2026-03-01` and `2026-3-1` are understood. Other years than these are slips, and the days
 * before and after such ones cannot be written in this way.
 */
export const Day = z
  .string()
  .max(40)
  .transform((value, context) => {
    const found = /^([12]\d{3})-(\d{1,2})-(\d{1,2})/.exec(value)
    const iso = found ? `${found[1]}-${found[2]?.padStart(2, '0')}-${found[3]?.padStart(2, '0')}` : ''
    const time = new Date(`${iso}T00:00:00Z`)
    if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(iso)) {
      context.addIssue({ code: 'custom', message: 'Must be a date such as 2026-03-01' })
      return z.NEVER
    }
    return iso
  })
  .register(SENT, { type: 'string', pattern: '^[12]\\d{3}-\\d{1,2}-\\d{1,2}', maxLength: 40 })

/** The page size of every list that the specification pages by 20. */
export const PAGE_SIZE = 20
