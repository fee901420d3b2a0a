import { expect, test } from 'vitest'
import { createApiToken } from './api-tokens.ts'
import { createSessionCache } from './sessions.ts'
import { createToken } from './tokens.ts'

const ADDRESS = '192.0.2.1'

function createCache() {
  const looks: string[] = []
  let now = 0
  const sessions = createSessionCache({
    clock: () => new Date(now),
    async find() {
      looks.push('session')
      return null
    },
    async findProgram(_tokenHash, address) {
      looks.push(address)
      const account = {
        id: 1,
        firstName: 'A',
        lastName: 'B',
        username: 'a@desk.example',
        roleId: 'qa',
      } as const
      return {
        ...account,
        permissions: [],
        mayWrite: false,
        credential: { id: 1, name: 'n8n', kind: 'personal' },
      }
    },
  })
  return { sessions, looks, advance: (milliseconds: number) => (now += milliseconds) }
}

test('a malformed token is refused without a query to the database', async () => {
  const { sessions, looks } = createCache()
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
    expect(await sessions.authenticate(text, ADDRESS), text).toBeNull()
  }
  expect(looks).toEqual([])
  expect(await sessions.authenticate(token, ADDRESS)).toBeNull()
  expect(looks).toEqual(['session'])
})

test('a mistyped API token is refused without a query to the database', async () => {
  const { sessions, looks } = createCache()
  const { secret } = createApiToken()
  expect(secret).toMatch(/^cdk_[\w-]{43}[0-9A-Za-z]{6}$/)
  const last = secret.endsWith('a') ? 'b' : 'a'
  const middle = secret[20] === 'a' ? 'b' : 'a'
  for (const text of [
    `${secret.slice(0, -1)}${last}`,
    `${secret.slice(0, 20)}${middle}${secret.slice(21)}`,
    secret.slice(0, -1),
    secret.slice(4),
    `${secret}0`,
    `${secret}\n`,
    secret.toUpperCase(),
    `CDK_${secret.slice(4)}`,
  ])
    expect(await sessions.authenticate(text, ADDRESS), text).toBeNull()
  expect(looks).toEqual([])
  expect(await sessions.authenticate(secret, ADDRESS)).not.toBeNull()
  expect(looks).toEqual([ADDRESS])
})

test('an API token is believed for a second from one address, until sessions are forgotten', async () => {
  const { sessions, looks, advance } = createCache()
  const { secret } = createApiToken()
  const call = (address = ADDRESS) => sessions.authenticate(secret, address)
  await call()
  advance(999)
  await call()
  expect(looks).toEqual([ADDRESS])
  await call('192.0.2.2')
  expect(looks).toEqual([ADDRESS, '192.0.2.2'])
  advance(1)
  await call()
  expect(looks).toHaveLength(3)
  sessions.forget()
  await call()
  expect(looks).toHaveLength(4)
})
