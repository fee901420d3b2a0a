import { join, resolve } from 'node:path'
import { z } from 'zod'
import { leavesMachine, SettingsError, settingGroup } from '../settings/settings-group.ts'

/** Default passwords of examples and images, which production refuses. */
const KNOWN_PASSWORDS = ['', 'postgres', 'password', 'copydesk', 'change-me', 'changeme', 'secret', 'admin']

function decodedPassword(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    throw new SettingsError(
      'DATABASE_URL is not usable: its password contains a percent sign that must be written as %25.',
    )
  }
}

type Address = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

function refuseDefaultSecrets(name: Address, address: string | undefined): string | null {
  if (address === undefined) return null
  const { password, host } = new URL(address)
  // Without a host in the address the connection is a local socket, which needs no password.
  if (host === '' || !KNOWN_PASSWORDS.includes(decodedPassword(password).toLowerCase())) return null
  return `${name} is not usable: its password is empty or a well-known default. Give the database a password of its own.`
}

/** The address including a separately configured password, properly encoded. */
function withPassword(databaseUrl: string | undefined, password: string | undefined): string | undefined {
  if (databaseUrl === undefined || password === undefined) return databaseUrl
  const url = new URL(databaseUrl)
  if (url.password !== '') return databaseUrl
  url.password = encodeURIComponent(password)
  return url.href
}

const ENCRYPTED = ['require', 'verify-ca', 'verify-full', 'no-verify']

function openAddresses(name: Address, address: string): readonly string[] {
  const mode = new URL(address).searchParams.get('sslmode') ?? ''
  return leavesMachine(address) && !ENCRYPTED.includes(mode)
    ? [
        `${name} leads to another machine without TLS, so the network can read the connection. Add ?sslmode=verify-full, or keep it in a private network.`,
      ]
    : []
}

function databaseWarnings(databaseUrl: string | undefined, directUrl: string | undefined): readonly string[] {
  if (databaseUrl === undefined)
    return [
      'DATABASE_URL is not set: the embedded PostgreSQL gets its security fixes only with new versions of Copydesk. For a team, use a server of your own at its current minor version.',
    ]
  return [
    ...openAddresses('DATABASE_URL', databaseUrl),
    ...(directUrl === undefined || directUrl === databaseUrl
      ? []
      : openAddresses('DATABASE_DIRECT_URL', directUrl)),
  ]
}

export const databaseSettings = settingGroup({
  variables: {
    DATA_DIR: z.string().min(1).default('./data'),
    BACKUP_DIR: z.string().min(1).optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_PASSWORD: z.string().min(1).optional(),
    DATABASE_CONNECTIONS: z.coerce.number().int().min(5).max(500).default(20),
  },
  expected: {
    DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
    DATABASE_DIRECT_URL: 'an address such as postgres://user:password@host:5432/name',
    DATABASE_CONNECTIONS: 'a number of connections per server, 5 to 500',
  },
  refused({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PASSWORD }) {
    if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
      return 'DATABASE_URL is missing: DATABASE_DIRECT_URL is only for a DATABASE_URL that leads to a pooler.'
    if (DATABASE_PASSWORD === undefined) return null
    if (DATABASE_URL === undefined)
      return 'DATABASE_URL is missing: DATABASE_PASSWORD cannot be used without it.'
    return new URL(DATABASE_URL).password === ''
      ? null
      : 'DATABASE_PASSWORD is not usable: DATABASE_URL already has a password.'
  },
  refusedInProduction: ({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PASSWORD }) =>
    refuseDefaultSecrets('DATABASE_URL', withPassword(DATABASE_URL, DATABASE_PASSWORD)) ??
    refuseDefaultSecrets('DATABASE_DIRECT_URL', withPassword(DATABASE_DIRECT_URL, DATABASE_PASSWORD)),
  settings: ({
    DATA_DIR,
    BACKUP_DIR,
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATABASE_PASSWORD,
    DATABASE_CONNECTIONS,
  }) => ({
    dataDir: resolve(DATA_DIR),
    /** The default folder for backups. */
    backupDir: resolve(BACKUP_DIR ?? join(DATA_DIR, 'backups')),
    databaseUrl: withPassword(DATABASE_URL, DATABASE_PASSWORD),
    /** Past the pooler, if there is one. */
    databaseDirectUrl: withPassword(DATABASE_DIRECT_URL ?? DATABASE_URL, DATABASE_PASSWORD),
    /** How many connections this server may have open at the same time. */
    databaseConnections: DATABASE_CONNECTIONS,
  }),
  warnings: ({ databaseUrl, databaseDirectUrl }) => databaseWarnings(databaseUrl, databaseDirectUrl),
})
