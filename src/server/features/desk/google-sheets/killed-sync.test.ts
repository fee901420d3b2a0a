import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltInSheets } from '../../../integrations/spreadsheet/built-in.ts'
import type { NewTask } from '../../../integrations/task-board/port.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { syncSheet } from './verbs/sync-sheet.ts'

const SHEETS = '/api/google-sheets'
const BOARD = '1100000000000042'
const TASK = {
  notes: '',
  url: '/board/task/7',
  boardGid: BOARD,
  section: 'Requested',
  sectionGid: '1',
  isCompleted: false,
  priority: null,
  modifiedAt: new Date('2026-03-01T09:00:00Z'),
}

let api: Api
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'https://desk.example.com' })
})
afterAll(() => api.close())

describe('a first sync that is killed', () => {
  it('goes on with the previewed rows, even after they moved, and leaves the rest to people', async () => {
    const { db, pool } = api.database
    const siteId = (await buildSite(db, { code: 'hs', boardGid: BOARD })).id
    const opm = await api.as('opm')
    const link = { siteId, googleSheetId: 'sheet-1', asanaBoardId: BOARD }
    const id = (await opm.post(SHEETS, link)).body.google_sheet_table_id
    const fill = (rows: string[][]) => opm.put(`${SHEETS}/${id}/grid`, { rows })
    await fill([['Title'], ['Best Kettles'], ['Best Pans'], ['Best Toasters']])
    const { mark } = (await opm.get(`${SHEETS}/${id}/preview`)).body
    const { rows } = await pool.query(
      `insert into sheet_syncs (google_sheet_table_id, user_id, began_at, mark) values ($1, $2, now(), $3)
       returning sheet_sync_id`,
      [id, opm.id, mark],
    )
    const made: string[] = []
    const run = (createTask: (task: NewTask) => Promise<typeof TASK & { gid: string; name: string }>) =>
      syncSheet(
        {
          db,
          clock: () => api.now(),
          publicUrl: '',
          spreadsheet: createBuiltInSheets({ db }),
          taskBoard: {
            listSections: async () => [{ gid: '1', name: 'Requested' }],
            findTasks: async () => [],
            updateTask: () => Promise.reject(new Error('Nothing is to be updated.')),
            createTask,
          },
        },
        rows[0].sheet_sync_id,
      )
    const make = async (task: NewTask) => {
      made.push(task.name)
      return { ...TASK, gid: `7${made.length}`, name: task.name }
    }
    // Makes the first task, and is heard of no more.
    await new Promise<void>((killed) => {
      void run((task) => {
        if (made.length === 0) return make(task)
        killed()
        return new Promise(() => {})
      })
    })
    await fill([['Title'], ['Best Mixers'], ['Best Kettles'], ['Best Toasters'], ['Best Frying Pans']])
    await run(make)
    // The first one is sent again with its idempotency key.
    expect(made).toEqual(['Best Kettles', 'Best Kettles', 'Best Toasters'])
    const UNSEEN = expect.stringContaining('changed after you confirmed the sync')
    expect((await opm.get(SHEETS)).body[0].last_sync).toMatchObject({
      created: 2,
      failure: null,
      faults: [
        { row: 2, message: UNSEEN },
        { row: 5, message: UNSEEN },
      ],
    })
  })
})
