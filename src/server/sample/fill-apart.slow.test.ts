import { expect, test } from 'vitest'
import { fillApart } from './fill-apart.ts'

test('a fill that fails in its own process says why', async () => {
  const order = {
    databaseUrl: 'postgres://127.0.0.1:1/none',
    now: new Date(),
    password: 'a password',
    passwordHash: 'its hash',
    settings: { dataDir: '/unused', timeZone: 'UTC', vendors: { amazon: undefined, s3: undefined } },
  }
  await expect(fillApart(order, () => {})).rejects.toThrow('connect ECONNREFUSED 127.0.0.1:1')
})
