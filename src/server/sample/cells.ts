import { z } from 'zod'

/** A text that must be there. */
export const words = z.string().min(1, 'must not be empty')
/** A text that may be left out. */
export const maybe = z.string().transform((cell) => (cell === '' ? null : cell))
/** Several things in one cell: `tea; coffee`. */
export const listed = z.string().transform((cell) => (cell === '' ? [] : cell.split(/\s*;\s*/)))
export const amount = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number')
  .transform(Number)
export const answer = z.enum(['yes', 'no']).transform((cell) => cell === 'yes')

/** A name that `table` knows. */
export function namedIn(table: string, names: Iterable<string>) {
  const all = new Set(names)
  return words.refine((name) => all.has(name), { error: ({ input }) => `“${input}” is not in ${table}` })
}
