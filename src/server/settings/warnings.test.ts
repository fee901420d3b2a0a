import { expect, test } from 'vitest'
import { readSettings, settingsWarnings } from './settings.ts'

const PUBLIC_URL = 'https://desk.example.com'

test('production warns of connections to another machine that the network can read [ASVS 12.3.1]', () => {
  const warned = (environment: Record<string, string>) =>
    settingsWarnings(readSettings({ NODE_ENV: 'production', PUBLIC_URL, ...environment })).filter((line) =>
      /without TLS|is encrypted only if/.test(line),
    )
  const database = (at: string) => warned({ DATABASE_URL: `postgres://desk:dJ3-own-words@${at}` })
  for (const at of ['db.example:5432/desk', '10.0.0.7/desk', 'db.example/desk?sslmode=prefer'])
    expect(database(at), at).toEqual([expect.stringMatching(/^DATABASE_URL leads to another machine/)])
  for (const at of ['localhost/desk', '127.0.0.1/desk', 'database:5432/desk', '[::1]/desk'])
    expect(database(at), at).toEqual([])
  for (const mode of ['require', 'verify-full'])
    expect(database(`db.example/desk?sslmode=${mode}`)).toEqual([])
  const mail = (SMTP_URL: string) => warned({ SMTP_URL })
  expect(mail('smtp://mail.example:587')).toEqual([expect.stringMatching(/^SMTP_URL is encrypted only if/)])
  for (const url of ['smtps://mail.example', 'smtp://mail.example?requireTLS=true', 'smtp://localhost:25'])
    expect(mail(url), url).toEqual([])
})

test('production warns of a database that gets no fixes, of mail that is not sent and of visitors that look alike, and of nothing else', () => {
  const warnings = (environment: Record<string, string>) =>
    settingsWarnings(readSettings({ NODE_ENV: 'production', PUBLIC_URL, ...environment }))
  const SMTP_URL = 'smtps://user:password@mail.example:465'
  expect(warnings({})).toEqual([
    expect.stringMatching(/^DATABASE_URL is not set.*current minor version\.$/),
    expect.stringMatching(/^SMTP_URL is not set/),
    expect.stringMatching(/^TRUST_PROXY is not set.*all visitors count as one address/),
  ])
  const DATABASE_URL = 'postgres://desk:dJ3-own-words@db.example:5432/desk?sslmode=verify-full'
  expect(warnings({ DATABASE_URL, SMTP_URL, TRUST_PROXY: '10.0.0.0/8' })).toEqual([])
  expect(settingsWarnings(readSettings({ PUBLIC_URL }))).toEqual([])
})

test('production warns of a key that no provider uses, and of alerts that run before their data', () => {
  const inProduction = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' }
  const usual = settingsWarnings(readSettings(inProduction))
  const more = (environment: Record<string, string>) =>
    settingsWarnings(readSettings({ ...inProduction, ...environment })).filter(
      (line) => !usual.includes(line),
    )
  expect(more({ OPENAI_API_KEY: 'key' })).toEqual([
    'OPENAI_API_KEY has no effect: the assistant also needs BOT_PROVIDER and BOT_MODEL.',
  ])
  const assistant = { BOT_PROVIDER: 'anthropic', BOT_MODEL: 'm', ANTHROPIC_API_KEY: 'key' }
  expect(more(assistant)).toEqual([])
  expect(more({ ...assistant, OPENAI_API_KEY: 'key' })).toHaveLength(1)
  expect(more({ ALERTS_AT: '04:59' })).toEqual([
    "ALERTS_AT (04:59) is not after SOV_DAILY_AT (05:00): alert rules are evaluated before the day's share of voice arrives.",
  ])
  expect(more({ ALERTS_AT: '05:01' })).toEqual([])
})
