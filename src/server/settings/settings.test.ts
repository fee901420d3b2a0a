import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readSettings, SETTING_NAMES, SettingsError, settingsWarnings, strangeSettings } from './settings.ts'

test('nothing set is a development server on loopback, with everything built in [SHELL-089]', () => {
  expect(readSettings({})).toMatchObject({
    env: 'development',
    isProduction: false,
    isDevelopmentServer: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    smtpUrl: undefined,
    sessionHours: 12,
    sessionIdleMinutes: 120,
    rateLimit: 120,
    allowSelfApproval: true,
    timeZone: 'UTC',
  })
})

test('a blank setting counts as not set', () => {
  const blank = { PORT: ' ', DATABASE_URL: '', SMTP_URL: '\t', APP_ENV: '', NODE_ENV: '', TRUST_PROXY: ' ' }
  expect(readSettings(blank)).toEqual(readSettings({}))
})

/** Where people reach a server in production, which has no default. */
const PUBLIC_URL = 'https://desk.example.com'

const WRONG: readonly (readonly [name: string, expected: string, values: readonly string[]])[] = [
  [
    'PORT',
    'a port from 0 to 65535 that browsers don’t block, as they block 6000',
    ['-1', '65536', 'http', '80.5', '3000;', 'Infinity', '4190', '6000', '10080'],
  ],
  [
    'PUBLIC_URL',
    'an address such as https://desk.example.com',
    ['desk', 'ftp://desk', 'javascript:1', '//desk'],
  ],
  ['DATABASE_URL', 'an address such as postgres://user:password@host:5432/name', ['db', 'mysql://a/b']],
  [
    'SMTP_URL',
    'an address such as smtps://user:password@host:465',
    ['mail', 'http://mail', 'smtp://', 'smtps://:25'],
  ],
  ['MAIL_FROM', 'a sender such as Copydesk <desk@example.com>', ['desk', 'a\r\nBcc: b@c', '<>', 'a@b <c>']],
  ['HELP_EMAIL', 'an email address', ['help', 'help@', 'a b@c.de']],
  ['REPOSITORY_URL', 'an address such as https://code.example.com/copydesk', ['code', 'git@code:x']],
  ['COMMIT', '7 to 40 hexadecimal digits', ['abc', 'main', 'g'.repeat(40), 'a'.repeat(41)]],
  ['LOG_LEVEL', 'fatal, error, warn, info, debug, trace or silent', ['verbose', 'INFO']],
  [
    'TRUST_PROXY',
    'the addresses of the proxies in front, such as 10.0.0.0/8',
    [
      '1',
      'true',
      '::::',
      '10.0.0.0/33',
      '10.0.0.1,',
      '300.1.1.1',
      '10.0.0.0/8/8',
      'loopback',
      '0.0.0.0/0',
      '::/0',
    ],
  ],
  ['SESSION_HOURS', 'a number of hours, at most 12', ['0', '13', '-1', 'day', 'Infinity']],
  [
    'RATE_LIMIT',
    'a number of requests per person in 10 seconds, at least 10',
    ['9', '0', 'no', '1e9', '20.5'],
  ],
  ['PUBLISH_BY_RANK_WEEKS', 'a whole number of weeks, at most 24', ['-1', '25', '1.5', 'long']],
  ['PUBLISH_BY_WRITE_WEEKS', 'a whole number of weeks, at most 24', ['-1', '25', 'x']],
  ['STRICT_VERSIONS', 'true or false', ['maybe', '2']],
  [
    'S3_PREFIX',
    'a folder such as copydesk or desks/hearthside, of letters, digits, - and _',
    ['/', '/desk', 'a//b', '../a', 'a/..', '.', 'a b', 'a?b', 'ä', '%2e'],
  ],
  ['SELF_APPROVAL', 'allowed or forbidden', ['yes', 'true']],
  ['CLOCK_DAYS_AHEAD', 'a number of days, unset in production', ['1,5', 'tomorrow', '40000']],
  ['ORG_TZ', 'a time zone such as Europe/Berlin', ['Berlin', 'Europe/Nowhere', "UTC'"]],
  ['COPYDESK_DEV', 'true or false', ['maybe', '2']],
  ['DATABASE_CONNECTIONS', 'a number of connections per server, 5 to 500', ['4', '501', 'many']],
  ['JOBS_KEEP_DAYS', 'a number of days to keep finished jobs, 1 to 400', ['0', '401', '1.5']],
  [
    'NODE_ENV',
    'production, development or test; the name in the footer is APP_ENV',
    ['prod', 'Production', 'staging'],
  ],
]

describe('a wrong setting names itself and the expected value', () => {
  for (const [name, expected, values] of WRONG) {
    test(`as ${name} does`, () => {
      for (const value of values) {
        const read = () => readSettings({ [name]: value })
        expect(read, value).toThrow(SettingsError)
        expect(read, value).toThrow(`${name} is not usable: expected ${expected}.`)
      }
    })
  }
})

