import { SOURCE_PARTS, type SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { IntegrationError } from '../integration-error.ts'
import type { SourceQuery, SourceRows, WarehouseSource } from './port.ts'
import { createSnowflakeClient, type SnowflakeDeps } from './snowflake-client.ts'
import type { SnowflakeTable } from './snowflake-settings.ts'
import { sliceOf } from './source-slice.ts'

const CHECK_MS = 20_000
/** What the settings name a table and its columns by. */
const NAMED_BY: Readonly<Record<SourcePart, string>> = {
  posts: 'SNOWFLAKE_T_POSTS',
  earnings: 'SNOWFLAKE_T_EARNINGS',
  availability: 'SNOWFLAKE_T_AVAILABILITY',
}
/** There is no such thing, or the role may not see it; and a column that is not there. */
const UNKNOWN = new Set(['002003', '000904'])

/** The settings let through nothing else than names; in quotation marks they are nothing else there, too. */
const quoted = (name: string) => `"${name}"`
const tableOf = ({ name }: SnowflakeTable) => name.split('.').map(quoted).join('.')

const MOMENTS = new Set(['published', 'modified', 'seen'])
const FIELDS: { readonly [Part in SourcePart]: readonly (keyof SourceRows[Part] & string)[] } = {
  posts: [
    'site',
    'post_id',
    'title',
    'published',
    'modified',
    'address',
    'focus_keyword',
    'picture',
    'tracking_id',
    'products',
  ],
  earnings: ['site', 'post_id', 'week', 'asin', 'earnings'],
  availability: ['asin', 'availability', 'seen'],
}
const KEYS: Readonly<Record<SourcePart, readonly string[]>> = {
  posts: ['site', 'post_id'],
  earnings: ['site', 'post_id', 'week', 'asin'],
  availability: ['asin'],
}

/** A field as text, whatever type its column has. */
function wordsOf(field: string, column: string | null | undefined): string {
  if (column == null) return field === 'asin' ? "''" : 'NULL'
  const name = quoted(column)
  if (MOMENTS.has(field)) return `TO_VARCHAR(CONVERT_TIMEZONE('UTC', ${name}), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  if (field === 'week') return `TO_VARCHAR(CAST(${name} AS DATE), 'YYYY-MM-DD')`
  if (field === 'earnings') return `TO_VARCHAR(CAST(${name} AS DECIMAL(18, 2)))`
  return field === 'asin' ? `COALESCE(TO_VARCHAR(${name}), '')` : `TO_VARCHAR(${name})`
}

/** Before or behind a place, field by field: Snowflake compares no rows. */
function besides(keys: readonly string[], sign: '>' | '<', place: readonly string[]) {
  const bindings: string[] = []
  const cases = keys.map((key, index) => {
    const same = keys.slice(0, index).map((each, at) => {
      bindings.push(place[at] ?? '')
      return `${each} = ?`
    })
    bindings.push(place[index] ?? '')
    return `(${[...same, `${key} ${sign} ?`].join(' AND ')})`
  })
  return { words: `(${cases.join(' OR ')})`, bindings }
}

/** The statement for a slice. All values are bound. */
function statementOf(part: SourcePart, table: SnowflakeTable, { after, upTo, since, most }: SourceQuery) {
  const { columns } = table
  const keys = KEYS[part].map((field) => wordsOf(field, columns[field]))
  const wanted: string[] = []
  const bindings: string[] = []
  if (after !== null) {
    const behind = besides(keys, '>', after)
    wanted.push(behind.words)
    bindings.push(...behind.bindings)
  }
  if (upTo !== undefined) {
    const beyond = besides(keys, '>', upTo)
    wanted.push(`NOT ${beyond.words}`)
    bindings.push(...beyond.bindings)
  }
  if (since !== null && columns.written_at != null) {
    const written = `CONVERT_TIMEZONE('UTC', ${quoted(columns.written_at)}) > CAST(? AS TIMESTAMP_NTZ)`
    const week = keys.slice(0, 3).join(', ')
    wanted.push(
      part === 'earnings' ? `(${week}) IN (SELECT ${week} FROM ${tableOf(table)} WHERE ${written})` : written,
    )
    bindings.push(since.toISOString().slice(0, 19).replace('T', ' '))
  }
  const read = FIELDS[part].map((field) => wordsOf(field, columns[field]))
  return {
    statement: [
      `SELECT ${read.join(', ')} FROM ${tableOf(table)}`,
      ...(wanted.length === 0 ? [] : [`WHERE ${wanted.join(' AND ')}`]),
      `ORDER BY ${keys.join(', ')} LIMIT ${Math.trunc(most)}`,
    ].join(' '),
    bindings,
  }
}

/** Says of a table or a column that is not there which setting names it. */
function explained(error: unknown, part: SourcePart, { name }: SnowflakeTable): unknown {
  if (!(error instanceof IntegrationError) || !UNKNOWN.has(error.vendorCode ?? '')) return error
  const { system, kind, operation, vendorCode, status } = error
  return new IntegrationError(error.message, {
    system,
    kind,
    operation,
    ...(vendorCode === undefined ? {} : { vendorCode }),
    ...(status === undefined ? {} : { status }),
    advice: `Snowflake has no ${name} with the columns that are set, or the role may not see it (${NAMED_BY[part]}).`,
    cause: error,
  })
}

const isText = (word: string | null | undefined): word is string => typeof word === 'string'

type Client = ReturnType<typeof createSnowflakeClient>

/** The columns that are set and not there. */
async function missingOf(client: Client, part: SourcePart, table: SnowflakeTable): Promise<string[]> {
  const asked = { operation: `describe ${part}`, statement: `DESCRIBE TABLE ${tableOf(table)}` }
  const rows = await client.run({ ...asked, patienceMs: CHECK_MS }).catch((error) => {
    throw explained(error, part, table)
  })
  const there = new Set(rows.map(([name]) => name))
  const missing = Object.values(table.columns).filter((name) => isText(name) && !there.has(name))
  return missing.map((column) => `${table.name}.${column}`)
}

async function readPart<Part extends SourcePart>(
  client: Client,
  part: Part,
  { table, signal, ...query }: SourceQuery & { table: SnowflakeTable; signal: AbortSignal | undefined },
) {
  const asked = { operation: `read ${part}`, ...statementOf(part, table, query), signal }
  const cells = await client.run(asked).catch((error) => {
    throw explained(error, part, table)
  })
  const rows = cells.map((row) =>
    Object.fromEntries(FIELDS[part].map((field, index) => [field, row[index] ?? null])),
  )
  // What the fields are called is what the rows are.
  return sliceOf(part, rows as unknown as SourceRows[Part][], query.most)
}

/** A warehouse in Snowflake, whose tables and columns the settings name. It is only read. */
export function createSnowflake(deps: SnowflakeDeps): WarehouseSource {
  const { baseUrl, database, schema, tables, user } = deps.account
  const client = createSnowflakeClient(deps)
  const tells = (part: SourcePart) => tables[part].columns.written_at != null
  const names = SOURCE_PARTS.map((part) => tables[part].name).join(', ')
  return {
    adapter: 'Snowflake',
    account: `Snowflake at ${baseUrl}, ${database}.${schema}: ${names}`,
    tellsChanges: {
      posts: tells('posts'),
      earnings: tells('earnings'),
      availability: tells('availability'),
    },
    read: (part, query, signal) => readPart(client, part, { ...query, table: tables[part], signal }),
    async check() {
      const [[name, role] = []] = await client.run({
        operation: 'say who we are',
        statement: 'SELECT CURRENT_USER(), CURRENT_ROLE()',
        patienceMs: CHECK_MS,
      })
      const missing: string[] = []
      for (const part of SOURCE_PARTS) missing.push(...(await missingOf(client, part, tables[part])))
      const who = `signed in as ${name ?? user}${isText(role) ? ` with the role ${role}` : ''}`
      const detail =
        missing.length === 0
          ? `Snowflake at ${baseUrl}, ${who}.`
          : `Snowflake, ${who}, has no ${missing.join(', ')}. Set SNOWFLAKE_C_POSTS, SNOWFLAKE_C_EARNINGS and SNOWFLAKE_C_AVAILABILITY to the existing columns.`
      return { adapter: 'Snowflake', ok: missing.length === 0, detail }
    },
  }
}
