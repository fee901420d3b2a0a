import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, PASSWORD, startApi } from '../testing/api.ts'
import { buildUser } from '../testing/builders.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({}, { renewsHashes: true })
})
afterAll(() => api.close())

const hashOf = async (id: number): Promise<string> =>
  (await api.database.pool.query('select password_hash from users where id = $1', [id])).rows[0].password_hash

it('a hash with older parameters is replaced when its user signs in, and only then [ASVS 11.2.2]', async () => {
  const older = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  const changedAt = new Date('2026-01-02T03:04:05Z')
  const { id, username } = await buildUser(api.database.db, {
    ...{ passwordHash: older, passwordChangedAt: changedAt },
  })
  expect((await api.signIn(username, 'not the password')).status).toBe(401)
  expect(await hashOf(id)).toBe(older)
  const { status, body } = await api.signIn(username)
  expect(status).toBe(200)
  const renewed = await hashOf(id)
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await api.program(body.token).get('/api/profile')).status).toBe(200)
  const { rows } = await api.database.pool.query('select password_changed_at from users where id = $1', [id])
  expect(rows).toEqual([{ password_changed_at: changedAt }])
  expect((await api.signIn(username)).status).toBe(200)
  expect(await hashOf(id)).toBe(renewed)
})
