import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'

test('the direct address of the database is that of DATABASE_URL, unless that leads to a pooler', () => {
  const pooler = { DATABASE_URL: 'postgres://desk@pooler:6432/desk', DATABASE_PASSWORD: 'a b' }
  expect(readSettings(pooler)).toMatchObject({
    databaseUrl: 'postgres://desk:a%20b@pooler:6432/desk',
    databaseDirectUrl: 'postgres://desk:a%20b@pooler:6432/desk',
  })
  const direct = (DATABASE_DIRECT_URL: string) =>
    readSettings({ ...pooler, DATABASE_DIRECT_URL }).databaseDirectUrl
  expect(direct('postgres://desk@server/desk')).toBe('postgres://desk:a%20b@server/desk')
  expect(direct('postgres://desk:own@server/desk')).toBe('postgres://desk:own@server/desk')
})

test('a direct address alone is refused', () => {
  expect(() => readSettings({ DATABASE_DIRECT_URL: 'postgres://desk@server/desk' })).toThrow(
    'DATABASE_URL is missing: DATABASE_DIRECT_URL is only for a DATABASE_URL that leads to a pooler.',
  )
})
