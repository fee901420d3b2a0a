import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { JOB_LABELS } from '#shared/features/operate/failed-jobs/rules.ts'
import type { Database } from '../connect.ts'
import { createTestDatabase } from '../testing.ts'
import type { DerivedColumns } from './entry.ts'
import { DERIVED, OTHER_TRIGGERS } from './registry.ts'

const SERVER = path.join(import.meta.dirname, '../..')
const PAGE = path.join(SERVER, '../../docs/derived-data.md')
const ENTRIES = Object.values(DERIVED).flat()

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const nameOf = ({ table, name }: PgColumn) => `${getTableName(table)}.${name}`
const functionsOf = ({ trigger = [] }: DerivedColumns) => (trigger === 'generated' ? [] : trigger)
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

async function names(query: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(query)
  return sorted(rows.map(({ name }) => name))
}

/** Functions of this product, not of extensions. */
const FUNCTIONS = `from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

it('every function of a trigger, and every function of the database that writes, maintains a known column', async () => {
  const inDatabase = await names(`select proname as name ${FUNCTIONS} and (prorettype = 'trigger'::regtype
    or regexp_replace(prosrc, '(for (no key )?|do )update', '', 'gi') ~* '\\m(insert into|update|delete from|merge into|truncate)\\M')`)
  expect(sorted([...ENTRIES.flatMap(functionsOf), ...Object.keys(OTHER_TRIGGERS)])).toEqual(inDatabase)
})

it('every function of a trigger is called by one', async () => {
  const idle = await names(`select proname as name ${FUNCTIONS} and prorettype = 'trigger'::regtype
    and not exists (select from pg_trigger t where t.tgfoid = p.oid and t.tgenabled = 'O')`)
  expect(idle).toEqual([])
})

it('the generated columns are those that the database generates', async () => {
  const inDatabase = await names(
    "select table_name || '.' || column_name as name from information_schema.columns where is_generated = 'ALWAYS'",
  )
  const generated = ENTRIES.filter(({ trigger }) => trigger === 'generated')
  expect(sorted(generated.flatMap(({ columns }) => columns).map(nameOf))).toEqual(inDatabase)
})

it('every derived column is listed once, and at least one way maintains it', () => {
  const columns = ENTRIES.flatMap((entry) => entry.columns).map(nameOf)
  expect(columns.toSorted()).toEqual(sorted(columns))
  for (const { columns: of, trigger, recompute, run } of ENTRIES)
    expect(
      [trigger, recompute, run].some((way) => way !== undefined && way.length > 0),
      `${of.map(nameOf)}`,
    ).toBe(true)
})

it('every function that recomputes exists, and so does every job', async () => {
  for (const place of sorted(ENTRIES.flatMap(({ recompute = [] }) => recompute))) {
    const [file = '', name = ''] = place.split('#')
    const exported: Record<string, unknown> = await import(path.join(SERVER, file))
    expect(exported[name], place).toBeTypeOf('function')
  }
  for (const job of ENTRIES.flatMap(({ run = [] }) => run)) expect(JOB_LABELS, job).toHaveProperty([job])
})

it('every derived column is named by the file of the test that compares it', () => {
  const faults = ENTRIES.flatMap(({ columns, test: { file, title } }) => {
    const text = readFileSync(path.join(SERVER, file), 'utf8')
    const unnamed = columns.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text))
    const isMissing = !text.includes(`'${title}'`)
    return [...(isMissing ? [`${file}: ${title}`] : []), ...unnamed.map((each) => `${file}: ${nameOf(each)}`)]
  })
  expect(faults).toEqual([])
})

const code = (name: string) => `\`${name}\``
const list = (all: readonly string[]) => all.map(code).join(', ')

function waysOf({ trigger, recompute = [], run = [] }: DerivedColumns): string {
  return [
    trigger === 'generated' ? 'trigger: generated column' : trigger && `trigger: ${list(trigger)}`,
    recompute.length > 0 && `recompute: ${list(recompute.map((place) => place.split('#')[1] ?? ''))}`,
    run.length > 0 && `run: ${list(run)}`,
  ]
    .filter(Boolean)
    .join('<br>')
}

function rowOf(entry: DerivedColumns): string {
  const { columns, from, test } = entry
  const sources = from.map((source) => (source === 'time' ? 'time' : code(getTableName(source))))
  const proof = `[${path.basename(test.file)}](../src/server/${test.file}): ${test.title}`
  return `| ${columns.map(nameOf).map(code).join('<br>')} | ${sources.join(', ')} | ${waysOf(entry)} | ${proof} |`
}

// `npx vitest run derived-data -u` writes the tables again.
it('the page of derived data shows every derived column with its sources, its upkeep and its test', async () => {
  const [intro = ''] = readFileSync(PAGE, 'utf8').split('\n## ')
  const tables = Object.entries(DERIVED).map(([subject, entries]) =>
    [
      `## ${subject}\n`,
      '| column | made from | maintained by | tested by |',
      '|---|---|---|---|',
      ...entries.map(rowOf),
    ].join('\n'),
  )
  const others = Object.entries(OTHER_TRIGGERS).map(([name, what]) => `- ${code(name)} ${what}.`)
  const parts = [intro.trimEnd(), ...tables, ['## Other triggers\n', ...others].join('\n')]
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(PAGE)
})
