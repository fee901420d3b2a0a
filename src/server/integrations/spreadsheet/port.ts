import type { Db } from '../../db/connect.ts'
import type { AdapterHealth } from '../health.ts'

/** A cell by its place, from 0 on. */
export interface SheetCell {
  row: number
  column: number
  value: string
}

/** A tab of a sheet. The address of a sheet may name one; otherwise the first counts. */
export interface SheetTab {
  id: number
  name: string
  /** How many columns it has; null if it grows by itself. */
  columns: number | null
  /** Whether this cell is protected against our writes. */
  isLocked(row: number, column: number): boolean
}

export interface SheetContent {
  tab: SheetTab
  /** Rows including the heading; shorter if the last cells are empty. */
  rows: string[][]
}

/**
 * Spreadsheets that users edit. A sheet's id may be followed by that of a tab, as in its address:
 * `ID#gid=77`. Every method may throw `IntegrationError`.
 */
export interface Spreadsheet {
  /** Throws if the sheet does not exist, or is not shared with us. */
  open(sheetId: string): Promise<void>
  read(sheetId: string): Promise<SheetContent>
  /** Writes these cells and no other, all of them or none. Adds columns that the tab lacks first. */
  write(sheetId: string, tab: SheetTab, cells: readonly SheetCell[]): Promise<void>
  /** Address for users; null if it is our own page. */
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
  /** Locks the sheet in the transaction; throws if it does not exist. */
  lockGrid(tx: Db, sheetId: string): Promise<StoredGrid>
  saveGrid(tx: Db, sheetId: string, rows: string[][]): Promise<void>
}

/** `0` is `A`, `26` is `AA`. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
