import { z } from 'zod'
import { SOURCE_PARTS, type SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { IntegrationError } from '../integration-error.ts'
import { type ClickHouseDeps, type ClickHouseValues, createClickHouseClient } from './clickhouse-client.ts'
import {
  CLICKHOUSE_TABLES,
  type ClickHouseColumn,
  clickHouseStatements,
  WRITTEN_AT,
} from './clickhouse-tables.ts'
import type { SourceKey, SourceQuery, SourceRows, WritableWarehouse } from './port.ts'
import { sliceOf } from './source-slice.ts'

const Cell = z.union([z.string(), z.number(), z.null()])
const Rows = z.object({ data: z.array(z.array(Cell)) })
const Columns = z.object({ data: z.array(z.tuple([z.string(), z.string()])) })

/** Columns in which an empty text is a value; in all others it means that the value is missing. */
const KEPT_EMPTY = new Set(['site', 'post_id', 'title', 'week', 'asin', 'earnings', 'availability'])
/** The server's numbers for a column and a table that are not there. */
const NO_SUCH = new Set(['47', '60'])
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
const isoOf = (unix: number) => new Date(unix * 1000).toISOString().replace('.000Z', 'Z')

function cellOf({ name, isMoment }: ClickHouseColumn, cell: z.output<typeof Cell>): string | null {
  if (cell === null) return null
  if (isMoment) return isoOf(Number(cell))
  return cell === '' && !KEPT_EMPTY.has(name) ? null : String(cell)
}

/** Conditions on the table's key, column by column, so that its sort order is used. */
function placeOf(name: string, key: readonly string[], place: SourceKey) {
  const values: ClickHouseValues = Object.fromEntries(
    key.map((column, index) => [
      `${name}_${column}`,
      { type: column === 'week' ? ('Date' as const) : ('String' as const), value: place[index] ?? '' },
    ]),
  )
  const asked = Object.entries(values).map(([given, { type }]) => `{${given}:${type}}`)
  return { values, words: key.length === 1 ? asked.join() : `(${asked.join(', ')})` }
}

/** The question for a slice, and what it is asked with. */
function questionOf(part: SourcePart, { after, upTo, since, most }: SourceQuery) {
  const { name, columns, key } = CLICKHOUSE_TABLES[part]
  const keyed = key.length === 1 ? key.join() : `(${key.join(', ')})`
  const wanted: string[] = []
  let values: ClickHouseValues = {}
  for (const [place, sign, words] of [
    [after, '>', 'after'],
    [upTo, '<=', 'up_to'],
  ] as const) {
    if (place == null) continue
    const asked = placeOf(words, key, place)
    values = { ...values, ...asked.values }
    wanted.push(`${keyed} ${sign} ${asked.words}`)
  }
  if (since !== null) {
    values = { ...values, since: { type: 'UInt32', value: seconds(since) } }
    const written = `toUInt32(${WRITTEN_AT}) > {since:UInt32}`
    wanted.push(
      part === 'earnings'
        ? `(site, post_id, week) IN (SELECT site, post_id, week FROM ${name} WHERE ${written})`
        : written,
    )
  }
  const where = wanted.length === 0 ? '' : `WHERE ${wanted.join(' AND ')} `
  const read = columns.map((column) => column.read).join(', ')
  return {
    question: `SELECT ${read} FROM ${name} FINAL ${where}ORDER BY ${key.join(', ')} LIMIT ${Math.trunc(most)} FORMAT JSONCompact`,
    values,
  }
}

const unixOf = (moment: string) => String(seconds(new Date(moment)))

/** Which tables are not there, and which columns others lack. */
function faultsOf(found: ReadonlyMap<string, readonly string[]>) {
  const tables = Object.values(CLICKHOUSE_TABLES)
  return {
    tables: tables.filter(({ name }) => !found.has(name)).map(({ name }) => name),
    columns: tables.flatMap(({ name, columns }) =>
      found.has(name)
        ? [...columns.map((column) => column.name), WRITTEN_AT]
            .filter((column) => !found.get(name)?.includes(column))
            .map((column) => `${name}.${column}`)
        : [],
    ),
  }
}

type Client = ReturnType<typeof createClickHouseClient>

async function columnsByTable(client: Client, database: string) {
  const { data } = await client.ask({
    operation: 'name its columns',
    isAnywhere: true,
    question:
      'SELECT table, name FROM system.columns WHERE database = {database:String} ORDER BY table, name FORMAT JSONCompact',
    values: { database: { type: 'String', value: database } },
    answer: Columns,
  })
  const byTable = Map.groupBy(data, ([table]) => table)
  return new Map([...byTable].map(([table, rows]) => [table, rows.map(([, name]) => name)]))
}

/** Adds the missing table or column to the error, as far as the server names it. */
async function nameMissing(client: Client, database: string, error: unknown): Promise<never> {
  if (!(error instanceof IntegrationError) || !NO_SUCH.has(error.vendorCode ?? '')) throw error
  const found = await columnsByTable(client, database).catch(() => null)
  const { tables, columns } = found === null ? { tables: [], columns: [] } : faultsOf(found)
  const missing = [...tables, ...columns]
  if (missing.length === 0) throw error
  const advice = `ClickHouse has no ${missing.join(', ')} in the database ${database}.`
  throw new IntegrationError(advice, {
    system: error.system,
    kind: error.kind,
    operation: error.operation,
    ...(error.vendorCode !== undefined && { vendorCode: error.vendorCode }),
    advice,
    cause: error,
  })
}

async function readPart<Part extends SourcePart>(
  { client, database }: { client: Client; database: string },
  part: Part,
  { signal, ...query }: SourceQuery & { signal: AbortSignal | undefined },
) {
  const { columns } = CLICKHOUSE_TABLES[part]
  const asked = { operation: `read ${part}`, answer: Rows, signal }
  const { data } = await client
    .ask({ ...asked, ...questionOf(part, query) })
    .catch((error: unknown) => nameMissing(client, database, error))
  const rows = data.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column.name, cellOf(column, cells[index] ?? null)])),
  )
  // The column names match the row type.
  return sliceOf(part, rows as unknown as SourceRows[Part][], query.most)
}

