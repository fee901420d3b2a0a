import { expect, test } from 'vitest'
import { grantsOf } from '#shared/access/roles.ts'
import { keywordCommentEndpoints } from '#shared/features/keywords/keyword-comments/contract.ts'
import { mentionedIds } from '#shared/features/keywords/keyword-comments/rules.ts'
import { sampleComments } from './comments.ts'
import { sampleKeywords } from './keywords.ts'
import { DAY, isWorkingTime } from './moments.ts'
import { personOf, SAMPLE_PEOPLE } from './people.ts'

const now = new Date('2026-11-20T15:00:00Z')
const idOf = (key: string) => SAMPLE_PEOPLE.findIndex((person) => person.key === key) + 1
const comments = sampleComments(now, idOf)
const week = Array.from({ length: 7 }, (_, day) => new Date(now.getTime() + day * DAY))
const keywords = new Map(sampleKeywords(now).map((keyword) => [keyword.identity, keyword]))

test('each sample comment could have been written: on a keyword of the list, by a user who sees it', () => {
  expect(comments.length).toBeGreaterThan(20)
  for (const { identity, by, comment } of comments) {
    const keyword = keywords.get(identity)
    expect(keyword?.createdAt, identity).toBeDefined()
    expect(personOf(by).active && grantsOf(personOf(by).roleId).includes('ViewKeywords')).toBe(true)
    expect(keywordCommentEndpoints.update.body?.safeParse({ comment }).success, comment).toBe(true)
  }
})

test('sample comments mention people who can read them, and nobody mentions themselves', () => {
  const mentioned = comments.flatMap(({ by, comment }) => mentionedIds(comment).map((id) => ({ by, id })))
  expect(mentioned.length).toBeGreaterThan(6)
  for (const { by, id } of mentioned) {
    const person = SAMPLE_PEOPLE[id - 1]
    expect(person?.active && person.confirmed).toBe(true)
    expect(person?.key).not.toBe(by)
    expect(grantsOf(person?.roleId ?? 'wrt')).toContain('ViewKeywords')
  }
  for (const { comment } of comments) expect(comment).not.toMatch(/@[a-z]/)
})

test('on any day of the sample, its comments were written at work, after their keyword was added', () => {
  for (const today of week) {
    const createdAt = new Map(sampleKeywords(today).map((keyword) => [keyword.identity, keyword.createdAt]))
    for (const said of sampleComments(today, idOf)) {
      expect(isWorkingTime(said.createdAt), said.comment).toBe(true)
      expect(said.createdAt < today, `“${said.comment}” would be in the future: give it a greater age`).toBe(
        true,
      )
      expect(said.createdAt > (createdAt.get(said.identity) ?? today), said.comment).toBe(true)
    }
  }
})
