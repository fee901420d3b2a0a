import { afterAll, beforeAll, expect, it } from 'vitest'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { createBuiltInSheets } from '../../../integrations/spreadsheet/built-in.ts'
import type { Spreadsheet } from '../../../integrations/spreadsheet/port.ts'
import type { NewTask } from '../../../integrations/task-board/port.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { previewSync } from './plan-reader.ts'
import { findLink } from './queries.ts'
import { syncSheet } from './verbs/sync-sheet.ts'

const SHEETS = '/api/google-sheets'
const BOARD = '1100000000000042'

let api: Api
let opm: Client
let siteId: number
beforeAll(async () => {
  api = await startApi({})
  opm = await api.as('opm')
  siteId = (await buildSite(api.database.db, { code: 'qk', boardGid: BOARD })).id
})
afterAll(() => api.close())

const listed = async (id: number) =>
  (await opm.get(SHEETS)).body.find(
    (one: { google_sheet_table_id: number }) => one.google_sheet_table_id === id,
  )

/** A linked sheet with these rows, that behaves otherwise in some ways, and the tasks which its syncs made. */
async function linked(googleSheetId: string, rows: string[][], other: (sheet: Spreadsheet) => object) {
  const { db, pool } = api.database
  const built = createBuiltInSheets({ db })
  const spreadsheet = { ...built, ...other(built) }
  const { body } = await opm.post(SHEETS, { siteId, googleSheetId, asanaBoardId: BOARD })
  const id = body.google_sheet_table_id
  await opm.put(`${SHEETS}/${id}/grid`, { rows })
  const made: string[] = []
  const deps = {
    db,
    clock: () => api.now(),
    publicUrl: '',
    spreadsheet,
    taskBoard: {
      listSections: async () => [{ gid: '1', name: 'Requested' }],
      findTasks: async () => [],
      updateTask: () => Promise.reject(new Error('Nothing is to be updated.')),
      createTask: async ({ name }: NewTask) => {
        made.push(name)
        throw new IntegrationError('made', { system: 'Board', operation: 'create', kind: 'unavailable' })
      },
    },
  }
  async function sync(): Promise<string | null> {
    const { rows: begun } = await pool.query(
      'insert into sheet_syncs (google_sheet_table_id, user_id, began_at) values ($1, $2, now()) returning sheet_sync_id',
      [id, opm.id],
    )
    await syncSheet(deps, begun[0].sheet_sync_id)
    return (await listed(id)).last_sync.failure
  }
  const preview = async () => {
    const found = await findLink(db, id)
    return found && previewSync(deps, found.link)
  }
  return { sync, preview, made, grid: async () => (await opm.get(`${SHEETS}/${id}/grid`)).body.rows }
}

const HEADED = ['Title', 'Task', 'Status', 'Link']

it.each([
  ['has no room for its columns', ['Title']],
  ['may only be read', HEADED],
])('a sheet that %s gets no task', async (_why, heading) => {
  const full = new IntegrationError('full', {
    ...{ system: 'Google Sheets', operation: 'write', kind: 'invalid', advice: 'There is no room.' },
  })
  const write = () => Promise.reject(full)
  const sheet = await linked(`room-${heading.length}`, [heading, ['Best Kettles']], () => ({ write }))
  expect(await sheet.sync()).toBe('There is no room.')
  expect(sheet.made).toEqual([])
})

it('the headings are written before the first task is made', async () => {
  const sheet = await linked('headings', [['Title'], ['Best Kettles']], () => ({}))
  await sheet.sync()
  expect([sheet.made, (await sheet.grid())[0]]).toEqual([['Best Kettles'], HEADED])
})

it('nothing is taken over from a sheet with protected cells for it, and the preview says so', async () => {
  const sheet = await linked('protected', [['Title'], [], ['Best Kettles']], ({ read }) => ({
    async read(id: string) {
      const content = await read(id)
      const isLocked = (row: number, column: number) => row === 2 && column === 3
      return { ...content, tab: { ...content.tab, isLocked } }
    },
  }))
  const why =
    'Cell D3 of “Sheet1” is protected, so Copydesk couldn’t write to it. Allow Copydesk’s account to edit it.'
  expect((await sheet.preview())?.failure).toBe(why)
  expect(await sheet.sync()).toBe(why)
  expect(sheet.made).toEqual([])
})

it('no row is given the task of another one that had its title before', async () => {
  const { body } = await opm.post(SHEETS, { siteId, googleSheetId: 'renamed', asanaBoardId: BOARD })
  const id = body.google_sheet_table_id
  const rows = async () => (await opm.get(`${SHEETS}/${id}/grid`)).body.rows
  const fill = (next: string[][]) => opm.put(`${SHEETS}/${id}/grid`, { rows: next })
  async function sync() {
    const { mark } = (await opm.get(`${SHEETS}/${id}/preview`)).body
    await opm.post(`${SHEETS}/sync/${id}`, { mark })
    await api.app.queue.drain()
    return (await listed(id)).last_sync
  }
  await fill([['Title'], ['Best Irons']])
  await sync()
  const [heading, [, ...noted]] = await rows()
  await fill([heading, ['Best Irons'], ['Better Irons', ...noted]])
  const message = '“Best Irons” was the title of the task of row 3. Choose another title for a new task.'
  expect(await sync()).toMatchObject({ created: 0, updated: 1, faults: [{ row: 2, message }] })
  expect((await rows()).slice(1)).toEqual([['Best Irons'], ['Better Irons', ...noted]])
})
