import './db-query-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

const TABLES = {
  off: null,
  warning: null,
  role: 'copydesk_reader_5',
  tables: [
    {
      name: 'sites',
      meaning: 'Your sites.',
      rows: 9,
      columns: [{ name: 'code', type: 'text', meaning: 'its two letters' }],
    },
    { name: 'tags', meaning: 'Labels of keywords.', rows: null, columns: [] },
  ],
}
const SAVED = {
  query_id: 4,
  name: 'Codes',
  statement: 'select code\nfrom sites',
  owner: { id: 2, first_name: 'Eng', last_name: 'Two', username: 'eng.two@copydesk.example' },
  is_own: false,
  may_delete: false,
  version: 1,
  updated_at: '2026-11-20T10:00:00.000Z',
}
const ANSWER = {
  columns: [
    { name: 'code', type: 'text' },
    { name: 'articles', type: 'bigint' },
    { name: 'gone', type: 'date' },
  ],
  rows: [
    ['TM', '12', null],
    ['DT', '3', '2026-01-02'],
  ],
  cut: null,
  milliseconds: 7,
}

let server: Loopback
beforeEach(async () => {
  sessionStorage.clear()
  server = await openLoopback()
  server.answer('GET /api/query/tables', { body: TABLES })
  server.answer('GET /api/query/saved', { body: [SAVED] })
  server.answer('GET /api/query/history', { body: [] })
  server.answer('POST /api/query', { body: ANSWER })
})
afterEach(() => server.close())

const KEY = `copydesk.db-query.${person('eng').id}`
const typed = (statement: string) => sessionStorage.setItem(KEY, statement)
const button = (name: string) => screen.findByRole('button', { name })
const box = () => screen.findByRole('textbox', { name: 'Query' })

it('is named Database Interface, with a query box, Execute and Export Report [DBQ-001] [DBQ-002] [DBQ-003] [DBQ-004]', async () => {
  openAs(server, 'eng', '/db-query')
  expect(await screen.findByRole('heading', { level: 1, name: 'Database Interface' })).toBeVisible()
  expect(await box()).toBeVisible()
  expect(await button('Execute')).toBeDisabled()
  expect(await button('Export Report')).toBeDisabled()
  expect(await screen.findByText('copydesk_reader_5')).toBeVisible()
})

it('sends the typed query when Execute is pressed and shows the rows [DBQ-005] [DBQ-006]', async () => {
  const user = userEvent.setup()
  typed('select 1')
  openAs(server, 'eng', '/db-query')
  await user.click(await button('Execute'))
  const rows = await screen.findByRole('region', { name: 'Rows' })
  expect(server.sent('POST /api/query').map(({ json }) => json)).toEqual([{ query: 'select 1' }])
  expect(
    within(rows)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['Rowcodetextarticlesbigintgonedate', '1TM12null', '2DT32026-01-02'])
  expect(screen.getByText('2 rows')).toBeVisible()
  expect(await button('Export Report')).toBeEnabled()
})

it('keeps a statement for its own user, not for the next one in this tab', async () => {
  typed('select secrets')
  openAs(server, 'eng', '/db-query', { id: 77 })
  expect(await box()).not.toHaveTextContent('select secrets')
})

it('shows each table’s approximate number of rows, as the server estimates it', async () => {
  openAs(server, 'eng', '/db-query')
  expect(await screen.findByTitle('Approximate number of rows')).toHaveTextContent('≈ 9')
})

it('formats a query without sending it, and explains it without running it', async () => {
  const user = userEvent.setup()
  typed('select code from sites limit 1')
  openAs(server, 'eng', '/db-query')
  await user.click(await button('Format'))
  await waitFor(() => expect(sessionStorage.getItem(KEY)).toBe('select code\nfrom sites\nlimit 1'))
  expect(await box()).toHaveTextContent('select codefrom siteslimit 1')
  expect(server.sent('POST /api/query')).toEqual([])
  await user.click(await button('Explain'))
  await screen.findByRole('region', { name: 'Rows' })
  expect(server.sent('POST /api/query')).toMatchObject([
    { json: { query: 'explain select code\nfrom sites\nlimit 1' } },
  ])
})

