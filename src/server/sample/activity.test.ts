import { expect, test } from 'vitest'
import { grantsOf } from '#shared/access/roles.ts'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { ACTIVITY_DAYS, sampleActivity, signInsOf } from './activity.ts'
import { before, DAY, isWorkday } from './moments.ts'
import { personOf, SAMPLE_PEOPLE } from './people.ts'

const now = new Date('2026-11-20T15:00:00Z')
const visits = sampleActivity(now)
const screenAt = new Map(Object.values(SCREENS).map((screen) => [screen.path as string, screen]))

test('sample activity repeats itself exactly and fills 180 days', () => {
  expect(sampleActivity(now)).toEqual(visits)
  expect(visits.length).toBeGreaterThan(5500)
  expect(visits.length).toBeLessThan(7500)
  const oldest = before(now, ACTIVITY_DAYS * DAY)
  expect(
    visits.every(({ createdAt, lastAt }) => createdAt >= oldest && createdAt <= lastAt && lastAt < now),
  ).toBe(true)
})

test('people of the sample visit only screens that their role may open', () => {
  for (const { path, roleId } of visits) {
    const screen = screenAt.get(path)
    expect(screen, path).toBeDefined()
    expect(
      mayOpen(screen?.access ?? [], { roleId, permissions: grantsOf(roleId) }),
      `${roleId} ${path}`,
    ).toBe(true)
  }
})

test('nobody of the sample is active before joining, after leaving, or without a password', () => {
  for (const { by, createdAt } of visits) {
    const person = personOf(by)
    expect(person.confirmed).toBe(true)
    expect(createdAt >= before(now, person.joined * DAY)).toBe(true)
    expect(createdAt <= before(now, (person.lastSeen - 1) * DAY)).toBe(true)
  }
})

test('the sample works on weekdays: a Saturday sees far less than a Tuesday', () => {
  const weekend = visits.filter(({ createdAt }) => !isWorkday(createdAt)).length
  expect(weekend).toBeGreaterThan(0)
  expect(weekend / visits.length).toBeLessThan(0.06)
})

test('visits that share a row lie within a minute of each other', () => {
  for (const { count, createdAt, lastAt } of visits) {
    expect(count).toBeGreaterThanOrEqual(1)
    expect(count).toBeLessThanOrEqual(4)
    expect(lastAt.getTime() - createdAt.getTime()).toBeLessThanOrEqual((count - 1) * 60_000)
  }
})

test('sign-ins fit the visits: unconfirmed users never signed in', () => {
  for (const person of SAMPLE_PEOPLE) {
    const { signInCount, lastSignInAt } = signInsOf(person, visits)
    const own = visits.filter(({ by }) => by === person.key)
    expect(signInCount > 0).toBe(person.confirmed)
    expect(lastSignInAt === null).toBe(!person.confirmed)
    if (lastSignInAt !== null) expect(own.some(({ createdAt }) => createdAt > lastSignInAt)).toBe(true)
  }
})
