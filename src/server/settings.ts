import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { withoutEndSlashes } from '#shared/http/fields.ts'
import {
  incompleteVendor,
  VENDOR_EXPECTED,
  VENDOR_VARIABLES,
  type VendorSettings,
  vendorSettings,
} from './vendor-settings.ts'

/** Passwords that examples and images ship with; nobody may run production on one of them. */
const KNOWN_PASSWORDS = ['', 'postgres', 'password', 'copydesk', 'change-me', 'changeme', 'secret', 'admin']

const port = z.coerce.number().int().min(0).max(65_535)
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Addresses or networks, separated by commas: what the server may take a caller's address from. */
function areProxies(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const most = isIP(address) === 4 ? 32 : 128
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
    return isIP(address) !== 0 && isNetwork && rest.length === 0
  })
}

const flag = z.stringbool()
const address = z.url({ protocol: /^https?$/ }).transform(withoutEndSlashes)

const Environment = z.object({
  APP_ENV: z.string().min(1).optional(),
  NODE_ENV: z.string().min(1).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: address.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/)
    .default('Copydesk <copydesk@localhost>'),
  HELP_EMAIL: z.email().default('help@copydesk.example'),
  REPOSITORY_URL: address.prefault('https://code.copydesk.example'),
  COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,40}$/)
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  TRUST_PROXY: z.string().refine(areProxies).optional(),
  SESSION_HOURS: z.coerce.number().min(0.1).max(12).default(12),
  RATE_LIMIT: z.coerce.number().int().min(10).max(1_000_000).default(120),
  UPLOADS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(300),
  STRICT_VERSIONS: flag.default(false),
  SELF_APPROVAL: z.enum(['allowed', 'forbidden']).default('allowed'),
  SOV_DAILY_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('05:00'),
  SOV_KEEP_DAYS: z.coerce.number().int().min(128).max(4000).default(400),
  AUDIT_DAYS: z.coerce.number().int().min(30).max(4000).default(400),
  ORG_TZ: z.string().refine(isTimeZone).default('UTC'),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
  CLOCK_DAYS_AHEAD: z.coerce.number().int().min(-36_500).max(36_500).default(0),
  COPYDESK_DEV: flag.default(false),
  ...VENDOR_VARIABLES,
})

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape)

/** What each setting must look like, for the line that refuses a wrong one. */
const EXPECTED: Readonly<Record<string, string>> = {
  PORT: 'a port between 0 and 65535',
  PUBLIC_URL: 'an address such as https://desk.example.com',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  SMTP_URL: 'an address such as smtps://user:password@host:465',
  MAIL_FROM: 'a sender such as Copydesk <desk@example.com>',
  HELP_EMAIL: 'an email address',
  REPOSITORY_URL: 'an address such as https://code.example.com/copydesk',
  COMMIT: '7 to 40 hexadecimal digits',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  TRUST_PROXY: 'the addresses of the proxies in front, such as 10.0.0.0/8',
  SESSION_HOURS: 'a number of hours, at most 12',
  RATE_LIMIT: 'how many requests one person may send in 10 seconds, at least 10',
  UPLOADS_PER_DAY: 'how many pictures one person may store in 24 hours, at least 1',
  STRICT_VERSIONS: 'true or false',
  SELF_APPROVAL: 'allowed or forbidden',
  SOV_DAILY_AT: 'a time of day such as 05:00',
  SOV_KEEP_DAYS: 'how many days of share of voice are kept, at least 128',
  AUDIT_DAYS: 'how many days the audit trail is kept, 30 to 4000',
  ORG_TZ: 'a time zone such as Europe/Berlin',
  SECRET_KEY: '64 hexadecimal digits, such as openssl rand -hex 32 prints',
  CLOCK_DAYS_AHEAD: 'a whole number of days, and none in production',
  COPYDESK_DEV: 'true or false',
  ...VENDOR_EXPECTED,
}

export interface Settings {
  /** Name shown in the footer; `development` when none is configured. */
  env: string
  isProduction: boolean
  isDevelopmentServer: boolean
  host: string
  port: number
  /** Where people reach the product, without a slash at the end; the only source of links in mail. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  helpEmail: string
  /** Where the commit in the footer can be looked up. */
  repositoryUrl: string
  commit: string | undefined
  logLevel: string
  trustProxy: string | undefined
  sessionHours: number
  allowSelfApproval: boolean
  /** Refuse a save of an article that does not say which version it changes. */
  strictVersions: boolean
  /** Requests that one person, or one address without a person, may send in 10 seconds. */
  rateLimit: number
  /** Pictures that one person may store in 24 hours. */
  uploadsPerDay: number
  /** When a day's share of voice is collected, `HH:MM` in the organisation's time zone, and how many days are kept. */
  shareOfVoice: { dailyAt: string; keptDays: number }
  /** For how many days the trail of who did what is kept. */
  auditDays: number
  /** The organisation's time zone: where its days begin and end. */
  timeZone: string
  /** By how many days the product's day differs from the machine's, for tests; always 0 in production. */
  clockDaysAhead: number
  /** Seals what must not be readable in the database, 32 bytes in hexadecimal; without it a file in the data folder. */
  secretKey: string | undefined
  /** The outside systems that are configured; the built-in adapters stand in for the others. */
  vendors: VendorSettings
}

