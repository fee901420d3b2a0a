import { z } from 'zod'
import { dayAt, plusDays } from '#shared/format/day.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'
import { createGoogleToken, type TokenOptions } from '../vendor-client/google-token.ts'
import { createVendorClient, type VendorClient, type VendorRequest } from '../vendor-client/vendor-client.ts'
import type { SearchPerformance, SearchRow } from './port.ts'
import type { SearchConsoleAccount } from './search-console-settings.ts'

const SYSTEM = 'Google Search Console'
const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly'
/** As many rows as one answer may have. */
const ROWS = 25_000
/** Of a day, a property and a kind of search there are no more. */
const MOST_ROWS = 50_000
/** Google's days are those of California, and its figures are final after two or three of them. */
const ZONE = 'America/Los_Angeles'
const DAYS_LATE = 3
/** An answer of so many rows takes its time. */
const TIMEOUT_MS = 30_000
/** Property and account have 1,200 questions a minute; the load of each counts, too. */
const AT_ONCE = 2

/** Google says with 403 what others say with 429, and not for how long. */
const QUOTA = new Set(['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded'])
const QUOTA_PAUSE_MS = 15 * 60_000

const count = z.number().min(0).max(1e12).transform(Math.round)
const Answer = z.object({
  rows: z
    .array(
      z.object({
        keys: z.tuple([z.string(), z.string()]),
        clicks: count,
        impressions: count,
        position: z.number().min(0).max(1e9),
      }),
    )
    .default([]),
})

const Properties = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string().optional() })).default([]),
})

const Refusal = z.object({
  error: z.object({
    status: z.string().max(100).optional(),
    errors: z.array(z.object({ reason: z.string().max(100) })).optional(),
  }),
})

function googleCode(body: unknown): string | undefined {
  const { error } = Refusal.safeParse(body).data ?? {}
  return error?.errors?.[0]?.reason ?? error?.status
}

function asQuota(error: unknown): unknown {
  if (!(error instanceof IntegrationError) || error.status !== 403) return error
  if (!QUOTA.has(error.vendorCode ?? '')) return error
  const { system, operation, status, vendorCode, message, retryAfterMs = QUOTA_PAUSE_MS } = error
  return new IntegrationError(message, {
    system,
    operation,
    kind: 'rate_limited',
    status,
    ...(vendorCode === undefined ? {} : { vendorCode }),
    retryAfterMs,
  })
}

export interface SearchConsoleOptions extends TokenOptions {
  account: SearchConsoleAccount
  /** Rows to an answer; tests take fewer. */
  rowLimit?: number
}

function createSender({ account, rowLimit: _rows, ...options }: SearchConsoleOptions) {
  const token = createGoogleToken(account.key, SCOPE, options)
  const client: VendorClient = createVendorClient({
    system: SYSTEM,
    baseUrl: account.baseUrl,
    headers: async () => ({ authorization: `Bearer ${await token.current()}` }),
    atOnce: AT_ONCE,
    timeoutMs: TIMEOUT_MS,
    vendorCode: googleCode,
    ...options,
  })
  /** A token may be withdrawn before its end: once, another one is tried. */
  return async <Read>(request: VendorRequest<Read>): Promise<Read> => {
    try {
      return await client.send(request)
    } catch (error) {
      const isRefused = error instanceof IntegrationError && error.system === SYSTEM
      if (!isRefused || error.kind !== 'unauthorized') throw asQuota(error)
      token.forget()
      return client.send(request).catch((again: unknown) => {
        throw asQuota(again)
      })
    }
  }
}

type Send = ReturnType<typeof createSender>

/** Whether the service account may read each property. */
async function check(send: Send, { key, properties }: SearchConsoleAccount): Promise<AdapterHealth> {
  const { siteEntry } = await send({
    operation: 'list properties',
    method: 'GET',
    path: '/webmasters/v3/sites',
    answer: Properties,
  })
  const read = siteEntry.filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
  const seen = new Set(read.map(({ siteUrl }) => siteUrl))
  const wanted = Object.values(properties)
  const missing = wanted.filter((property) => !seen.has(property))
  const ok = missing.length === 0
  const these = missing.length > 1 ? 'these properties' : 'this property'
  const detail = ok
    ? `${key.client_email} reads ${wanted.length} of its properties.`
    : `${key.client_email} may not read ${missing.join(', ')}. Add it as a user of ${these}.`
  return { adapter: SYSTEM, ok, detail }
}

/** What Google's Search Console knows of our sites, through a service account. */
export function createSearchConsole(options: SearchConsoleOptions): SearchPerformance {
  const { account, rowLimit = ROWS, clock } = options
  const send = createSender(options)

  const readPart = (property: string, day: string, startRow: number) =>
    send({
      operation: 'read searches',
      method: 'POST',
      path: `/webmasters/v3/sites/${encodeURIComponent(property)}/searchAnalytics/query`,
      json: {
        startDate: day,
        endDate: day,
        dimensions: ['PAGE', 'QUERY'],
        type: 'WEB',
        dataState: 'FINAL',
        rowLimit,
        startRow,
      },
      answer: Answer,
      // It asks and changes nothing.
      isRepeatable: true,
    })

  return {
    source: SYSTEM,
    covers: async (site) => account.properties[site.toLowerCase()] !== undefined,
    lastDay: () => plusDays(dayAt(new Date(clock()), ZONE), -DAYS_LATE),
    async *readDay(site, day) {
      const property = account.properties[site.toLowerCase()]
      if (property === undefined) return
      for (let startRow = 0; startRow < MOST_ROWS; startRow += rowLimit) {
        const { rows } = await readPart(property, day, startRow)
        if (rows.length > 0) yield rows.map(rowOf)
        if (rows.length < rowLimit) return
      }
    },
    check: () => check(send, account),
  }
}

const rowOf = ({ keys: [page, query], ...figures }: z.output<typeof Answer>['rows'][number]): SearchRow => ({
  page,
  query,
  ...figures,
})
