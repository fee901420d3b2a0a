import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../connect.ts'
import { createTestDatabase } from '../testing.ts'
import { createAccountStore } from './vendor-accounts.ts'

const BETWEEN_MS = 1000

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Each server has its own store. */
const server = () => createAccountStore(database.db)

it('servers that call an account at the same time take turns, each at its pace after the one before', async () => {
  const [one, other] = [server(), server()]
  const begunAt = performance.now()
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).takeTurn('Vendor at one', BETWEEN_MS)),
  )
  const tookMs = performance.now() - begunAt
  for (const [turn, wait] of waits.toSorted((a, b) => a - b).entries()) {
    expect(wait).toBeLessThanOrEqual(turn * BETWEEN_MS + 1)
    expect(wait).toBeGreaterThanOrEqual(turn * BETWEEN_MS - tookMs)
  }
})

it('an account is not held up by another one, nor by turns that nobody took', async () => {
  await server().takeTurn('Vendor at two', BETWEEN_MS)
  expect(await server().takeTurn('Vendor at three', BETWEEN_MS)).toBeLessThanOrEqual(0)
  await database.pool.query(
    "update vendor_pauses set next_call_at = now() - interval '1 hour' where account = 'Vendor at two'",
  )
  expect(await server().takeTurn('Vendor at two', BETWEEN_MS)).toBeLessThanOrEqual(0)
  expect(await server().takeTurn('Vendor at two', BETWEEN_MS)).toBeGreaterThan(BETWEEN_MS / 2)
})

it('a turn is no pause, and a pause takes no turn', async () => {
  const store = server()
  await store.takeTurn('Vendor at four', BETWEEN_MS)
  expect(await store.pausedUntil('Vendor at four')).toBe(0)
  await store.pause('Vendor at five', 5000)
  expect(await store.takeTurn('Vendor at five', BETWEEN_MS)).toBeLessThanOrEqual(0)
  expect(await store.pausedUntil('Vendor at five')).toBe(5000)
})
