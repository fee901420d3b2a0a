import { expect, it } from 'vitest'
import { countsOf, workWords } from './rules.ts'

it('the remaining work of a user is counted by kind, with a singular, without empty kinds', () => {
  const one = { articles: ['a'], claims: ['a'], views: ['a'], rules: ['a'], queries: ['a'] }
  expect(workWords(countsOf(one))).toEqual([
    '1 open article',
    '1 review',
    '1 team view',
    '1 alert rule',
    '1 saved query',
  ])
  expect(workWords({ articles: 1200, claims: 2, views: 0, rules: 3 })).toEqual([
    '1,200 open articles',
    '2 reviews',
    '3 alert rules',
  ])
  expect(workWords({ views: 2, queries: 2 })).toEqual(['2 team views', '2 saved queries'])
})
