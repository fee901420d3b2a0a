import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { readTable as readRows, type TableKind } from '../kernel/imports/table-reader.ts'
import { PageFault, parsePage } from './page.ts'

/** Texts of the sample; docs/sample.md describes how to edit them. */
const WORDS = join(import.meta.dirname, 'words')

/** Every column by its name; the first line is the header. */
const EVERY_COLUMN: TableKind = {
  recognize: (header) => ({
    fields: Object.fromEntries(header.map((name, place) => [name.trim().toLowerCase(), [place]])),
  }),
  expected: [],
}

const fault = (file: string, line: number, told: string) =>
  new Error(`sample/words/${file}, line ${line}: ${told}`)

/** What `schema` makes of `input`, or an error that names the line which `lineOf` finds. */
function checked<Row>(
  file: string,
  schema: z.ZodType<Row>,
  input: unknown,
  lineOf: (name: PropertyKey | undefined) => number,
): Row {
  const { success, data, error } = schema.safeParse(input)
  if (success) return data
  const { path = [], message = '' } = error.issues[0] ?? {}
  throw fault(file, lineOf(path[0]), [...path.map(String), message].join(': '))
}

/**
 * The rows of a CSV with a heading, in their order.
 * @throws an error that says file, line and column of the first row that `schema` refuses.
 */
export async function readTable<Row>(file: string, schema: z.ZodType<Row>, folder = WORDS): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of readRows(join(folder, file), EVERY_COLUMN))
    for (const { line, cells, fault: told } of batch) {
      if (told !== undefined) throw fault(file, line, told)
      rows.push(checked(file, schema, cells, () => line))
    }
  return rows
}

/**
 * The Markdown pages of a folder by their names without `.md`, in the order of these.
 * @throws an error that says file, line and section of the first that `schema` refuses.
 */
export async function readPages<Row>(
  pages: string,
  schema: z.ZodType<Row>,
  folder = WORDS,
): Promise<Map<string, Row>> {
  const names = (await readdir(join(folder, pages))).filter((name) => name.endsWith('.md')).sort()
  const entries = names.map(async (name) => {
    const file = `${pages}/${name}`
    const text = await readFile(join(folder, file), 'utf8')
    return [name.slice(0, -'.md'.length), readPage(file, text, schema)] as const
  })
  return new Map(await Promise.all(entries))
}

function readPage<Row>(file: string, text: string, schema: z.ZodType<Row>): Row {
  try {
    const { content, lines } = parsePage(text)
    return checked(file, schema, content, (name) => lines[String(name)] ?? 1)
  } catch (error) {
    if (error instanceof PageFault) throw fault(file, error.line, error.message)
    throw error
  }
}
