import { expect, test } from 'vitest'
import { grantsOf, ROLE_IDS } from '../../../access/roles.ts'
import { type AlertAbout, groupsFor, NOTICE_KINDS, noticeLead, noticePath } from './rules.ts'

test('a notice starts with who did what, and is a sentence even without a user', () => {
  expect(noticeLead('published', 'Dana Okafor')).toBe('Dana Okafor published your article')
  expect(noticeLead('published', null)).toBe('Your article was published:')
  expect(noticeLead('returned', null)).toBe('Someone returned your article')
  expect(noticeLead('post-moved', null)).toBe('A post’s address changed and the old one needs a redirect:')
  const warnings = new Set([
    'outside-failed',
    'scan-failed',
    'backup-failed',
    'account-guessed',
    'codes-guessed',
    'break-glass',
    'sign-in-changed',
    'token-ending',
    'token-address',
    'event-hook-stopped',
    'provider-roles',
    'token-made',
    'assistant-connected',
    'assistant-ended',
    'service-token-made',
    'access-open',
    'access-review-due',
    'alert',
  ])
  const deeds = NOTICE_KINDS.filter((kind) => !warnings.has(kind))
  for (const kind of deeds) expect(noticeLead(kind, 'Dana Okafor')).toMatch(/^Dana Okafor [a-z]/)
})

test('a warning is a sentence of its own', () => {
  expect(noticeLead('outside-failed', null)).toBe('An outside system needs attention')
  expect(noticeLead('access-open', null)).toBe('A revoked account is open again')
})

test('a notice links to the page of its article, where the user can act', () => {
  expect(noticePath({ kind: 'approved', articleId: 7, keywordId: null })).toBe('/articles/7')
  expect(noticePath({ kind: 'approved', articleId: null, keywordId: null })).toBe('/notices')
})

test('a warning links to its details', () => {
  const about = { articleId: null, keywordId: null }
  expect(noticePath({ kind: 'scan-failed', ...about })).toBe('/scan')
  expect(noticePath({ kind: 'outside-failed', ...about })).toBe('/scan')
  expect(noticePath({ kind: 'backup-failed', ...about })).toBe('/scan')
  expect(noticePath({ kind: 'account-guessed', ...about })).toBe('/profile')
  expect(noticePath({ kind: 'codes-guessed', ...about })).toBe('/profile')
  expect(noticePath({ kind: 'factors-reset', ...about })).toBe('/users')
})

test('a notice about a user’s own token or assistant links to the tab that lists them', () => {
  for (const kind of ['token-made', 'token-ending', 'token-revoked', 'assistant-connected'] as const)
    expect(noticePath({ kind, articleId: null, keywordId: null })).toBe('/profile?tab=api')
})

test('a mention links to the comments of its keyword [D147]', () => {
  expect(noticePath({ kind: 'mentioned', articleId: null, keywordId: 5 })).toBe(
    '/keywords?keyword_id=5&comments=1',
  )
  expect(noticeLead('mentioned', 'Dana Okafor')).toBe('Dana Okafor mentioned you in a comment on')
})

test('a match of an alert rule links to the page that fixes it', () => {
  const pathOf = (about: AlertAbout) => noticePath({ kind: 'alert', articleId: null, keywordId: null, about })
  const post = { noun: 'post', key: 'hs/40001', title: 'Best Kettles' } as const
  expect(pathOf(post)).toBe('/content-tracker?title=Best+Kettles&site=hs&post=hs%2F40001&tab=earnings')
  expect(pathOf({ ...post, isStock: true })).toBe('/reports/oos?query=Best+Kettles')
  expect(pathOf({ noun: 'product', key: '7', title: 'Kettle' })).toBe('/products?productId=7')
  expect(pathOf({ noun: 'keyword', key: '5', title: 'kettle' })).toBe('/keywords?keyword_id=5')
  expect(pathOf({ noun: 'rules', key: '', title: '3 more' })).toBe('/content-tracker?tab=alerts')
  expect(pathOf({ noun: 'rules', key: '4', title: '3 more' })).toBe(
    '/content-tracker?tab=alerts&rule=4&listed=told',
  )
})

test('users see the groups of which their role can get notices', () => {
  const groups = ROLE_IDS.map((role) => [role, groupsFor({ permissions: grantsOf(role) }).join(' ')])
  expect(Object.fromEntries(groups)).toEqual({
    adm: 'articles reviews mentions alerts systems account',
    opm: 'articles mentions alerts account',
    qa: 'articles reviews mentions alerts account',
    eng: 'articles reviews mentions alerts systems account',
    wrt: 'account',
  })
})
