import { z } from 'zod'
import { dayAt, plusDays } from '#shared/format/day.ts'
import type { AdapterHealth } from '../health.ts'
import { createGoogleSender } from '../vendor-client/google-sender.ts'
import type { TokenOptions } from '../vendor-client/google-token.ts'
import type { SearchPerformance, SearchRow } from './port.ts'
import type { SearchConsoleAccount } from './search-console-settings.ts'

const SYSTEM = 'Google Search Console'
const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly'
/** As many rows as one answer may have. */
const ROWS = 25_000
/** Google returns at most this many rows per day, property and search type. */
const MOST_ROWS = 50_000
/** Google's days are those of California, and its figures are final after two or three of them. */
const ZONE = 'America/Los_Angeles'
const DAYS_LATE = 3
/** An answer of so many rows takes its time. */
const TIMEOUT_MS = 30_000
/** Property and account have 1,200 questions a minute; the load of each counts, too. */
const AT_ONCE = 2

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

export interface SearchConsoleOptions extends TokenOptions {
  account: SearchConsoleAccount
  /** Rows to an answer; tests take fewer. */
  rowLimit?: number
}

const createSender = ({ account, rowLimit: _rows, ...options }: SearchConsoleOptions) =>
  createGoogleSender(
    { system: SYSTEM, baseUrl: account.baseUrl, key: account.key, scope: SCOPE, atOnce: AT_ONCE },
    { timeoutMs: TIMEOUT_MS, ...options },
  )

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
