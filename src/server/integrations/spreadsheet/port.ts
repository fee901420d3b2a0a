import type { Db } from '../../db/connect.ts'
import type { AdapterHealth } from '../health.ts'

/** A cell by its place, from 0 on. */
export interface SheetCell {
  row: number
  column: number
  value: string
}

export interface SheetContent {
  /** The first tab, which is the one that counts. */
  tab: string
  /** Row by row, the heading first; short where the last cells are empty. */
  rows: string[][]
}

/** Sheets that others write into. Every method may throw `IntegrationError`. */
export interface Spreadsheet {
  /** Throws where the sheet is not there, or not shared with us. */
  open(sheetId: string): Promise<void>
  read(sheetId: string): Promise<SheetContent>
  /** Writes these cells and no other, all of them or none. */
  write(sheetId: string, tab: string, cells: readonly SheetCell[]): Promise<void>
  /** Where people open it; null where that is a page of our own. */
  addressOf(sheetId: string): string | null
  check(): Promise<AdapterHealth>
}

/** A sheet of our own as it was saved last. */
export interface StoredGrid {
  rows: string[][]
  version: number
}

/** Sheets of our own, with a page to edit them. */
export interface BuiltInSpreadsheet extends Spreadsheet {
  findGrid(sheetId: string): Promise<StoredGrid | undefined>
  /** As part of the transaction; throws where there is no such sheet. */
  lockGrid(tx: Db, sheetId: string): Promise<StoredGrid>
  saveGrid(tx: Db, sheetId: string, rows: string[][]): Promise<void>
}

/** `0` is `A`, `26` is `AA`. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
