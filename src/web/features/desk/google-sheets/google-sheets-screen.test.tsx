import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SCREENS } from '#shared/access/screens.ts'
import type { SheetRecord, SheetSync } from '#shared/features/desk/google-sheets/contract.ts'
import { SHEET_SITE_CODES } from '#shared/features/desk/google-sheets/rules.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const LIST = 'GET /api/google-sheets'
const SYNC = 'POST /api/google-sheets/sync/4'
const CREATE = 'POST /api/google-sheets'
const WHO = { id: 3, first_name: 'Jonas', last_name: 'Lind', username: 'jonas@copydesk.example' }

const RECORD: SheetRecord = {
  google_sheet_table_id: 4,
  google_sheet_id: '1pL9vTq0yUe3r7Ks',
  site_id: 2,
  asana_board_id: '1100000000000042',
  sheet_url: 'https://docs.google.com/spreadsheets/d/1pL9vTq0yUe3r7Ks/edit',
  last_sync: null,
  is_first: false,
}
const ENDED: SheetSync = {
  id: 9,
  user: WHO,
  began_at: '2026-03-01T00:00:00.000Z',
  ended_at: '2026-03-01T00:00:05.000Z',
  created: 4,
  updated: 11,
  skipped: 0,
  faults: [],
  fault_count: 0,
  failure: null,
}
const site = (id: number, code: string) => ({
  site_id: id,
  code,
  display_name: `Title ${code}`,
  logo_url: '',
  url: `https://${code}.example`,
  retired: false,
})
/** In another order than offered, and with one unknown code. */
const SITES = ['xx', ...SHEET_SITE_CODES.toReversed()].map((code, index) =>
  site(index + 1, code.toLowerCase()),
)

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer(LIST, { body: [RECORD] })
  server.answer('GET /api/sites', { body: SITES })
})
afterEach(() => server.close())

const open = (search = '') => openAs(server, 'opm', `/google-sheets${search}`)
const dialog = async () => within(await screen.findByRole('dialog'))
/**
 * Measures how long the page shows `text` more than `rest` times. It uses the page's mutations, because a
 * test resumes late on a busy machine.
 */
function watch(text: string, rest: number) {
  const shown = () => (document.body.textContent ?? '').split(text).length - 1 > rest
  let began = 0
  let ended = 0
  const observer = new MutationObserver(() => {
    if (shown()) began ||= performance.now()
    else if (began > 0) ended ||= performance.now()
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return {
    async seconds() {
      await waitFor(() => expect(ended).toBeGreaterThan(0), { timeout: 25_000 })
      observer.disconnect()
      return (ended - began) / 1000
    },
  }
}
const notice = (text: string) => screen.findByText(text)

it('the screen at /google-sheets is named “Google Sheet Manager” and has a table of links [SHEET-001, SHEET-002, SHEET-007]', async () => {
  open()
  expect(SCREENS.googleSheets.path).toBe('/google-sheets')
  expect(await screen.findByRole('heading', { level: 1, name: 'Google Sheet Manager' })).toBeInTheDocument()
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement)
  expect(await row.findByText('PT')).toBeInTheDocument()
  expect(row.getByRole('link', { name: 'Google Sheet' })).toHaveAttribute('href', RECORD.sheet_url)
  expect(row.getByText('Never synced')).toBeInTheDocument()
})

it('a board is shown by its name if known, and otherwise by its number', async () => {
  const other = { ...RECORD, google_sheet_table_id: 5, asana_board_id: '1100000000000077' }
  server.answer(LIST, { body: [RECORD, other] })
  server.answer('GET /api/board', { body: [{ gid: RECORD.asana_board_id, name: 'Puzzles' }] })
  open()
  expect(await screen.findByText('Puzzles')).toHaveAttribute('title', RECORD.asana_board_id)
  expect(screen.getByText('110000…000077')).toBeInTheDocument()
})

it('a new link is created in a dialog, and reported for three seconds [SHEET-003, SHEET-008, SHEET-012]', async () => {
  open()
  server.answer(CREATE, { status: 201, body: RECORD })
  await user.click(await screen.findByRole('button', { name: 'New link' }))
  const form = await dialog()
  await user.click(form.getByRole('combobox', { name: 'Site' }))
  await user.click(await screen.findByText('Title hs'))
  await user.type(
    form.getByRole('textbox', { name: /^Google Sheet/ }),
    'https://docs.google.com/spreadsheets/d/1pL9vTq0yUe3r7Ks/edit#gid=0',
  )
  await user.type(form.getByRole('textbox', { name: /^Task board/ }), '1100000000000042')
  const linked = watch('Sheet linked', 0)
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await notice('Sheet linked')).toBeInTheDocument()
  const hs = SITES.find(({ code }) => code === 'hs')?.site_id
  expect(server.sent(CREATE).map(({ json }) => json)).toEqual([
    { siteId: hs, googleSheetId: '1pL9vTq0yUe3r7Ks#gid=0', asanaBoardId: '1100000000000042' },
  ])
  const seconds = await linked.seconds()
  expect(seconds).toBeGreaterThan(2.5)
  expect(seconds).toBeLessThan(8)
})

