import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { killable } from './killable.ts'

const { pool, close } = await createTestDatabase()
afterAll(close)

it('a death with a statement that is answered after the work breaks one connection, and kills no later work', async () => {
  const server = killable(pool)
  const [busy, idle] = await Promise.all([pool.connect(), pool.connect()])
  idle.release()
  let late: Promise<unknown> = Promise.resolve()
  await server.run({ statement: 1, isAfter: true }, async () => {
    late = pool.query('select pg_sleep(0.2)')
    await new Promise(setImmediate)
    busy.release()
  })
  await expect(late).rejects.toThrow('killed')
  expect((await pool.query('select 1')).rowCount).toBe(1)
})
