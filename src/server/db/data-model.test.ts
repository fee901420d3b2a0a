import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { readSchema } from './testing-schema.ts'

const PAGE = join(import.meta.dirname, '../../../docs/data-model.md')
/** A line that names schema files, and the diagram of their tables below it. */
const DIAGRAM = /<!-- tables of: (.*) -->\n(```mermaid\n[^`]*```\n)?/g

type Table = ReturnType<typeof getTableConfig>

function keysOf({ name, columns, primaryKeys, foreignKeys }: Table): string[] {
  const primary = new Set([
    ...columns.filter((column) => column.primary).map((column) => column.name),
    ...primaryKeys.flatMap((key) => key.columns.map((column) => column.name)),
  ])
  const foreign = new Set(foreignKeys.flatMap((key) => key.reference().columns.map((column) => column.name)))
  const lines = columns
    .filter((column) => primary.has(column.name) || foreign.has(column.name))
    .map((column) => {
      const marks = [primary.has(column.name) && 'PK', foreign.has(column.name) && 'FK'].filter(Boolean)
      return `    ${column.getSQLType().split(/\W/)[0]} ${column.name} ${marks.join(', ')}`
    })
  return lines.length > 0 ? [`  ${name} {`, ...lines, '  }'] : [`  ${name}`]
}

function relationsOf({ name, foreignKeys }: Table): string[] {
  return foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    const parent = columns.some((column) => column.notNull) ? '||' : '|o'
    const label = columns.map((column) => column.name).join(', ')
    return `  ${getTableConfig(foreignTable).name} ${parent}--o{ ${name} : "${label}"`
  })
}

const diagramOf = (tables: readonly Table[]): string =>
  ['```mermaid', 'erDiagram', ...tables.flatMap(keysOf), ...tables.flatMap(relationsOf), '```', ''].join('\n')

// `npx vitest run data-model -u` writes the diagrams again.
it('the page of the data model shows every table of the schema once, with its keys', async () => {
  const schema = await readSchema()
  const tablesOf = (file: string) =>
    [...(schema.get(file)?.values() ?? [])].map((table) => getTableConfig(table))
  const drawn: string[] = []
  const page = readFileSync(PAGE, 'utf8').replace(DIAGRAM, (_, names: string) => {
    const files = names.split(', ')
    drawn.push(...files)
    return `<!-- tables of: ${names} -->\n${diagramOf(files.flatMap(tablesOf))}`
  })
  expect(drawn.sort()).toEqual([...schema.keys()].sort())
  await expect(page).toMatchFileSnapshot(PAGE)
})