it('offers every site, starting with the nine of sheets in their order [SHEET-006]', async () => {
  open('?new=1')
  await user.click((await dialog()).getByRole('combobox', { name: 'Site' }))
  await screen.findByText('Title dt')
  const offered = [...document.querySelectorAll('.ant-select-item-option b')].map(
    ({ textContent }) => textContent,
  )
  expect(offered).toEqual([...SHEET_SITE_CODES, 'XX'])
})

it('help says where to find sheet and board, and closes again [SHEET-004]', async () => {
  open('?new=1')
  const form = await dialog()
  for (const [what, text] of [
    ['Google Sheet', /between \/d\/ and \/edit/],
    ['Task board', /The number in the board’s address/],
  ] as const) {
    const toggle = form.getByRole('button', { name: `Where to find it: ${what}` })
    expect(form.queryByText(text)).not.toBeInTheDocument()
    await user.click(toggle)
    expect(form.getByText(text)).toBeInTheDocument()
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await user.click(toggle)
    expect(form.queryByText(text)).not.toBeInTheDocument()
  }
})

it('a failed creation says why inside the dialog, and keeps the form [SHEET-013]', async () => {
  open('?new=1')
  const message = 'Couldn’t open the sheet. Share it with desk@project.example as editor and try again.'
  server.answer(CREATE, { status: 422, body: { message } })
  const form = await dialog()
  await user.click(form.getByRole('combobox', { name: 'Site' }))
  await user.click(await screen.findByText('Title dt'))
  await user.type(form.getByRole('textbox', { name: /^Google Sheet/ }), 'abc')
  await user.type(form.getByRole('textbox', { name: /^Task board/ }), '42{Enter}')
  expect(await form.findByText(message)).toBeInTheDocument()
  expect(form.getByRole('textbox', { name: /^Google Sheet/ })).toHaveValue('abc')
})

it('an incomplete form is not sent', async () => {
  open('?new=1')
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'Create' }))
  for (const text of [
    'Please choose a site!',
    'Please input the Google Sheet!',
    'Please input the task board!',
  ])
    expect(await form.findByText(text)).toBeInTheDocument()
  expect(server.sent(CREATE)).toEqual([])
})

it('a link is deleted after a confirmation, and can be restored [SHEET-009, D136]', async () => {
  open()
  server.answer('DELETE /api/google-sheets/4', { status: 204 })
  server.answer('POST /api/google-sheets/4/restore', { body: RECORD })
  await user.click(await screen.findByRole('button', { name: 'Delete Title pt' }))
  const question = await dialog()
  expect(server.sent('DELETE /api/google-sheets/4')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Unlink' }))
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(server.sent('POST /api/google-sheets/4/restore')).toHaveLength(1))
  expect(server.sent('DELETE /api/google-sheets/4')).toHaveLength(1)
})

it('Sync imports the rows; its result is shown for ten seconds and stays in the row [SHEET-010, SHEET-011]', async () => {
  open()
  server.answer(SYNC, () => {
    server.answer(LIST, { body: [{ ...RECORD, last_sync: { ...ENDED, ended_at: null } }] })
    return { status: 202, body: RECORD }
  })
  await user.click(await screen.findByRole('button', { name: 'Sync Title pt' }))
  expect(await screen.findByText('Syncing …')).toBeInTheDocument()
  expect(server.sent(SYNC)).toHaveLength(1)
  const result = watch('4 created, 11 updated', 1)
  server.answer(LIST, { body: [{ ...RECORD, last_sync: ENDED }] })
  await waitFor(() => expect(screen.getAllByText('4 created, 11 updated')).toHaveLength(2))
  const seconds = await result.seconds()
  expect(seconds).toBeGreaterThan(9.5)
  expect(seconds).toBeLessThan(20)
})

