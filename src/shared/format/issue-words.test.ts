import { expect, test } from 'vitest'
import { z } from 'zod'
import { wholeNumber } from '../http/fields.ts'
import { issueWords } from './issue-words.ts'

const schema = z.strictObject({
  name: z.string().max(3),
  count: wholeNumber(1, 5).optional(),
  least: z.number().min(1).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  kind: z.literal('row').optional(),
  either: z.union([z.number(), z.boolean()]).optional(),
  list: z.array(z.number()).min(1).optional(),
  mixed: z.array(z.union([z.string().max(3), z.number()])).optional(),
  rows: z.array(z.object({ asins: z.array(z.string()) })).optional(),
  own: z.string('Please say which!').optional(),
})

test.each([
  [{}, '“name” is missing.'],
  [{ name: 7 }, '“name” must be text.'],
  [{ name: 'long' }, '“name” must have at most 3 characters.'],
  [{ name: 'a', count: '9' }, '“count” must be at most 5.'],
  [{ name: 'a', count: '9'.repeat(400) }, '“count” must be at most 5.'],
  [{ name: 'a', count: '0' }, '“count” must be 1 or more.'],
  [{ name: 'a', count: '-1' }, '“count” must be 1 or more.'],
  [{ name: 'a', count: '1.5' }, '“count” must be a whole number.'],
  [{ name: 'a', count: 2.5 }, '“count” must be a whole number.'],
  [{ name: 'a', count: 'x' }, '“count” must be a whole number.'],
  [{ name: 'a', least: 0 }, '“least” must be 1 or more.'],
  [{ name: 'a', sort: 'up' }, '“sort” must be one of asc, desc.'],
  [{ name: 'a', kind: 'page' }, '“kind” must be row.'],
  [{ name: 'a', either: 'x' }, '“either” must be a number or true or false.'],
  [{ name: 'a', mixed: [true] }, 'Entry 1 of “mixed” must be text or a number.'],
  [{ name: 'a', mixed: ['long'] }, 'Entry 1 of “mixed” must have at most 3 characters.'],
  [
    { name: 'a', rows: [{ asins: [] }, { asins: ['x', 1] }] },
    'Entry 2 of “asins” in entry 2 of “rows” must be text.',
  ],
  [{ name: 'a', list: [] }, '“list” must have at least 1 entry.'],
  [{ name: 'a', list: ['x'] }, 'Entry 1 of “list” must be a number.'],
  [{ name: 'a', more: 1 }, 'The request has unknown fields: more.'],
  [[], 'The request must be an object.'],
  [{ name: 'a', own: 1 }, 'Please say which!'],
])('the fault of %j is explained in words', (value, words) => {
  expect(schema.safeParse(value, { error: issueWords }).error?.issues[0]?.message).toBe(words)
})
