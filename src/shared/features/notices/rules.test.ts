import { expect, test } from 'vitest'
import { NOTICE_KINDS, noticeLead, noticePath } from './rules.ts'

test('a notice begins with who did what, and is a sentence also where nobody in particular did it', () => {
  expect(noticeLead('published', 'Dana Okafor')).toBe('Dana Okafor published your article')
  expect(noticeLead('published', null)).toBe('Your article was published:')
  expect(noticeLead('returned', null)).toBe('Somebody returned your article')
  for (const kind of NOTICE_KINDS) expect(noticeLead(kind, 'Dana Okafor')).toMatch(/^Dana Okafor [a-z]/)
})

test('a notice leads to the queue while something is to be done, and to the history afterwards', () => {
  expect(noticePath('returned', { articleId: 7, keywordId: null })).toBe('/articles/pending?article=7')
  expect(noticePath('approved', { articleId: 7, keywordId: null })).toBe('/articles?article=7')
})

test('a mention leads to the comments of its keyword [D147]', () => {
  expect(noticePath('mentioned', { articleId: null, keywordId: 5 })).toBe('/keywords?keyword_id=5&comments=1')
  expect(noticeLead('mentioned', 'Dana Okafor')).toBe('Dana Okafor mentioned you in a comment on')
})
