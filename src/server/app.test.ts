import { expect, test } from 'vitest'
import { startApi } from './testing/api.ts'

test('a server that has said that it listens has begun what begins with it', async () => {
  const api = await startApi()
  const { pool } = api.database
  const other = await pool.connect()
  try {
    // Its entry among the servers waits, and whatever begins after it.
    await other.query('begin; lock table servers in access exclusive mode')
    let hasSaid = false
    const listens = api.app.listen({ host: '127.0.0.1', port: 0 }).then(() => {
      hasSaid = true
    })
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBe(1)
    expect([api.app.server.server.listening, hasSaid]).toEqual([true, false])
    await other.query('commit')
    await listens
    const begun = await pool.query("select 1 from jobs.job where name = 'webhooks.reconcile'")
    expect(begun.rows).toHaveLength(1)
  } finally {
    other.release(true)
    await api.close()
  }
})
