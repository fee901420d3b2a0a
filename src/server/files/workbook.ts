import { writeXlsxStream } from 'hucre/xlsx'

/** A text, a number, or nothing. */
export type Cell = string | number | null

export interface Sheet {
  name: string
  columns: readonly { header: string; width?: number }[]
  /** One cell per column. */
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
}

/** The longest text that a cell may hold. */
const CELL_MAXIMUM = 32_767
/** What XML cannot say. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be taken out
const UNSAYABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const tidy = (cell: Cell) =>
  typeof cell === 'string' ? cell.replace(UNSAYABLE, '').slice(0, CELL_MAXIMUM) : cell

async function* withHeader({ columns, rows }: Sheet) {
  yield columns.map(({ header }) => tidy(header))
  for await (const row of rows) yield row.map(tidy)
}

/**
 * A workbook of one sheet, written as its rows come: nothing is held. Texts are cells of text whatever they begin
 * with, so that none is a formula.
 */
export function workbookOf(sheet: Sheet): AsyncIterable<Uint8Array> {
  return writeXlsxStream(withHeader(sheet), {
    name: sheet.name,
    columns: sheet.columns.map(({ width = 12 }) => ({ width })),
    freezePane: { rows: 1, columns: 1 },
  })
}
