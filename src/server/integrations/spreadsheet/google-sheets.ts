import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import { createGoogleToken } from '../vendor-client/google-token.ts'
import {
  createVendorClient,
  type VendorClientOptions,
  type VendorRequest,
} from '../vendor-client/vendor-client.ts'
import type { GoogleSheetsAccount } from './google-settings.ts'
import { placeOf, readTab, type SheetPlace, TAB_FIELDS, Tabs } from './google-tab.ts'
import { columnName, type SheetCell, type SheetTab, type Spreadsheet } from './port.ts'

const SYSTEM = 'Google Sheets'
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
const TIMEOUT_MS = 20_000

const Cell = z.union([z.string(), z.number(), z.boolean()]).nullable()
/** An empty range has no values, and rows are short where their last cells are empty. */
const Ranges = z.object({
  valueRanges: z.array(z.object({ values: z.array(z.array(Cell)).optional() })).optional(),
})
const Written = z.object({ totalUpdatedCells: z.number().optional() })
const Refusal = z.object({ error: z.object({ status: z.string() }) })

interface GoogleOptions extends Pick<VendorClientOptions, 'timeoutMs' | 'accountStore' | 'fetch'> {
  account: GoogleSheetsAccount
  clock: () => Date
}

/** A quota that is used up comes as a refusal of rights, which would call administrators. */
const QUOTA = /RESOURCE_EXHAUSTED|quotaExceeded|rateLimitExceeded/i

const quoted = (tab: string) => `'${tab.replaceAll("'", "''")}'`

/** Adds a remedy: the address to share the sheet with, or that the id is wrong. */
function explained(error: unknown, { key }: GoogleSheetsAccount): unknown {
  if (!(error instanceof IntegrationError) || error.system !== SYSTEM) return error
  const { kind, operation, status, vendorCode } = error
  const retold = (told: Pick<IntegrationError, 'kind'> & { advice?: string }) =>
    new IntegrationError(error.message, {
      system: SYSTEM,
      operation,
      ...(status === undefined ? {} : { status }),
      ...told,
      cause: error,
    })
  if (kind === 'forbidden' && QUOTA.test(vendorCode ?? '')) return retold({ kind: 'rate_limited' })
  if (kind === 'forbidden')
    return retold({
      kind,
      advice: `Couldn’t open the sheet. Share it with ${key.client_email} as editor and try again.`,
    })
  if (kind === 'not_found') return retold({ kind, advice: 'This Google Sheet doesn’t exist.' })
  return error
}

const NO_SHEET = '/copydesk-asks-whether-google-answers'

/** The way to Google's API, with a token that is renewed. */
function createCalls({ account, clock, ...options }: GoogleOptions) {
  const { fetch: _fetch, ...plain } = options
  const token = createGoogleToken(account.key, SCOPE, { clock: () => clock().getTime(), ...plain })
  const client = createVendorClient({
    system: SYSTEM,
    baseUrl: `${account.baseUrl}/v4/spreadsheets`,
    headers: async () => ({ authorization: `Bearer ${await token.current()}` }),
    vendorCode: (body) => Refusal.safeParse(body).data?.error.status,
    timeoutMs: TIMEOUT_MS,
    // One service account is one user to Google, with sixty calls a minute.
    atOnce: 2,
    ...options,
  })
  async function send<Answer>(request: VendorRequest<Answer>): Promise<Answer> {
    try {
      return await client.send(request)
    } catch (error) {
      if (error instanceof IntegrationError && error.status === 401) token.forget()
      throw explained(error, account)
    }
  }
  /**
   * Requests a sheet that does not exist. Google answers NOT_FOUND only to an account that may use the API.
   */
  async function probe(): Promise<void> {
    const request = { operation: 'answer at all', method: 'GET', path: NO_SHEET, answer: Tabs } as const
    await client.send(request).catch((error: unknown) => {
      const isKnown = error instanceof IntegrationError && error.vendorCode === 'NOT_FOUND'
      if (!isKnown) throw error
    })
  }
  return { send, probe }
}

type Send = ReturnType<typeof createCalls>['send']

/** Writing beyond the last column is refused, so that columns which are lacking are added before. */
async function addColumns(send: Send, { path }: SheetPlace, tab: SheetTab, wanted: number): Promise<void> {
  if (tab.columns === null || wanted <= tab.columns) return
  const appendDimension = { sheetId: tab.id, dimension: 'COLUMNS', length: wanted - tab.columns }
  await send({
    operation: 'add columns to a sheet',
    method: 'POST',
    path: `${path}:batchUpdate`,
    json: { requests: [{ appendDimension }] },
    answer: z.object({ spreadsheetId: z.string().optional() }),
  })
}

async function writeCells(
  send: Send,
  place: SheetPlace,
  tab: SheetTab,
  cells: readonly SheetCell[],
): Promise<void> {
  if (cells.length === 0) return
  await addColumns(send, place, tab, 1 + Math.max(...cells.map(({ column }) => column)))
  await send({
    operation: 'write into a sheet',
    method: 'POST',
    path: `${place.path}/values:batchUpdate`,
    json: {
      // RAW, so that text beginning with = is not treated as a formula.
      valueInputOption: 'RAW',
      data: cells.map(({ row, column, value }) => ({
        range: `${quoted(tab.name)}!${columnName(column)}${row + 1}`,
        values: [[value]],
      })),
    },
    answer: Written,
    // The same cells with the same values.
    isRepeatable: true,
  })
}

/** Google Sheets through a service account that users share their sheets with. */
export function createGoogleSpreadsheet(options: GoogleOptions): Spreadsheet {
  const { send, probe } = createCalls(options)
  async function openTab(place: SheetPlace) {
    const { sheets } = await send({
      operation: 'open a sheet',
      method: 'GET',
      path: place.path,
      query: { fields: TAB_FIELDS },
      answer: Tabs,
    })
    return readTab(sheets, place)
  }

  return {
    async open(sheetId) {
      await openTab(placeOf(sheetId))
    },
    async read(sheetId) {
      const place = placeOf(sheetId)
      const tab = await openTab(place)
      const { valueRanges = [] } = await send({
        operation: 'read a sheet',
        method: 'GET',
        path: `${place.path}/values:batchGet`,
        query: {
          ranges: quoted(tab.name),
          majorDimension: 'ROWS',
          valueRenderOption: 'UNFORMATTED_VALUE',
        },
        answer: Ranges,
      })
      const rows = valueRanges[0]?.values ?? []
      return { tab, rows: rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))) }
    },
    write: (sheetId, tab, cells) => writeCells(send, placeOf(sheetId), tab, cells),
    addressOf(sheetId) {
      const { path, tabId } = placeOf(sheetId)
      return `https://docs.google.com/spreadsheets/d${path}/edit${tabId === null ? '' : `#gid=${tabId}`}`
    },
    async check() {
      await probe()
      return {
        adapter: SYSTEM,
        ok: true,
        detail: `Sheets that are shared with ${options.account.key.client_email} can be read.`,
      }
    },
  }
}
