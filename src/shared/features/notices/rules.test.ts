import { expect, test } from 'vitest'
import { NOTICE_KINDS, noticeLead, noticePath } from './rules.ts'

test('a notice begins with who did what, and is a sentence also where nobody in particular did it', () => {
  expect(noticeLead('published', 'Dana Okafor')).toBe('Dana Okafor published your article')
  expect(noticeLead('published', null)).toBe('Your article was published:')
  expect(noticeLead('returned', null)).toBe('Somebody returned your article')
  const warnings = new Set([
    'outside-failed',
    'scan-failed',
    'account-guessed',
    'access-open',
    'access-review-due',
  ])
  const deeds = NOTICE_KINDS.filter((kind) => !warnings.has(kind))
  for (const kind of deeds) expect(noticeLead(kind, 'Dana Okafor')).toMatch(/^Dana Okafor [a-z]/)
})

test('a warning is a sentence of its own', () => {
  expect(noticeLead('outside-failed', null)).toBe('An outside system needs somebody to mend it')
  expect(noticeLead('access-open', null)).toBe('A day after it was revoked, an account is open again')
})

test('a notice leads to the page of its article, where what is to be done can be done', () => {
  expect(noticePath({ kind: 'approved', articleId: 7, keywordId: null })).toBe('/articles/7')
  expect(noticePath({ kind: 'approved', articleId: null, keywordId: null })).toBe('/notices')
})

test('a warning leads to where it can be looked into', () => {
  const about = { articleId: null, keywordId: null }
  expect(noticePath({ kind: 'scan-failed', ...about })).toBe('/scan')
  expect(noticePath({ kind: 'outside-failed', ...about })).toBe('/scan')
  expect(noticePath({ kind: 'account-guessed', ...about })).toBe('/profile')
})

test('a mention leads to the comments of its keyword [D147]', () => {
  expect(noticePath({ kind: 'mentioned', articleId: null, keywordId: 5 })).toBe(
    '/keywords?keyword_id=5&comments=1',
  )
  expect(noticeLead('mentioned', 'Dana Okafor')).toBe('Dana Okafor mentioned you in a comment on')
})
