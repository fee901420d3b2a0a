import { isIP } from 'node:net'
import { z } from 'zod'
import { withoutEndSlashes } from '#shared/http/fields.ts'
import { isLoopback, isOpenToOthers, settingGroup, webPage } from '../settings/settings-group.ts'

const PUBLIC_ADDRESS = 'an address such as https://desk.example.com'

/** Ports that browsers, and Node's own fetch with them, refuse to open: the list of the Fetch Standard. */
const REFUSED_PORTS = new Set(
  [
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123',
    '135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993',
    '995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080',
  ].flatMap((line) => line.split(' ').map(Number)),
)

/** Addresses or networks, never all of them, separated by commas: what the server may take a caller's address from. */
function areProxies(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const most = isIP(address) === 4 ? 32 : 128
    const isNetwork =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
    return isIP(address) !== 0 && isNetwork && rest.length === 0
  })
}

/** The app, its API and the links in mail all begin at the root of their host. */
function refusePath(publicUrl: string | undefined): string | null {
  if (publicUrl === undefined) return null
  const { origin, pathname, search, hash } = new URL(publicUrl)
  const more = `${pathname === '/' ? '' : pathname}${search}${hash}`
  if (more === '') return null
  return `PUBLIC_URL is not usable: Copydesk needs its own host and cannot run below ${more}. Use ${origin}.`
}

function refuseOpenAddress(publicUrl: string | undefined): string | null {
  // Links in mail that lead to this machine help nobody.
  if (publicUrl === undefined) return `PUBLIC_URL is missing: production needs ${PUBLIC_ADDRESS}.`
  if (!isOpenToOthers(publicUrl)) return null
  return `PUBLIC_URL is not usable: passwords would be sent unencrypted to ${publicUrl}. Put a proxy with TLS in front and use its https:// address.`
}

function warningsOf({ publicUrl, trustProxy }: { publicUrl: string; trustProxy: string | undefined }) {
  const isLocal = isLoopback(publicUrl)
  const needsProxy = publicUrl.startsWith('https:') && trustProxy === undefined
  return [
    ...(isLocal ? ['PUBLIC_URL only works on this machine, so links in emails fail on any other.'] : []),
    ...(needsProxy ? ['TRUST_PROXY is not set: behind a proxy, all visitors count as one address.'] : []),
  ]
}

/** The server's address, and its limits. */
export const httpSettings = settingGroup({
  variables: {
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .refine((port) => !REFUSED_PORTS.has(port))
      .default(3000),
    PUBLIC_URL: webPage().transform(withoutEndSlashes).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
    TRUST_PROXY: z.string().refine(areProxies).optional(),
    RATE_LIMIT: z.coerce.number().int().min(10).max(1_000_000).default(120),
    COPYDESK_DEV: z.stringbool().default(false),
  },
  expected: {
    PORT: 'a port from 0 to 65535 that browsers don’t block, as they block 6000',
    PUBLIC_URL: PUBLIC_ADDRESS,
    LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
    TRUST_PROXY: 'the addresses of the proxies in front, such as 10.0.0.0/8',
    RATE_LIMIT: 'a number of requests per person in 10 seconds, at least 10',
    COPYDESK_DEV: 'true or false',
  },
  refused: ({ PUBLIC_URL }) => refusePath(PUBLIC_URL),
  refusedInProduction: ({ PUBLIC_URL }) => refuseOpenAddress(PUBLIC_URL),
  settings: (values, { isProduction }) => ({
    host: values.HOST,
    port: values.PORT,
    /** Where people reach the product, without a slash at the end; the only source of links in mail. */
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    logLevel: values.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    trustProxy: values.TRUST_PROXY,
    /** Requests that one person, or one address without a person, may send in 10 seconds. */
    rateLimit: values.RATE_LIMIT,
    isDevelopmentServer: values.COPYDESK_DEV && !isProduction,
  }),
  warnings: (settings) => warningsOf(settings),
})