/** A setting that cannot be used. The message is one line for the person who starts the server. */
export class SettingsError extends Error {}

/**
 * Reads every setting once, from environment variables. A blank variable counts as not set.
 * Throws `SettingsError`, which names the setting and says what is expected.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? '')
    throw new SettingsError(
      `${name} is not usable: expected ${EXPECTED[name] ?? parsed.error.issues[0]?.message}.`,
    )
  }
  const values = parsed.data
  const incomplete = incompleteVendor(given)
  if (incomplete !== null) throw new SettingsError(incomplete)
  const env = values.APP_ENV ?? values.NODE_ENV ?? 'development'
  const isProduction = values.NODE_ENV === 'production' || env === 'production'
  if (isProduction) {
    refuseDefaultSecrets(values.DATABASE_URL)
    refuseNoAddress(values.PUBLIC_URL)
    refuseOtherDay(values.CLOCK_DAYS_AHEAD)
  }
  return {
    env,
    isProduction,
    isDevelopmentServer: values.COPYDESK_DEV && !isProduction,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    helpEmail: values.HELP_EMAIL,
    repositoryUrl: values.REPOSITORY_URL,
    commit: values.COMMIT,
    logLevel: values.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    trustProxy: values.TRUST_PROXY,
    sessionHours: values.SESSION_HOURS,
    strictVersions: values.STRICT_VERSIONS,
    allowSelfApproval: values.SELF_APPROVAL === 'allowed',
    rateLimit: values.RATE_LIMIT,
    uploadsPerDay: values.UPLOADS_PER_DAY,
    shareOfVoice: { dailyAt: values.SOV_DAILY_AT, keptDays: values.SOV_KEEP_DAYS },
    auditDays: values.AUDIT_DAYS,
    timeZone: values.ORG_TZ,
    clockDaysAhead: values.CLOCK_DAYS_AHEAD,
    secretKey: values.SECRET_KEY,
    vendors: vendorSettings(values),
  }
}

function decodedPassword(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    throw new SettingsError(
      'DATABASE_URL is not usable: its password holds a percent sign that must be written as %25.',
    )
  }
}

/** Links in mail that lead to this machine help nobody. */
function refuseNoAddress(publicUrl: string | undefined) {
  if (publicUrl !== undefined) return
  throw new SettingsError(`PUBLIC_URL is missing: production needs ${EXPECTED.PUBLIC_URL}.`)
}

/** What happens on another day than today is no record of anything. */
function refuseOtherDay(daysAhead: number) {
  if (daysAhead === 0) return
  throw new SettingsError(`CLOCK_DAYS_AHEAD is not usable: expected ${EXPECTED.CLOCK_DAYS_AHEAD}.`)
}

/** What works in production, but hardly as meant: a line each for the person who starts the server. */
export function settingsWarnings(settings: Settings): string[] {
  if (!settings.isProduction) return []
  const lines = []
  if (settings.databaseUrl === undefined) {
    lines.push(
      'DATABASE_URL is not set: the embedded PostgreSQL gets its security fixes only with new versions of Copydesk. For a team, use a server of your own at its current minor version.',
    )
  }
  if (settings.smtpUrl === undefined) {
    lines.push('SMTP_URL is not set: mail is not sent, each one is kept as a file in the outbox.')
  }
  if (settings.publicUrl.startsWith('https:') && settings.trustProxy === undefined) {
    lines.push('TRUST_PROXY is not set: behind a proxy, all visitors count as one address.')
  }
  return lines
}

function refuseDefaultSecrets(databaseUrl: string | undefined) {
  if (databaseUrl === undefined) return
  const { password, host } = new URL(databaseUrl)
  // Without a host in the address the connection is a local socket, which needs no password.
  if (host !== '' && KNOWN_PASSWORDS.includes(decodedPassword(password).toLowerCase())) {
    throw new SettingsError(
      'DATABASE_URL is not usable: its password is empty or a well-known default. Give the database a password of its own.',
    )
  }
}
