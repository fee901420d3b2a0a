import { type Db, transaction } from '../../db/connect.ts'
import { IntegrationError } from '../integration-error.ts'
import type { BuiltInSpreadsheet, SheetTab, StoredGrid } from './port.ts'
import { countGrids, findGrid, insertGrid, lockGrid, writeGrid } from './sheet-store.ts'

const TAB: SheetTab = { id: 0, name: 'Sheet1', columns: null, isLocked: () => false }
const HEADING = ['Title', 'Notes', 'Section']

const missing = (sheetId: string) =>
  new IntegrationError(`There is no built-in sheet ${sheetId}`, {
    system: 'Sheets',
    kind: 'not_found',
    operation: 'open a sheet',
    advice: `The sheet ${sheetId} doesn’t exist.`,
  })

/** Works without a network. A sheet that is opened for the first time is a new one, with a heading. */
export function createBuiltInSheets({ db }: { db: Db }): BuiltInSpreadsheet {
  async function lock(tx: Db, sheetId: string): Promise<StoredGrid> {
    const grid = await lockGrid(tx, sheetId)
    if (!grid) throw missing(sheetId)
    return grid
  }
  return {
    open: (sheetId) => insertGrid(db, sheetId, [HEADING]),
    async read(sheetId) {
      const grid = await findGrid(db, sheetId)
      if (!grid) throw missing(sheetId)
      return { tab: TAB, rows: grid.rows }
    },
    async write(sheetId, _tab, cells) {
      await transaction(db, async (tx) => {
        const { rows } = await lock(tx, sheetId)
        const next = rows.map((row) => [...row])
        for (const { row, column, value } of cells) {
          while (next.length <= row) next.push([])
          const line = next[row] ?? []
          while (line.length < column) line.push('')
          line[column] = value
        }
        await writeGrid(tx, sheetId, next)
      })
    },
    addressOf: () => null,
    async check() {
      return { adapter: 'built-in', ok: true, detail: `${await countGrids(db)} sheets` }
    },
    findGrid: (sheetId) => findGrid(db, sheetId),
    lockGrid: lock,
    saveGrid: writeGrid,
  }
}
