import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SHEET_SITE_CODES } from '#shared/features/desk/google-sheets/rules.ts'
import { createBuiltInSheets } from '../../../integrations/spreadsheet/built-in.ts'
import type { NewTask } from '../../../integrations/task-board/port.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { STEP_MS, syncSheet } from './verbs/sync-sheet.ts'

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
let opm: Client
let siteId: number
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'https://desk.example.com' })
  opm = await api.as('opm')
  siteId = (await buildSite(api.database.db, { code: 'hs', boardGid: BOARD })).id
})
beforeEach(async () => {
  await api.database.pool.query(
    'truncate google_sheets, sheet_syncs, sheet_tasks, built_in_sheets, board_tasks cascade',
  )
})
afterAll(() => api.close())

let number = 0
const sheetId = () => `sheet-${++number}`
const link = (googleSheetId: string, over: object = {}) =>
  opm.post(SHEETS, { siteId, googleSheetId, asanaBoardId: BOARD, ...over })
const grid = async (id: number) => (await opm.get(`${SHEETS}/${id}/grid`)).body
const fill = (id: number, rows: string[][]) => opm.put(`${SHEETS}/${id}/grid`, { rows })
const issueOf = ({ body }: { body: { validation?: { body?: { issues: object[] } } } }) =>
  body.validation?.body?.issues[0]

/** A sheet with these rows, linked with the board; its number in the list. */
async function linked(rows: string[][]): Promise<number> {
  const id = (await link(sheetId())).body.google_sheet_table_id
  await fill(id, rows)
  return id
}
const preview = async (id: number) => (await opm.get(`${SHEETS}/${id}/preview`)).body
/** Starts the sync that the preview shows. */
const begin = async (id: number) => opm.post(`${SHEETS}/sync/${id}`, { mark: (await preview(id)).mark })
async function sync(id: number) {
  const begun = await begin(id)
  await api.app.queue.drain()
  const { body } = await opm.get(SHEETS)
  const record = body.find((one: { google_sheet_table_id: number }) => one.google_sheet_table_id === id)
  return { begun, ...record.last_sync }
}
const tasks = async () =>
  (await api.database.pool.query('select name, notes, gid from board_tasks order by name')).rows

it('a link has its number, those of sheet, site and board [SHEET-005, SHEET-007, SHEET-008]', async () => {
  const { status, body } = await link('https://docs.google.com/spreadsheets/d/1pL9vTq0yUe3_r7-Ks/edit')
  expect([status, body]).toEqual([
    201,
    {
      google_sheet_table_id: expect.any(Number),
      google_sheet_id: '1pL9vTq0yUe3_r7-Ks',
      site_id: siteId,
      asana_board_id: BOARD,
      sheet_url: `/google-sheets/${body.google_sheet_table_id}`,
      last_sync: null,
      is_first: true,
    },
  ])
  expect((await opm.get(SHEETS)).body).toEqual([body])
})

it('a sheet can be linked for every site, with any code [SHEET-006]', async () => {
  expect(SHEET_SITE_CODES).toEqual(['DT', 'TM', 'TA', 'OK', 'TJ', 'NF', 'HS', 'BM', 'PT'])
  const other = await buildSite(api.database.db, { code: 'xx' })
  expect((await link(sheetId(), { siteId: other.id })).status).toBe(201)
  const refused = await link(sheetId(), { siteId: 9999 })
  expect([refused.status, issueOf(refused)]).toEqual([
    400,
    { path: 'siteId', message: 'There is no such site.' },
  ])
})

it('a link without site, sheet or board is refused, and so is a duplicate', async () => {
  for (const [field, message] of [
    ['siteId', 'Please choose a site!'],
    ['googleSheetId', 'Please input the Google Sheet!'],
    ['asanaBoardId', 'Please input the task board!'],
  ] as const) {
    const refused = await link('some', { [field]: undefined })
    expect([refused.status, issueOf(refused)]).toEqual([400, { path: field, message }])
  }
  expect((await link('some sheet / or other')).status).toBe(400)
  const id = sheetId()
  await link(id)
  const again = await link(id)
  expect([again.status, again.body.message]).toEqual([
    409,
    'This sheet is already linked to this task board.',
  ])
})