it('invalid rows are reported one by one, and a failed sync says why', async () => {
  const faults = [{ row: 3, message: 'It has no Title.' }]
  server.answer(LIST, {
    body: [
      { ...RECORD, last_sync: { ...ENDED, faults, fault_count: 1 } },
      {
        ...RECORD,
        google_sheet_table_id: 5,
        last_sync: { ...ENDED, id: 10, created: 0, updated: 0, failure: 'Asana is not available.' },
      },
    ],
  })
  open()
  expect(await screen.findByText('4 created, 11 updated, 1 wrong')).toBeInTheDocument()
  expect(screen.getByText('Row 3: It has no Title.')).toBeInTheDocument()
  expect(screen.getByText('Asana is not available.')).toBeInTheDocument()
})

it('a local sheet is edited and saved', async () => {
  const grid = { sheet_id: 'plan-1', rows: [['Title', 'Notes'], ['Kettles']], version: 3 }
  server.answer('GET /api/google-sheets/7/grid', { body: grid })
  server.answer('PUT /api/google-sheets/7/grid', { body: { ...grid, version: 4 } })
  openAs(server, 'opm', '/google-sheets/7')
  await user.type(await screen.findByRole('textbox', { name: 'Row 2, Notes' }), 'Quiet')
  await user.click(screen.getByRole('button', { name: 'Add row' }))
  await user.type(screen.getByRole('textbox', { name: 'Row 3, Title' }), 'Irons')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await notice('Sheet saved')).toBeInTheDocument()
  expect(server.sent('PUT /api/google-sheets/7/grid').map(({ json }) => json)).toEqual([
    {
      rows: [
        ['Title', 'Notes', ''],
        ['Kettles', 'Quiet', ''],
        ['Irons', '', ''],
      ],
      version: 3,
    },
  ])
})

it('a sheet that does not exist says so', async () => {
  openAs(server, 'opm', '/google-sheets/nowhere')
  expect(await screen.findByText('This built-in sheet doesn’t exist.')).toBeInTheDocument()
})

it('the first sync shows a preview and runs once confirmed; rows changed in between are previewed again', async () => {
  const PREVIEW = 'GET /api/google-sheets/4/preview'
  const shown = {
    tab: 'Autumn',
    created: 2,
    updated: 0,
    skipped: 0,
    faults: [{ row: 4, message: 'It has no Title.' }],
    fault_count: 1,
    lines: [
      { row: 2, title: 'Best Kettles', deed: 'create' },
      { row: 3, title: 'Best Pans', deed: 'create' },
    ],
    mark: 'one',
    failure: null,
  }
  server.answer(LIST, { body: [{ ...RECORD, is_first: true }] })
  server.answer(PREVIEW, { body: shown })
  server.answer(SYNC, { status: 409, body: { message: 'The sheet was changed in the meantime.' } })
  open()
  await user.click(await screen.findByRole('button', { name: 'Sync Title pt' }))
  const first = await dialog()
  expect(await first.findByText('A sync would make 2 tasks. 1 row is not imported.')).toBeInTheDocument()
  expect(first.getByText('Rows of the tab “Autumn”')).toBeInTheDocument()
  expect(first.getByText('Best Pans')).toBeInTheDocument()
  expect(first.getByText('It has no Title.')).toBeInTheDocument()
  expect(server.sent(SYNC)).toHaveLength(0)
  server.answer(PREVIEW, { body: { ...shown, created: 1, lines: shown.lines.slice(0, 1), mark: 'two' } })
  await user.click(first.getByRole('button', { name: 'Sync' }))
  expect(await first.findByText('A sync would make 1 task. 1 row is not imported.')).toBeInTheDocument()
  expect(await first.findByText(/changed in the meantime/)).toBeInTheDocument()
  // Each refusal has its own message.
  server.answer(SYNC, { status: 409, body: { message: 'This sheet is already syncing.' } })
  // The button stays busy until the changed preview is shown.
  await user.click(await first.findByRole('button', { name: 'Sync' }))
  expect(await first.findByText('This sheet is already syncing.')).toBeInTheDocument()
  server.answer(SYNC, { status: 202, body: RECORD })
  await waitFor(() => expect(first.getByRole('button', { name: 'Sync' })).toBeEnabled())
  await user.click(first.getByRole('button', { name: 'Sync' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const marks = server.sent(SYNC).map(({ json }) => json)
  expect(marks).toEqual([{ mark: 'one' }, { mark: 'two' }, { mark: 'two' }])
})
