import { expect, test } from 'vitest'
import { z } from 'zod'
import { wholeNumber } from '../http/fields.ts'
import { issueWords } from './issue-words.ts'

const schema = z.strictObject({
  name: z.string().max(3),
  count: wholeNumber(1, 5).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  kind: z.literal('row').optional(),
  either: z.union([z.number(), z.boolean()]).optional(),
  list: z.array(z.number()).min(1).optional(),
  own: z.string('Please say which!').optional(),
})

test.each([
  [{}, '“name” is missing.'],
  [{ name: 7 }, '“name” must be text.'],
  [{ name: 'long' }, '“name” must have at most 3 characters.'],
  [{ name: 'a', count: '9' }, '“count” must be at most 5.'],
  [{ name: 'a', sort: 'up' }, '“sort” must be one of asc, desc.'],
  [{ name: 'a', kind: 'page' }, '“kind” must be row.'],
  [{ name: 'a', either: 'x' }, '“either” is not valid.'],
  [{ name: 'a', list: [] }, '“list” must have at least 1 entry.'],
  [{ name: 'a', list: ['x'] }, '“list.0” must be a number.'],
  [{ name: 'a', more: 1 }, 'The request has fields that are not known: more.'],
  [[], 'The request must be an object.'],
  [{ name: 'a', own: 1 }, 'Please say which!'],
])('why %j does not fit is said in words for people', (value, words) => {
  expect(schema.safeParse(value, { error: issueWords }).error?.issues[0]?.message).toBe(words)
})