it('users who may not view tools have no sheets', async () => {
  const wrt = await api.as('wrt')
  const id = await linked([['Title']])
  const tries = [
    wrt.get(SHEETS),
    wrt.post(SHEETS, { siteId, googleSheetId: 'a', asanaBoardId: BOARD }),
    wrt.delete(`${SHEETS}/${id}`),
    wrt.post(`${SHEETS}/${id}/restore`),
    wrt.get(`${SHEETS}/${id}/preview`),
    wrt.post(`${SHEETS}/sync/${id}`, {}),
    wrt.get(`${SHEETS}/${id}/grid`),
    wrt.put(`${SHEETS}/${id}/grid`, { rows: [] }),
  ]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 403))
})

it('a deleted link is gone, appears in the audit trail, and can be restored [SHEET-009, D136]', async () => {
  const id = await linked([['Title']])
  expect((await opm.delete(`${SHEETS}/${id}`)).status).toBe(204)
  expect((await opm.get(SHEETS)).body).toEqual([])
  expect((await opm.delete(`${SHEETS}/${id}`)).status).toBe(404)
  expect((await opm.post(`${SHEETS}/sync/${id}`, {})).status).toBe(404)
  expect((await opm.post(`${SHEETS}/${id}/restore`)).body.google_sheet_table_id).toBe(id)
  expect((await opm.get(SHEETS)).body).toHaveLength(1)
  const { rows } = await api.database.pool.query(
    "select act, actor_name from audit_entries where noun = 'sheet' and noun_id = $1 order by id",
    [String(id)],
  )
  expect(rows.map(({ act }) => act)).toEqual([
    'sheet.linked',
    'sheet.edited',
    'sheet.unlinked',
    'sheet.restored',
  ])
})