it('does not explain an EXPLAIN twice', async () => {
  const user = userEvent.setup()
  typed('EXPLAIN select 1')
  openAs(server, 'eng', '/db-query')
  await user.click(await button('Explain'))
  await screen.findByRole('region', { name: 'Rows' })
  expect(server.sent('POST /api/query')).toMatchObject([{ json: { query: 'EXPLAIN select 1' } }])
})

it('shows an error object as an error, with its line and position, and keeps the query [DBQ-007] [DBQ-008]', async () => {
  const user = userEvent.setup()
  server.answer('POST /api/query', {
    body: { error: { message: 'column "cod" does not exist', position: 17, hint: 'Perhaps "code".' } },
  })
  typed('select *,\n  1,  cod from sites')
  openAs(server, 'eng', '/db-query')
  await user.click(await button('Execute'))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('column "cod" does not exist')
  expect(alert).toHaveTextContent('Perhaps "code".')
  const place = alert.querySelector('pre')?.textContent?.split('\n')
  expect(place?.[0]).toBe('2 |   1,  cod from sites')
  expect(place?.[1]?.indexOf('^')).toBe(place?.[0]?.indexOf('cod'))
  expect(await box()).toHaveTextContent('cod from sites')
  expect(screen.queryByRole('region', { name: 'Rows' })).toBeNull()
  expect(await button('Export Report')).toBeDisabled()
})

it('says why a query was refused, without a result', async () => {
  const user = userEvent.setup()
  server.answer('POST /api/query', {
    status: 429,
    body: { statusCode: 429, error: 'Too Many Requests', message: '3 queries are already running.' },
  })
  typed('select 1')
  openAs(server, 'eng', '/db-query')
  await user.click(await button('Execute'))
  expect(await screen.findByRole('alert')).toHaveTextContent('3 queries are already running.')
})

it('says that the result is truncated', async () => {
  const user = userEvent.setup()
  server.answer('POST /api/query', { body: { ...ANSWER, cut: 'rows' } })
  typed('select 1')
  openAs(server, 'eng', '/db-query')
  await user.click(await button('Execute'))
  expect(await screen.findByText('Only the first 10,000 rows are shown.')).toBeVisible()
})

it('opens a saved query by its link, and saves another user’s as a copy', async () => {
  const user = userEvent.setup()
  openAs(server, 'eng', '/db-query?query=4')
  await waitFor(async () => expect(await box()).toHaveTextContent('select codefrom sites'))
  expect(screen.getByText(/^Codes · saved by Eng Two/)).toBeVisible()
  server.answer('POST /api/query/saved', {
    status: 201,
    body: { ...SAVED, query_id: 5, name: 'Mine', is_own: true, may_delete: true },
  })
  await user.click(await button('Save'))
  const dialog = await screen.findByRole('dialog', { name: 'Save query' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Mine')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(window.location.search).toBe('?query=5'))
  expect(server.sent('POST /api/query/saved').map(({ json }) => json)).toEqual([
    { name: 'Mine', query: 'select code\nfrom sites' },
  ])
})

it('finds tables by their columns, explains each column, and queries the first rows of one', async () => {
  const user = userEvent.setup()
  openAs(server, 'eng', '/db-query')
  await user.type(await screen.findByRole('textbox', { name: 'Table or column' }), 'code')
  expect(await screen.findByText('its two letters')).toBeInTheDocument()
  expect(screen.queryByText('tags')).toBeNull()
  await user.click(await button('First rows of sites'))
  await screen.findByRole('region', { name: 'Rows' })
  expect(server.sent('POST /api/query').map(({ json }) => json)).toEqual([
    { query: 'select * from sites limit 100' },
  ])
})

it('puts a query from the history into the box again', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/query/history', {
    body: [
      {
        attempt_id: 1,
        statement: 'select 42',
        purpose: 'screen',
        asked_at: '2026-11-20T10:00:00.000Z',
        rows: 1,
        milliseconds: 3,
        error: null,
      },
    ],
  })
  openAs(server, 'eng', '/db-query')
  await user.click(await screen.findByText('History'))
  await user.click(await button('select 42'))
  expect(await box()).toHaveTextContent('select 42')
  expect(server.sent('POST /api/query')).toEqual([])
})

