import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, PASSWORD, startApi, usernameOf } from '../../testing/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('signing in with email and password answers a token and the user with role and permissions [AUTH-009] [AUTH-010] [AUTH-019]', async () => {
  const { status, body } = await api.signIn(usernameOf('qa'))
  expect(status).toBe(200)
  expect(body.token).toMatch(/^[\w-]{43}$/)
  expect(body.user).toMatchObject({
    id: expect.any(Number),
    first_name: 'Qa',
    last_name: 'One',
    username: usernameOf('qa'),
    role_id: 'qa',
    role: { id: 'qa', description: 'QA' },
  })
  expect(body.user.permissions).toContain('ValidateArticles')
})

test('a wrong password, an unknown email and an account without a password answer alike', async () => {
  const wrong = await api.signIn(usernameOf('opm'), 'not the password')
  const unknown = await api.signIn('nobody@desk.example', PASSWORD)
  expect(wrong.status).toBe(401)
  expect(wrong.body.message).toBe('Wrong email or password.')
  expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
})
