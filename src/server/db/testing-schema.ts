import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import ts from 'typescript'

const SCHEMA = join(import.meta.dirname, 'schema')
/** A longer list of values is left to its type. */
const MOST_VALUES = 12

interface DescribedColumn {
  name: string
  type: string
  isNullable: boolean
  isGenerated: boolean
  /** Its docstring; empty without one. */
  text: string
  /** Its values, if they are few, or the name of the type of its JSON. */
  values: string[]
  jsonType: string | null
}

export interface DescribedTable {
  name: string
  /** The schema file, without its extension. */
  file: string
  text: string
  columns: DescribedColumn[]
  /** Foreign keys of one column: the table, and what happens when its row is deleted. */
  references: Map<string, { table: string; onDelete: string | undefined }>
}

type Docs = Pick<DescribedColumn, 'text' | 'values' | 'jsonType'>

const NO_DOCS: Docs = { text: '', values: [], jsonType: null }

/** The tables of each schema file by the names of their exports. */
export async function readSchema(): Promise<Map<string, Map<string, PgTable>>> {
  const schema = new Map<string, Map<string, PgTable>>()
  for (const file of readdirSync(SCHEMA).sort()) {
    const exported: [string, unknown][] = Object.entries(await import(join(SCHEMA, file)))
    const tables = new Map<string, PgTable>()
    for (const [name, value] of exported) if (is(value, PgTable)) tables.set(name, value)
    if (tables.size > 0) schema.set(basename(file, '.ts'), tables)
  }
  return schema
}

function docstringOf(node: ts.Node): string {
  const comment = ts.getJSDocCommentsAndTags(node).find((each) => ts.isJSDoc(each))?.comment
  return (ts.getTextOfJSDocComment(comment) ?? '').replaceAll(/\s+/g, ' ')
}

/** The `X` of `.$type<X>()` in the calls that make a column. */
function typeArgumentOf(node: ts.Node): ts.TypeNode | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const { name, expression } = node.expression
  return name.text === '$type' ? node.typeArguments?.[0] : typeArgumentOf(expression)
}

function literalsOf(type: ts.Type): string[] {
  if (!type.isUnion()) return []
  const values = type.types.flatMap((each) =>
    each.isStringLiteral() || each.isNumberLiteral() ? [String(each.value)] : [],
  )
  return values.length === type.types.length && values.length <= MOST_VALUES ? values : []
}

/** In the order of the declaration, which is that of a life; the compiler's own order is not stable. */
function inOrder(values: string[], type: ts.Type, node: ts.TypeNode): string[] {
  const declared = type.aliasSymbol?.declarations?.[0]?.getText() ?? node.getText()
  const placeOf = (value: string) => declared.indexOf(`'${value}'`)
  return values.toSorted((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
}

function docsOfColumn(property: ts.PropertyAssignment, checker: ts.TypeChecker): Docs {
  const text = docstringOf(property)
  const node = typeArgumentOf(property.initializer)
  if (node === undefined) return { ...NO_DOCS, text }
  const type = checker.getTypeFromTypeNode(node)
  const values = inOrder(literalsOf(type), type, node)
  return { text, values, jsonType: node.getText().replaceAll(/\s+/g, ' ') }
}

/** Docstrings of the exported tables of a file, and those of their columns by property. */
function docsOfFile(source: ts.SourceFile, checker: ts.TypeChecker) {
  const docs = new Map<string, { text: string; columns: Map<string, Docs> }>()
  for (const statement of source.statements.filter((each) => ts.isVariableStatement(each)))
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !ts.isCallExpression(initializer)) continue
      const fields = initializer.arguments.find((each) => ts.isObjectLiteralExpression(each))
      const columns = new Map<string, Docs>()
      for (const property of fields?.properties ?? [])
        if (ts.isPropertyAssignment(property))
          columns.set(property.name.getText(), docsOfColumn(property, checker))
      docs.set(name.getText(), { text: docstringOf(statement), columns })
    }
  return docs
}

function describeTable(
  file: string,
  table: PgTable,
  docs: { text: string; columns: ReadonlyMap<string, Docs> } | undefined,
): DescribedTable {
  const { name, foreignKeys } = getTableConfig(table)
  const columns = Object.entries(getTableColumns(table)).map(([property, column]) => {
    const known = docs?.columns.get(property) ?? NO_DOCS
    const type = column.getSQLType()
    return {
      ...known,
      jsonType: type.startsWith('jsonb') ? known.jsonType : null,
      name: column.name,
      type: type.replace('timestamp with time zone', 'timestamptz').replace('double precision', 'float8'),
      isNullable: !column.notNull,
      isGenerated: column.generated !== undefined,
    }
  })
  const references = new Map(
    foreignKeys.flatMap((key) => {
      const { columns: from, foreignTable } = key.reference()
      const [column, ...others] = from
      if (column === undefined || others.length > 0) return []
      return [[column.name, { table: getTableConfig(foreignTable).name, onDelete: key.onDelete }]]
    }),
  )
  return { name, file, text: docs?.text ?? '', columns, references }
}

/** All tables with what their docstrings say. */
export async function describeTables(): Promise<DescribedTable[]> {
  const schema = await readSchema()
  const pathOf = (file: string) => join(SCHEMA, `${file}.ts`)
  const program = ts.createProgram([...schema.keys()].map(pathOf), {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  return [...schema].flatMap(([file, tables]) => {
    const source = program.getSourceFile(pathOf(file))
    const docs = source && docsOfFile(source, checker)
    return [...tables].map(([name, table]) => describeTable(file, table, docs?.get(name)))
  })
}