describe('a sync', () => {
  it('makes a task of each row, and writes its number, section and address back [SHEET-010, D135]', async () => {
    const id = await linked([['Title', 'Notes'], ['Best Kettles', 'Quiet ones'], [], ['Best Toasters']])
    const done = await sync(id)
    expect(done.begun.status).toBe(202)
    expect(done.begun.body.last_sync).toMatchObject({ ended_at: null, user: { id: opm.id } })
    expect(done).toMatchObject({ created: 2, updated: 0, skipped: 0, faults: [], failure: null })
    const made = await tasks()
    expect(made).toMatchObject([
      { name: 'Best Kettles', notes: 'Quiet ones' },
      { name: 'Best Toasters', notes: '' },
    ])
    const [kettles, toasters] = made.map(({ gid }) => gid)
    const address = 'https://desk.example.com/board/task'
    expect((await grid(id)).rows).toEqual([
      ['Title', 'Notes', 'Task', 'Status', 'Link'],
      ['Best Kettles', 'Quiet ones', kettles, 'Requested', `${address}/${kettles}`],
      [],
      ['Best Toasters', '', toasters, 'Requested', `${address}/${toasters}`],
    ])
  })

  it('runs twice without duplicates: changed rows are updated, the others are left alone [D135]', async () => {
    const id = await linked([
      ['Keyword', 'Notes'],
      ['Best Kettles', 'Quiet ones'],
      ['Best Toasters', ''],
    ])
    await sync(id)
    expect(await sync(id)).toMatchObject({ created: 0, updated: 0, skipped: 2 })
    const { rows } = await grid(id)
    rows[1][0] = 'Better Kettles'
    await fill(id, rows)
    expect(await sync(id)).toMatchObject({ created: 0, updated: 1, skipped: 1 })
    expect((await tasks()).map(({ name }) => name)).toEqual(['Best Toasters', 'Better Kettles'])
  })

  it('that could not write back makes no second task when it runs again', async () => {
    const id = await linked([['Title'], ['Best Kettles']])
    await sync(id)
    // As if the sheet had never been written to.
    await fill(id, [['Title'], ['  best   KETTLES ']])
    expect(await sync(id)).toMatchObject({ failure: null, faults: [] })
    expect(await tasks()).toHaveLength(1)
  })

  it('lists the faulty rows one by one, and takes the others over', async () => {
    const id = await linked([
      ['Title', 'Section', 'Task'],
      ['Best Kettles', '', ''],
      ['', 'Requested', ''],
      ['best kettles', '', ''],
      ['Best Toasters', 'Nowhere', ''],
      ['Best Irons', '', '999'],
      ['x'.repeat(256), '', ''],
      ['Best Pans', 'Approved', ''],
    ])
    const done = await sync(id)
    expect(done).toMatchObject({ created: 2, updated: 0, skipped: 0, fault_count: 5, failure: null })
    expect(done.faults).toEqual([
      { row: 3, message: 'It has no Title.' },
      { row: 4, message: '“best kettles” is already in row 2.' },
      { row: 5, message: expect.any(String) },
      { row: 6, message: 'Task 999 is not on this board. Empty the cell to create a new task.' },
      { row: 7, message: 'Its Title is longer than 255 characters.' },
    ])
    expect((await tasks()).map(({ name }) => name)).toEqual(['Best Kettles', 'Best Pans'])
  })

  it('leaves a row alone while its formula fails: its task keeps its name and its notes', async () => {
    const rows = [['Title', 'Notes'], ['Best Kettles', 'Quiet ones'], ['Best Pans']]
    const id = await linked(rows)
    await sync(id)
    const before = await tasks()
    const written: string[][] = (await grid(id)).rows
    const failing = written.map((cells) => cells.map((cell) => (/Kettles|^$/.test(cell) ? '#N/A' : cell)))
    await fill(id, [...failing, ['#NAME?']])
    const why = (name: string, cell: string) =>
      `${name} is “${cell}”, a spreadsheet error. The row is skipped until the cell has a value.`
    const faults = [why('Title', '#N/A'), why('Notes', '#N/A'), why('Title', '#NAME?')]
    const nothing = {
      ...{ created: 0, updated: 0, skipped: 0, failure: null, fault_count: 3 },
      faults: faults.map((message, at) => ({ row: at + 2, message })),
    }
    expect(await preview(id)).toMatchObject(nothing)
    expect(await sync(id)).toMatchObject(nothing)
    expect([await tasks(), (await grid(id)).rows]).toEqual([before, [...failing, ['#NAME?']]])
    await fill(id, written)
    expect(await sync(id)).toMatchObject({ created: 0, updated: 0, skipped: 2, fault_count: 0 })
  })

  it('of a sheet without a title column changes nothing, and says so', async () => {
    const id = await linked([['Was'], ['Best Kettles']])
    const why = 'The first row has no column “Title” or “Keyword”.'
    expect((await preview(id)).failure).toBe(why)
    const { status, body } = await opm.post(`${SHEETS}/sync/${id}`, { mark: '' })
    expect([status, body.message]).toEqual([422, why])
    expect(await tasks()).toEqual([])
  })

  it('changes no task that was not created from its sheet', async () => {
    const other = await linked([['Title'], ['Best Kettles']])
    await sync(other)
    const [{ gid }] = await tasks()
    const id = await linked([
      ['Title', 'Task'],
      ['Nothing of yours', gid],
    ])
    const done = await sync(id)
    expect([done.updated, done.faults]).toEqual([
      0,
      [
        {
          row: 2,
          message: `Task ${gid} was not created from this sheet, so it is left alone. Empty the cell to create a new task.`,
        },
      ],
    ])
    expect(await tasks()).toMatchObject([{ name: 'Best Kettles' }])
  })

  it('that takes longer than a step goes on with the next one by itself, and counts each row once', async () => {
    const { db, pool } = api.database
    const id = await linked([['Title'], ['Best Kettles'], ['Best Toasters'], ['Best Pans']])
    const { sheet_sync_id: syncId } = (
      await pool.query(
        'insert into sheet_syncs (google_sheet_table_id, user_id, began_at) values ($1, $2, now()) returning sheet_sync_id',
        [id, opm.id],
      )
    ).rows[0]
    let now = new Date('2026-03-01T09:00:00Z').getTime()
    const made: (typeof TASK & { gid: string; name: string })[] = []
    const step = () =>
      syncSheet(
        {
          db,
          clock: () => new Date(now),
          publicUrl: '',
          spreadsheet: createBuiltInSheets({ db }),
          taskBoard: {
            listSections: async () => [{ gid: '1', name: 'Requested' }],
            findTasks: async () => made,
            updateTask: () => Promise.reject(new Error('Nothing is to be updated.')),
            createTask: async ({ name }: NewTask) => {
              now += STEP_MS - 1
              const task = { ...TASK, gid: `7${made.length + 1}`, name }
              made.push(task)
              return task
            },
          },
        },
        syncId,
      )
    const last = async () => (await opm.get(SHEETS)).body[0].last_sync
    expect(await step()).toBe('done')
    expect(await last()).toMatchObject({ ended_at: null, failure: null })
    expect((await grid(id)).rows.map((row: string[]) => row[1])).toEqual(['Task', '71', '72', undefined])
    expect(await step()).toBe('ended')
    expect(await last()).toMatchObject({ created: 3, updated: 0, skipped: 0, faults: [], failure: null })
    expect(made.map(({ name }) => name)).toEqual(['Best Kettles', 'Best Toasters', 'Best Pans'])
  })

  it('of a link that was deleted meanwhile makes nothing', async () => {
    const id = await linked([['Title'], ['Best Kettles']])
    await begin(id)
    await opm.delete(`${SHEETS}/${id}`)
    await api.app.queue.drain()
    expect(await tasks()).toEqual([])
    const { rows } = await api.database.pool.query('select failure from sheet_syncs')
    expect(rows).toEqual([{ failure: 'The link was deleted.' }])
  })

  it('is one at a time', async () => {
    const id = await linked([['Title'], ['Best Kettles']])
    const all = await Promise.all([1, 2, 3].map(() => begin(id)))
    expect(all.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    await api.app.queue.drain()
    expect(await tasks()).toHaveLength(1)
    expect((await sync(id)).skipped).toBe(1)
  })
})

describe('before the first sync', () => {
  it('the preview shows new tasks and refused rows, and changes nothing', async () => {
    const id = await linked([
      ['Title', 'Section'],
      ['Best Kettles', ''],
      ['Best Pans', 'Nowhere'],
      ['best kettles', ''],
    ])
    expect(await preview(id)).toEqual({
      tab: 'Sheet1',
      created: 1,
      updated: 0,
      skipped: 0,
      faults: [
        { row: 3, message: 'The board has no section “Nowhere”.' },
        { row: 4, message: '“best kettles” is already in row 2.' },
      ],
      fault_count: 2,
      lines: [{ row: 2, title: 'Best Kettles', deed: 'create' }],
      mark: expect.stringMatching(/^[0-9a-f]{64}$/),
      failure: null,
    })
    expect(await tasks()).toEqual([])
    expect((await grid(id)).rows[0]).toEqual(['Title', 'Section'])
  })

  it('the preview must be confirmed; later syncs need no confirmation', async () => {
    const id = await linked([['Title'], ['Best Kettles']])
    const unseen = await opm.post(`${SHEETS}/sync/${id}`, {})
    expect([unseen.status, unseen.body.message]).toEqual([409, 'Preview the first sync before you run it.'])
    expect((await opm.get(SHEETS)).body[0]).toMatchObject({ last_sync: null, is_first: true })
    await sync(id)
    expect((await opm.get(SHEETS)).body[0].is_first).toBe(false)
    expect((await opm.post(`${SHEETS}/sync/${id}`, {})).status).toBe(202)
    await api.app.queue.drain()
  })

  it('the sync does exactly what the preview shows: a sheet that changed since then, even after it was confirmed, is not synced', async () => {
    const id = await linked([['Title'], ['Best Kettles']])
    const { mark } = await preview(id)
    await fill(id, [['Title'], ['Best Kettles'], ['Best Pans']])
    const late = await opm.post(`${SHEETS}/sync/${id}`, { mark })
    expect([late.status, late.body.message]).toEqual([
      409,
      'The sheet or its tasks have changed. Check the preview again.',
    ])
    await begin(id)
    await fill(id, [['Title'], ['Worst Kettles']])
    await api.app.queue.drain()
    expect(await tasks()).toEqual([])
    expect((await opm.get(SHEETS)).body[0]).toMatchObject({
      is_first: true,
      last_sync: { created: 0, failure: expect.stringContaining('changed after you confirmed the sync') },
    })
  })
})

it('a built-in sheet can be edited, and a save of an older version is refused [D135]', async () => {
  const id = await linked([['Title'], ['One']])
  const { version } = await grid(id)
  const saved = await opm.put(`${SHEETS}/${id}/grid`, { rows: [['Title'], ['Two']], version })
  expect([saved.status, saved.body.rows]).toEqual([200, [['Title'], ['Two']]])
  expect((await opm.put(`${SHEETS}/${id}/grid`, { rows: [], version })).status).toBe(409)
  expect((await opm.get(`${SHEETS}/999999/grid`)).status).toBe(404)
  expect((await opm.put(`${SHEETS}/999999/grid`, { rows: [] })).status).toBe(404)
})
