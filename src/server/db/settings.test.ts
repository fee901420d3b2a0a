import { expect, test } from 'vitest'
import { readSettings, settingsWarnings } from '../settings/settings.ts'

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

test('a direct address is judged like the other one', () => {
  const safe = 'postgres://desk:mvRk29@server/desk?sslmode=verify-full'
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://desk.example.com', DATABASE_URL: safe }
  expect(() => readSettings({ ...production, DATABASE_DIRECT_URL: 'postgres://desk@server/desk' })).toThrow(
    'DATABASE_DIRECT_URL is not usable: its password is empty or a well-known default.',
  )
  const DATABASE_DIRECT_URL = 'postgres://desk:mvRk29@db.example.com/desk'
  expect(settingsWarnings(readSettings({ ...production, DATABASE_DIRECT_URL }))).toContainEqual(
    expect.stringMatching(/^DATABASE_DIRECT_URL leads to another machine without TLS/),
  )
  expect(settingsWarnings(readSettings(production)).join()).not.toMatch(/DATABASE_DIRECT_URL/)
})