test('the server can work with every accepted proxy', async () => {
  for (const TRUST_PROXY of ['10.0.0.0/8', '127.0.0.1, ::1', 'fd00::/8', '192.0.2.7']) {
    const { trustProxy } = readSettings({ TRUST_PROXY })
    expect(() => Fastify({ trustProxy: trustProxy ?? false })).not.toThrow()
  }
})

test('production refuses a database password that everybody knows, and one that is missing [ASVS 13.2.3]', () => {
  const refused = /DATABASE_URL is not usable: its password is empty or a well-known default/
  const passwords = [
    '',
    ':',
    ':postgres',
    ':password',
    ':change-me',
    ':Copydesk',
    ':%70ostgres',
    ':admin',
    ':secret',
  ]
  for (const password of passwords) {
    const DATABASE_URL = `postgres://desk${password}@db.example:5432/desk`
    expect(() => readSettings({ NODE_ENV: 'production', DATABASE_URL }), password).toThrow(refused)
    expect(() => readSettings({ APP_ENV: 'production', DATABASE_URL }), password).toThrow(refused)
    expect(readSettings({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  }
  const DATABASE_URL = 'postgres://desk:dJ3-own-words@db.example:5432/desk'
  expect(readSettings({ NODE_ENV: 'production', PUBLIC_URL, DATABASE_URL }).isProduction).toBe(true)
  expect(readSettings({ NODE_ENV: 'production', PUBLIC_URL }).isProduction).toBe(true)
})

test('in production no password of a WordPress travels in clear', () => {
  const sites = (baseUrl: string) => JSON.stringify({ hs: { baseUrl, user: 'desk', appPassword: 'secret' } })
  const inProduction = { NODE_ENV: 'production', PUBLIC_URL }
  const read = (baseUrl: string, given = {}) => readSettings({ WP_SITES: sites(baseUrl), ...given })
  expect(() => read('http://hearthside.example', inProduction)).toThrow(
    'WP_SITES is not usable: the password of hs would be sent unencrypted to http://hearthside.example.',
  )
  for (const [baseUrl, given] of [
    ['https://hearthside.example', inProduction],
    ['http://127.0.0.1:8080', inProduction],
    ['http://hearthside.example', {}],
  ] as const) {
    expect(read(baseUrl, given).vendors.publishing.hs?.baseUrl).toBe(baseUrl)
  }
})

test('another day than the machine says is for tests, and refused in production', () => {
  expect(readSettings({ CLOCK_DAYS_AHEAD: '-3' }).clockDaysAhead).toBe(-3)
  expect(readSettings({ CLOCK_DAYS_AHEAD: '0.0625' }).clockDaysAhead).toBe(0.0625)
  expect(readSettings({}).clockDaysAhead).toBe(0)
  const inProduction = { NODE_ENV: 'production', PUBLIC_URL }
  expect(() => readSettings({ ...inProduction, CLOCK_DAYS_AHEAD: '1' })).toThrow(
    'CLOCK_DAYS_AHEAD is not usable: expected a number of days, unset in production.',
  )
  expect(readSettings({ ...inProduction, CLOCK_DAYS_AHEAD: '0' }).isProduction).toBe(true)
})

test('the name of the environment does not make it production: a staging server runs as one', () => {
  const staging = readSettings({
    ...{ NODE_ENV: 'production', APP_ENV: 'staging', COPYDESK_DEV: 'true' },
    PUBLIC_URL,
  })
  expect(staging).toMatchObject({ env: 'staging', isProduction: true, isDevelopmentServer: false })
  expect(readSettings({ APP_ENV: 'production', PUBLIC_URL })).toMatchObject({
    env: 'production',
    isProduction: true,
  })
})

test('a public address is kept without the slash at its end', () => {
  expect(readSettings({ PUBLIC_URL: 'https://desk.example.com//' }).publicUrl).toBe(
    'https://desk.example.com',
  )
})

test('the prefix of a bucket is a folder, with or without a slash at its end', () => {
  const bucket = {
    S3_BUCKET: 'pictures',
    S3_REGION: 'eu-central-1',
    S3_PUBLIC_BASE_URL: 'https://cdn.example/',
  }
  const prefixOf = (S3_PREFIX: string) => readSettings({ ...bucket, S3_PREFIX }).vendors.s3?.prefix
  expect(['', 'copydesk', 'copydesk/', 'desks/one'].map(prefixOf)).toEqual([
    '',
    'copydesk/',
    'copydesk/',
    'desks/one/',
  ])
})

test('production requires the address at which people reach it', () => {
  for (const production of [{ NODE_ENV: 'production' }, { APP_ENV: 'production' }]) {
    const read = () => readSettings(production)
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(
      'PUBLIC_URL is missing: production needs an address such as https://desk.example.com.',
    )
  }
})

test('a database password with a bare percent sign is refused by name', () => {
  const read = () =>
    readSettings({
      NODE_ENV: 'production',
      PUBLIC_URL,
      DATABASE_URL: 'postgres://desk:50%off@db.example/desk',
    })
  expect(read).toThrow(SettingsError)
  expect(read).toThrow('DATABASE_URL is not usable: its password contains a percent sign')
})

test('in production no password of a person travels in clear, and an address of this machine is reported as local', () => {
  const inProduction = (PUBLIC_URL: string) => readSettings({ NODE_ENV: 'production', PUBLIC_URL })
  expect(() => inProduction('http://desk.example.com')).toThrow(
    'PUBLIC_URL is not usable: passwords would be sent unencrypted to http://desk.example.com.',
  )
  expect(readSettings({ PUBLIC_URL: 'http://desk.example.com' }).publicUrl).toBe('http://desk.example.com')
  for (const local of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    expect(settingsWarnings(inProduction(local)), local).toContain(
      'PUBLIC_URL only works on this machine, so links in emails fail on any other.',
    )
  }
  const site = { hs: { baseUrl: 'http://127.0.0.1:8080', user: 'desk', appPassword: 'secret' } }
  const withSite = readSettings({ NODE_ENV: 'production', PUBLIC_URL, WP_SITES: JSON.stringify(site) })
  expect(settingsWarnings(withSite)).toContain(
    'WP_SITES: hs is on this machine (http://127.0.0.1:8080), which readers can’t reach.',
  )
})

test('an address below a host, where the app would be a white page, is refused', () => {
  for (const rest of ['/desk', '/desk/', '?tenant=1', '/#/desk']) {
    const read = () => readSettings({ PUBLIC_URL: `https://example.com${rest}` })
    expect(read, rest).toThrow(SettingsError)
    expect(read, rest).toThrow(/cannot run below .*\. Use https:\/\/example\.com\.$/)
  }
})

test('half a credential is refused, for either half', () => {
  const halves = {
    AWS_ACCESS_KEY_ID: 'AWS_SECRET_ACCESS_KEY is missing: AWS_ACCESS_KEY_ID cannot be used without it.',
    AWS_SECRET_ACCESS_KEY: 'AWS_ACCESS_KEY_ID is missing: AWS_SECRET_ACCESS_KEY cannot be used without it.',
    ASANA_TOKEN: 'ASANA_WORKSPACE_GID is missing: ASANA_TOKEN cannot be used without it.',
    RAINFOREST_API_KEY: 'SOV_OWN_PUBLISHERS is missing: RAINFOREST_API_KEY cannot be used without it.',
    S3_BUCKET: 'S3_REGION and S3_PUBLIC_BASE_URL are missing: S3_BUCKET cannot be used without them.',
    AMAZON_CREATORS_CREDENTIAL_ID:
      'AMAZON_CREATORS_CREDENTIAL_SECRET and AMAZON_PARTNER_TAG are missing: AMAZON_CREATORS_CREDENTIAL_ID cannot be used without them.',
    BOT_MODEL: 'BOT_PROVIDER is missing: BOT_MODEL cannot be used without it.',
    CLICKHOUSE_PASSWORD: 'CLICKHOUSE_URL is missing: CLICKHOUSE_PASSWORD cannot be used without it.',
    S3_PREFIX: 'S3_BUCKET is missing: S3_PREFIX cannot be used without it.',
  }
  for (const [name, message] of Object.entries(halves)) {
    expect(() => readSettings({ [name]: 'one' }), name).toThrow(message)
  }
  expect(() => readSettings({ SMTP_URL: 'smtps://desk@mail.example' })).toThrow(
    'SMTP_URL is not usable: it has a user without a password.',
  )
  expect(() => readSettings({ SMTP_URL: 'smtps://:word@mail.example' })).toThrow(
    'SMTP_URL is not usable: it has a password without a user.',
  )
})

test('a credential in several lines is refused by name, without its value; a key in PEM has several', () => {
  for (const name of ['JUNGLESCOUT_API_KEY', 'ASANA_TOKEN', 'DATAFORSEO_PASSWORD', 'AWS_SECRET_ACCESS_KEY'])
    for (const value of ['abc\ndef', 'abc\r\ndef\r\n'])
      expect(() => readSettings({ [name]: value }), name).toThrow(
        new SettingsError(`${name} is not usable: it contains a line break, and must be one line.`),
      )
  expect(() => readSettings({ SNOWFLAKE_PRIVATE_KEY: 'a\nb' })).not.toThrow('line break')
  const board = (token: string) => readSettings({ SERPAPI_KEY: token })
  expect(board('abc\r\n')).toEqual(board('abc'))
})

test('an address that paths are added to has no user, no query and no fragment', () => {
  const read = (address: string) => () => readSettings({ ASANA_BASE_URL: address })
  for (const address of [
    'https://ann:word@tasks.example',
    'https://tasks.example/?a=1',
    'https://tasks.example/#a',
  ])
    expect(read(address), address).toThrow(/^ASANA_BASE_URL is not usable/)
  expect(read('https://tasks.example/api/')).not.toThrow()
})

test('a setting may be in a file, which is read as it is but for the blanks around it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-secrets-'))
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const url = put('smtp', 'smtps://desk:word@mail.example:465\n')
  expect(readSettings({ SMTP_URL_FILE: url }).smtpUrl).toBe('smtps://desk:word@mail.example:465')
  const DATABASE_URL = 'postgres://copydesk@database:5432/copydesk'
  const DATABASE_PASSWORD_FILE = put('password', ' p@ss/word 50%\n')
  expect(readSettings({ DATABASE_URL, DATABASE_PASSWORD_FILE }).databaseUrl).toBe(
    'postgres://copydesk:p%40ss%2Fword%2050%25@database:5432/copydesk',
  )
  const refusals: [Record<string, string>, string][] = [
    [{ SMTP_URL: 'smtp://a', SMTP_URL_FILE: url }, 'SMTP_URL and SMTP_URL_FILE are both set.'],
    [{ SMTP_URL_FILE: join(folder, 'none') }, `${join(folder, 'none')} cannot be read (ENOENT).`],
    [
      { SMTP_URL_FILE: put('empty', '\n') },
      `SMTP_URL_FILE is not usable: ${join(folder, 'empty')} is empty.`,
    ],
    [{ DATABASE_PASSWORD_FILE }, 'DATABASE_URL is missing: DATABASE_PASSWORD cannot be used without it.'],
    [
      { DATABASE_URL: 'postgres://a:b@c/d', DATABASE_PASSWORD: 'e' },
      'DATABASE_PASSWORD is not usable: DATABASE_URL already has a password.',
    ],
    [
      { NODE_ENV: 'production', PUBLIC_URL, DATABASE_URL, DATABASE_PASSWORD: 'postgres' },
      'DATABASE_URL is not usable: its password is empty or a well-known default.',
    ],
  ]
  for (const [environment, message] of refusals)
    expect(() => readSettings(environment), message).toThrow(message)
  expect(strangeSettings({ SMTP_URL_FILE: url, SMPT_URL_FILE: url })).toEqual([
    'SMPT_URL_FILE is not a setting and has no effect. Did you mean SMTP_URL_FILE?',
  ])
  rmSync(folder, { recursive: true })
})

