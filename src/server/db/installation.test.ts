import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './connect.ts'
import { readInstallation } from './installation.ts'
import { createTestDatabase } from './testing.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a workspace gets one mark from any number of servers at once, and keeps it', async () => {
  const { db } = database
  const now = new Date('2026-11-18T09:00:00Z')
  const marks = await Promise.all(Array.from({ length: 20 }, () => readInstallation(db, now)))
  const [mark] = marks
  expect(mark?.id).toMatch(/^[0-9a-f]{8}$/)
  expect(mark?.since).toEqual(now)
  for (const each of marks) expect(each).toEqual(mark)
  expect(await readInstallation(db, new Date('2027-01-01T00:00:00Z'))).toEqual(mark)
})
