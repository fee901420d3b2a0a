import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import Papa from 'papaparse'
import { REFUSED_COLUMNS, SEPARATORS } from '#server/kernel/imports/header-reader.ts'
import type { RefusedRow } from '#server/kernel/imports/import-run.ts'
import { type ReadTable, unguarded } from '#server/kernel/imports/table-reader.ts'
import { safeText } from '#shared/format/safe-text.ts'

const asText = (cell: unknown) => {
  if (typeof cell === 'string') return safeText(unguarded(cell))
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell
}

/**
 * Writes refused rows beside the file they come from, as it has them, each with its line and the reason. The import
 * takes that file as it is, once it has been corrected. Without a refused row there is no such file.
 * @param fields columns for the rows of a file that has no header of its own
 */
export function createRefusals(file: string, fields: readonly string[]) {
  const target = `${file}.refused.csv`
  const reasons = new Map<string, number>()
  let table: ReadTable = { header: null, separator: ',' }
  let columns: readonly string[] = []
  let opened: number | null = null
  rmSync(target, { force: true })

  function write(descriptor: number, cells: readonly unknown[]) {
    const delimiter = SEPARATORS.find((separator) => separator === table.separator) ?? ','
    writeSync(descriptor, `${Papa.unparse([cells.map(asText)], { delimiter })}\n`)
  }
  function open({ cells }: RefusedRow): number {
    const others = Object.keys(cells).filter((key) => !fields.some((name) => name.toLowerCase() === key))
    columns = table.header ?? [...fields, ...others]
    opened = openSync(target, 'w')
    write(opened, [...REFUSED_COLUMNS, ...columns])
    return opened
  }
  return {
    target,
    reasons,
    onTable(found: ReadTable) {
      table = found
    },
    add(row: RefusedRow) {
      const { line, why, cells, all } = row
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
      const descriptor = opened ?? open(row)
      const named = table.header === null ? columns.map((name) => cells[name.toLowerCase()]) : []
      write(descriptor, [line, why, ...named, ...(all ?? [])])
    },
    /** Closes the file. It is removed if the import came to nothing, as there is nothing to correct then. */
    end(isDone: boolean) {
      if (opened === null) return
      closeSync(opened)
      if (!isDone) rmSync(target)
    },
  }
}