test('a name that only sounds like production is reported as such', () => {
  expect(settingsWarnings(readSettings({ APP_ENV: 'prod' }))).toEqual([
    'APP_ENV=prod only names the environment; this is still a development server. Set NODE_ENV=production.',
  ])
})

const documentOf = (name: string) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8')

test('the document for operators lists every setting, and none that is not read', () => {
  const rows = documentOf('docs/operating/settings.md').match(/^\| `[A-Z].*$/gm) ?? []
  const listed = rows.flatMap((row) => row.split(' | ')[0]?.match(/[A-Z][A-Z0-9_]+/g) ?? [])
  expect(listed.toSorted()).toEqual([...SETTING_NAMES].sort())
})

test('compose hands every setting to the container that the image does not decide itself', () => {
  const [image = ''] = documentOf('Dockerfile').match(/^ENV .*NODE_ENV.*$/m) ?? []
  const decided = [...image.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)
  const [, service = ''] = /^ {2}copydesk:\n([\s\S]*?)^ {2}database:$/m.exec(documentOf('compose.yaml')) ?? []
  const handed = new Map(
    [...service.matchAll(/^ {6}([A-Z][A-Z0-9_]+): (.*)$/gm)].flatMap(([, name = '', value = '']) =>
      name === 'COMMIT' ? [] : [[name, value]],
    ),
  )
  const fixed = ['COPYDESK_DEV', 'CLOCK_DAYS_AHEAD', 'DATABASE_PASSWORD']
  const expected = SETTING_NAMES.filter((name) => !decided.includes(name) && !fixed.includes(name))
  const isFile = (name: string) => name.endsWith('_FILE')
  expect([...handed.keys()].filter((name) => !isFile(name)).sort()).toEqual(expected.toSorted())
  for (const name of [...handed.keys()].filter(isFile))
    expect(SETTING_NAMES, name).toContain(name.replace(/_FILE$/, ''))
  for (const name of expected.filter((each) => each !== 'DATABASE_URL'))
    expect(handed.get(name), name).toMatch(new RegExp(`^\\$\\{${name}:[-?]`))
})
