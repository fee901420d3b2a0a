import { expect, test } from 'vitest'
import { NOTICE_KINDS, noticeLead, noticePath } from './rules.ts'

test('a notice begins with who did what, and is a sentence also where nobody in particular did it', () => {
  expect(noticeLead('published', 'Dana Okafor')).toBe('Dana Okafor published your article')
  expect(noticeLead('published', null)).toBe('Your article was published:')
  expect(noticeLead('returned', null)).toBe('Somebody returned your article')
  for (const kind of NOTICE_KINDS) expect(noticeLead(kind, 'Dana Okafor')).toMatch(/^Dana Okafor [a-z]/)
})

test('a notice leads to the queue while something is to be done, and to the history afterwards', () => {
  expect(noticePath('returned', 7)).toBe('/articles/pending?article=7')
  expect(noticePath('approved', 7)).toBe('/articles?article=7')
})
