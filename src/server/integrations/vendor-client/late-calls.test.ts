import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { createCallCounter } from '../../db/vendors/vendor-calls.ts'
import { createCallBudget } from './call-budget.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const budgetOf = (system: string, at: string, made: string[] = []) =>
  createCallBudget({
    system,
    counter: createCallCounter(database.db),
    ceiling: 1,
    timeZone: 'Europe/Berlin',
    clock: () => new Date(at),
    fetch: async (input) => {
      made.push(String(input))
      return new Response()
    },
  })

it('a call that is not made because counting took too long is not counted', async () => {
  const made: string[] = []
  const budget = budgetOf('Late', '2026-03-02T12:00:00Z', made)
  await expect(budget.fetch('https://late.example', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(made).toEqual([])
  expect(await budget.usage()).toMatchObject({ today: 0 })
  await budget.fetch('https://late.example')
  expect(await budget.usage()).toMatchObject({ today: 1 })
})