async function writePart<Part extends SourcePart>(
  client: Client,
  part: Part,
  rows: readonly SourceRows[Part][],
): Promise<void> {
  const { name, columns } = CLICKHOUSE_TABLES[part]
  const lines = rows.map((row) => {
    const cells: Readonly<Record<string, string | null>> = { ...row }
    return columns.map((column) => {
      const cell = cells[column.name] ?? null
      if (column.isMoment) return cell === null ? null : unixOf(cell)
      return cell ?? ''
    })
  })
  const names = columns.map((column) => column.name).join(', ')
  await client.insert(`write ${part}`, `INSERT INTO ${name} (${names})`, lines)
}

async function checkTables(client: Client, { baseUrl, user, database }: ClickHouseDeps['account']) {
  const version = await client.readVersion()
  const { tables, columns } = faultsOf(await columnsByTable(client, database))
  const missing = [...tables, ...columns]
  const adapter = 'ClickHouse'
  if (missing.length === 0) {
    const detail = `ClickHouse ${version} at ${baseUrl}, signed in as ${user}, database ${database}.`
    return { adapter, ok: true, detail }
  }
  const detail = `In the database ${database}, ${user} finds no ${missing.join(', ')}. Run npm run warehouse -- tables for the statements that create them.`
  return { adapter, ok: false, detail }
}

/** A warehouse in ClickHouse, from Debian's 18.16 on. */
export function createClickHouse(deps: ClickHouseDeps): WritableWarehouse {
  const { account } = deps
  const client = createClickHouseClient(deps)
  return {
    adapter: 'ClickHouse',
    account: `ClickHouse at ${account.baseUrl}, ${account.database}`,
    tellsChanges: { posts: true, earnings: true, availability: true },
    read: (part, query, signal) =>
      readPart({ client, database: account.database }, part, { ...query, signal }),
    check: () => checkTables(client, account),
    async prepare() {
      for (const statement of clickHouseStatements(account.database))
        await client.tell('make its tables', statement)
    },
    async missingParts() {
      const found = await columnsByTable(client, account.database)
      return SOURCE_PARTS.filter((part) => !found.has(CLICKHOUSE_TABLES[part].name))
    },
    write: async (part, rows) => (rows.length === 0 ? undefined : writePart(client, part, rows)),
  }
}