it('lists a refused file in the history, with the reason', async () => {
  const user = userEvent.setup()
  typed('select pg_sleep(9)')
  const message = 'The function pg_sleep does more than read.'
  let asked: object[] = []
  server.answer('GET /api/query/history', () => ({ body: asked }))
  server.answer('POST /api/query/export', () => {
    const attempt = { attempt_id: 2, statement: 'select pg_sleep(9)', purpose: 'file', milliseconds: 0 }
    asked = [{ ...attempt, asked_at: '2026-11-20T10:00:00.000Z', rows: null, error: message }]
    return { status: 422, body: { message } }
  })
  openAs(server, 'eng', '/db-query')
  await user.click(await screen.findByText('History'))
  expect(await screen.findByText('Queries you run appear here.')).toBeInTheDocument()
  await user.click(await button('Execute'))
  await screen.findByRole('region', { name: 'Rows' })
  await user.click(await button('Export Report'))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await user.click(await button('Start'))
  expect(
    await screen.findByText(/, no file: The function pg_sleep does more than read\.$/),
  ).toBeInTheDocument()
})

it('lists a file that failed halfway in the history once the dialog is closed', async () => {
  const user = userEvent.setup()
  typed('select 1 / 0')
  let asked: object[] = []
  server.answer('GET /api/query/history', () => ({ body: asked }))
  const job = { exportId: '7', status: 'RUNNING', url: null, error: null, done: 0, total: null }
  server.answer('POST /api/query/export', { status: 202, body: job })
  server.answer('GET /api/export/7', () => {
    const attempt = { attempt_id: 3, statement: 'select 1 / 0', purpose: 'file', milliseconds: 4 }
    asked = [{ ...attempt, asked_at: '2026-11-20T10:00:00.000Z', rows: null, error: 'division by zero' }]
    return { body: { ...job, status: 'FAILED', error: 'division by zero' } }
  })
  openAs(server, 'eng', '/db-query')
  await user.click(await screen.findByText('History'))
  expect(await screen.findByText('Queries you run appear here.')).toBeInTheDocument()
  await user.click(await button('Execute'))
  await screen.findByRole('region', { name: 'Rows' })
  await user.click(await button('Export Report'))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await user.click(await button('Start'))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/division by zero/)).toBeInTheDocument()
  const [close] = within(dialog).getAllByRole('button', { name: 'Close' })
  await user.click(close as HTMLElement)
  expect(await screen.findByText(/, no file: division by zero/)).toBeInTheDocument()
})

it('says why the console is off, and what turns it on', async () => {
  typed('select 1')
  server.answer('GET /api/query/tables', {
    body: {
      off: 'It’s switched off by the setting DATABASE_CONSOLE.',
      warning: null,
      role: null,
      tables: [],
    },
  })
  openAs(server, 'eng', '/db-query')
  expect(await screen.findByText('It’s switched off by the setting DATABASE_CONSOLE.')).toBeVisible()
  expect(await button('Execute')).toBeDisabled()
})

it('aligns an empty cell to the right in a column of numbers, and to the left in one of words', async () => {
  const user = userEvent.setup()
  server.answer('POST /api/query', { body: { ...ANSWER, rows: [[null, null, null]] } })
  typed('select 1')
  openAs(server, 'eng', '/db-query')
  await user.click(await button('Execute'))
  const cells = within(await screen.findByRole('region', { name: 'Rows' })).getAllByRole('cell')
  expect(cells.map(({ className }) => className)).toEqual(['', 'number', ''])
})

it('resizes a column of the result by keys, header and cells alike', async () => {
  typed('select code from sites')
  openAs(server, 'eng', '/db-query')
  await userEvent.click(await button('Execute'))
  const handle = await screen.findByRole('separator', { name: 'Width of code' })
  const widths = () => [handle.closest('th'), screen.getByText('TM')].map((cell) => cell?.style.maxWidth)
  handle.focus()
  await userEvent.keyboard('{End}')
  expect(widths()).toEqual(['960px', '960px'])
  await userEvent.keyboard('{ArrowLeft}')
  expect(widths()).toEqual(['944px', '944px'])
  expect(handle).toHaveAttribute('aria-valuenow', '944')
  await userEvent.keyboard('{Home}')
  expect(widths()).toEqual(['56px', '56px'])
})
