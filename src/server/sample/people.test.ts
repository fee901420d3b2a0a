import { expect, test } from 'vitest'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { usernameField } from '#shared/features/ground/auth/contract.ts'
import { SAMPLE_PEOPLE } from './people.ts'
import { SAMPLE_SITES } from './sites.ts'

test('the sample has three people per role, one of them locked and one not yet confirmed', () => {
  for (const role of ROLE_IDS) {
    expect(SAMPLE_PEOPLE.filter(({ roleId }) => roleId === role)).toHaveLength(3)
  }
  expect(SAMPLE_PEOPLE.filter(({ active }) => !active)).toHaveLength(1)
  expect(SAMPLE_PEOPLE.filter(({ confirmed }) => !confirmed)).toHaveLength(1)
})

test('the first person of each role can sign in, because the sign-in card offers that one', () => {
  for (const role of ROLE_IDS) {
    expect(SAMPLE_PEOPLE.find(({ roleId }) => roleId === role)).toMatchObject({
      active: true,
      confirmed: true,
    })
  }
})

test('sample emails are plain, in lower case, different, and accepted by the sign-in form', () => {
  const email = usernameField('Please a valid email!')
  for (const { username } of SAMPLE_PEOPLE) {
    expect(username).toMatch(/^[a-z]+\.[a-z]+@copydesk\.example$/)
    expect(email.parse(username)).toBe(username)
  }
  expect(new Set(SAMPLE_PEOPLE.map(({ username }) => username)).size).toBe(15)
})

test('the nine sample sites have codes of two letters and addresses that cannot exist', () => {
  expect(new Set(SAMPLE_SITES.map(({ code }) => code)).size).toBe(9)
  for (const { code, url } of SAMPLE_SITES) {
    expect(code).toMatch(/^[a-z]{2}$/)
    expect(new URL(url).hostname).toMatch(/^[a-z]+\.example$/)
  }
})
