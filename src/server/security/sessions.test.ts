import { expect, test } from 'vitest'
import { createSessionCache } from './sessions.ts'
import { createToken } from './tokens.ts'

test('a malformed token is refused without a query to the database', async () => {
  let looks = 0
  const sessions = createSessionCache({
    clock: () => new Date(),
    async find() {
      looks += 1
      return null
    },
  })
  const token = createToken()
  for (const text of [
    '',
    'x',
    `${token}A`,
    token.slice(1),
    `${token.slice(1)}+`,
    `${token}\n`,
    'ä'.repeat(43),
  ]) {
    expect(await sessions.authenticate(text), text).toBeNull()
  }
  expect(looks).toBe(0)
  expect(await sessions.authenticate(token)).toBeNull()
  expect(looks).toBe(1)
})
