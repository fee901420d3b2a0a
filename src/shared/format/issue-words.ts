import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** One and many of what sizes are counted in. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

const isMissing = ({ input }: Issue) => input === undefined || input === null

function sized(bound: 'at least' | 'at most', limit: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  if (unit) return `must have ${bound} ${limit} ${unit[limit === 1 ? 0 : 1]}`
  return bound === 'at least' ? `must be ${limit} or more` : `must be ${bound} ${limit}`
}

/** Description of the fault, to follow the field's name. */
function faultOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return sized('at most', issue.maximum, issue.origin)
    case 'too_small':
      return sized('at least', issue.minimum, issue.origin)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return kindsOf(issue.errors)
    default:
      return 'is not valid'
  }
}

/** What a value of several shapes may be, where none of them fits its kind. */
function kindsOf(errors: z.core.$ZodIssueInvalidUnion['errors']): string {
  const kinds = errors.flatMap(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? (KINDS[first.expected] ?? []) : [],
  )
  const distinct = [...new Set(kinds)]
  return kinds.length < errors.length ? 'is not valid' : `must be ${OR.format(distinct)}`
}

/** The field that a path leads to: `“tags”`, `entry 2 of “tags”`, `“asin” in entry 2 of “products”`. */
function fieldOf(path: readonly PropertyKey[]): string {
  let words = ''
  for (const step of path) {
    if (typeof step === 'number') words = `entry ${step + 1} of ${words}`
    else words = words === '' ? `“${String(step)}”` : `“${String(step)}” in ${words}`
  }
  return words === '' ? 'The request' : words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Message for an invalid value where the schema itself has none. Passed as `error` to every parser of
 * external data.
 */
export function issueWords(issue: Issue): string {
  return `${fieldOf(issue.path ?? [])} ${isMissing(issue) ? 'is missing' : faultOf(issue)}.`
}
