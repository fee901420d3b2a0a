import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { DERIVED } from './derived/registry.ts'
import type { DescribedTable } from './testing-schema.ts'
import type { TableKey, Trigger, Write } from './testing-triggers.ts'

const FEATURES = join(import.meta.dirname, '../features')

/** An area as its README describes it. */
export interface DescribedArea {
  name: string
  title: string
  text: string
  tables: string[]
}

export interface DatabasePage {
  areas: readonly DescribedArea[]
  tables: readonly DescribedTable[]
  keys: ReadonlyMap<string, TableKey[]>
  triggers: readonly (Trigger & { writes: Write[] })[]
}

export function readAreas(): DescribedArea[] {
  const folders = readdirSync(FEATURES, { withFileTypes: true }).filter((each) => each.isDirectory())
  return folders
    .map(({ name }) => {
      const readme = readFileSync(join(FEATURES, name, 'README.md'), 'utf8')
      const [, title = '', text = ''] = /^# (.*)\n\n(.*)\n/.exec(readme) ?? []
      const [, tables = ''] = /^Tables: (.*)\.$/m.exec(readme) ?? []
      return { name, title, text, tables: tables.split(', ') }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const INTRODUCTION = `# Database

Every table, by the [areas of the server](../ARCHITECTURE.md#where-things-go): what its columns mean, its triggers, and who maintains derived ones. [data-model.md](data-model.md) draws how the tables refer to each other, and [database-functions.sql](database-functions.sql) has the functions.

This page is generated from the docstrings of [\`src/server/db/schema\`](../src/server/db/schema) and from a migrated database. After a change, run \`npx vitest run database-page -u\`. A new table needs a docstring, and a place in the README of its area.

- No text means that the name is self-explanatory. An arrow names the referenced table and what happens on deletion; without such a note, a referenced row cannot be deleted. Primary keys of one column, other indexes and checks are not listed.
- \`null\` marks columns that may be null. *Generated* columns are computed by PostgreSQL from the others of the row.
- Times are in UTC.
- The job queue has its own schema, which its library makes, and \`schema_migrations\` records the migrations.
`

const code = (text: string) => `\`${text}\``
const codes = (names: readonly string[]) => names.map(code).join(', ')
const inCell = (text: string) => text.replaceAll('|', '\\|')
const linkTo = (table: string) => `[${code(table)}](#${table})`

const ON_DELETE: Readonly<Record<string, string>> = {
  cascade: ', deleted with it',
  'set null': ', set to null with it',
}

/** The columns of one table that one side writes, e.g. all triggers on another. */
function partsOf(writes: readonly Write[]): string {
  const columns = writes.flatMap(({ column }) => column ?? []).toSorted()
  const hasRows = writes.some(({ column }) => column === null)
  return [...(hasRows ? ['rows'] : []), ...(columns.length > 0 ? [codes([...new Set(columns)])] : [])].join(
    ', ',
  )
}

function columnLines({ columns, references }: DescribedTable): string[] {
  return columns.map((column) => {
    const reference = references.get(column.name)
    const json = column.values.length === 0 && column.jsonType !== null && column.jsonType !== 'unknown'
    const meaning = [
      ...(column.isGenerated ? ['Generated.'] : []),
      ...(column.text === '' ? [] : [column.text]),
      ...(column.values.length > 0 ? [`One of ${codes(column.values)}.`] : []),
      ...(json ? [`JSON: ${code(column.jsonType ?? '')}.`] : []),
      ...(reference ? [`→ ${linkTo(reference.table)}${ON_DELETE[reference.onDelete ?? ''] ?? ''}`] : []),
    ].join(' ')
    const cells = [code(column.name), column.type, column.isNullable ? 'null' : '', inCell(meaning)]
    return `| ${cells.join(' | ')} |`
  })
}

const keyLine = ({ isPrimary, columns, condition }: TableKey): string =>
  `- ${isPrimary ? 'Primary key' : 'Unique'}: ${codes(columns.map((column) => column.replace(/^"(\w+)"$/, '$1')))}${condition === null ? '' : ` where ${code(condition)}`}`

function triggerLine({ name, moment, procedure, writes }: DatabasePage['triggers'][number]): string {
  const written = [...Map.groupBy(writes, ({ table }) => table)].map(
    ([table, parts]) => `${partsOf(parts)} of ${linkTo(table)}`,
  )
  const effect = written.length > 0 ? `, which writes ${written.join('; ')}` : ''
  return `- Trigger ${code(name)}, ${moment}: ${code(`${procedure}()`)}${effect}`
}

/** What the server maintains of a table's derived columns, by the registry. */
function serverLines(table: string): string[] {
  const entries = Object.values(DERIVED)
    .flat()
    .filter(({ columns: [first] }) => first !== undefined && getTableName(first.table) === table)
  return entries.flatMap(({ columns, recompute = [], run = [] }) => {
    const functions = recompute.map((place) => place.split('#')[1] ?? '')
    const ways = [
      ...(functions.length > 0 ? [`recomputed by ${codes(functions)}`] : []),
      ...(run.length > 0 ? [`brought up to date by the job ${codes(run)}`] : []),
    ]
    return ways.length === 0 ? [] : [`- ${codes(columns.map(({ name }) => name))}: ${ways.join('; ')}`]
  })
}

/** Who maintains the derived columns of a table. */
function maintainerLines({ triggers }: DatabasePage, table: string): string[] {
  const writes = triggers.flatMap((trigger) =>
    trigger.writes.flatMap(({ column, ...write }) =>
      write.table === table ? [{ part: column === null ? 'Rows' : code(column), on: trigger.table }] : [],
    ),
  )
  const bySource = Map.groupBy(
    [...Map.groupBy(writes, ({ part }) => part)].map(([part, sources]) => ({
      part,
      sources: [...new Set(sources.map(({ on }) => linkTo(on)))].toSorted().join(', '),
    })),
    ({ sources }) => sources,
  )
  const triggerLines = [...bySource].map(
    ([sources, parts]) =>
      `- ${parts
        .map(({ part }) => part)
        .toSorted()
        .join(', ')}: maintained by triggers on ${sources}`,
  )
  return [...triggerLines, ...serverLines(table)]
}

function tableSection(page: DatabasePage, table: DescribedTable): string {
  const facts = [
    ...(page.keys.get(table.name) ?? []).map(keyLine),
    ...page.triggers.filter((trigger) => trigger.table === table.name).map(triggerLine),
    ...maintainerLines(page, table.name),
  ]
  const lines = [
    `### ${table.name}`,
    '',
    `${table.text} ([${table.file}.ts](../src/server/db/schema/${table.file}.ts))`,
    '',
    '| column | type | null | meaning |',
    '|---|---|---|---|',
    ...columnLines(table),
    ...(facts.length > 0 ? ['', ...facts] : []),
  ]
  return `${lines.join('\n')}\n`
}

export function pageOf(page: DatabasePage): string {
  const contents = page.areas.map(
    ({ title, name, tables }) => `- [${title}](#${name}-area): ${tables.map(linkTo).join(', ')}`,
  )
  const sections = page.areas.flatMap(({ title, name, text, tables }) => [
    `## ${title} area\n\n[${text}](../src/server/features/${name}/README.md)\n`,
    ...tables
      .flatMap((each) => page.tables.filter((table) => table.name === each))
      .map((table) => tableSection(page, table)),
  ])
  return [INTRODUCTION, `${contents.join('\n')}\n`, ...sections].join('\n')
}
