import './upload-keywords-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/keywords/tags', { body: [] })
  server.answer('GET /api/sites', {
    body: [
      {
        site_id: 1,
        code: 'ok',
        display_name: 'Open Kitchen',
        normalized_name: 'open-kitchen',
        logo_url: '',
        url: '',
      },
    ],
  })
  server.answer('GET /api/keywords/tags', { body: [] })
})
afterEach(() => server.close())

let people = 100
/** A new user each time: an upload in progress is restored for the same user. */
const open = () => openAs(server, 'opm', '/upload-keywords', { id: ++people })

const INSPECT = 'POST /api/keywords/upload/inspect'
const PREVIEW = 'POST /api/keywords/upload/preview'
const UPLOAD = 'POST /api/keywords/upload'

const QUERIES = {
  source: 'search-console',
  is_plain: false,
  encoding: 'UTF-8',
  separator: 'comma',
  has_heading: true,
  columns: [
    { column: 1, reads: 'keyword' },
    { column: 2, reads: null },
  ],
  lines: [
    { line: 1, cells: ['Top queries', 'Clicks'] },
    { line: 2, cells: ['air fryer', '9'] },
    { line: 3, cells: ['kettle', '8'] },
  ],
  left_out: [],
}
const UNKNOWN = {
  ...QUERIES,
  source: 'other',
  separator: 'semicolon',
  has_heading: false,
  columns: [
    { column: 1, reads: null },
    { column: 2, reads: null },
  ],
  lines: [
    { line: 3, cells: ['air fryer', 'kitchen|deals'] },
    { line: 4, cells: ['kettle', ''] },
  ],
  left_out: [{ line: 1, lines: 1, text: 'Our list', reason: 'Above the table' }],
}
const OUTCOME = {
  added: 241,
  repeated: 133,
  invalid: 1,
  errors: [{ line: 7, text: 'x', reason: 'The keyword is longer than 255 characters.' }],
  reading: {
    has_heading: true,
    columns: [{ column: 1, text: 'Top queries', reads: 'keyword' }],
    rows: [{ keyword: 'air fryer', tags: [], sites: [], tracked: true }],
  },
  left_out: [{ line: 1, lines: 1, text: 'Top queries · Clicks', reason: 'Names the columns' }],
}

/** The form fields that were sent along with a file. */
function fieldsOf(text: string): Record<string, string> {
  const parts = text.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g)
  return Object.fromEntries([...parts].map(([, name = '', value = '']) => [name, value]))
}
const lastFields = (route: string) => fieldsOf(server.sent(route).at(-1)?.text ?? '')

/** Chooses a file with this inspection result and this import outcome. */
async function choose(inspection: object, outcome: object = OUTCOME) {
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  server.answer(INSPECT, { body: inspection })
  server.answer(PREVIEW, { body: outcome })
  server.answer(UPLOAD, { body: OUTCOME })
  open()
  await user.upload(await screen.findByLabelText('CSV file'), new File(['a,b\nc,d'], 'Queries.csv'))
  return { user, step: await screen.findByRole('region', { name: 'Match the columns' }) }
}

async function become(user: ReturnType<typeof userEvent.setup>, column: string, what: string) {
  const box = screen.getByRole('combobox', { name: `${column} becomes` })
  await user.click(box)
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '')
  const popup = list?.closest<HTMLElement>('.ant-select-dropdown')
  if (!popup) throw new Error('There is nothing to choose from.')
  await user.click(within(popup).getByText(what, { selector: '.ant-select-item-option-content' }))
}

it('a file in our own format is uploaded at once, without a question [KW-080]', async () => {
  const user = userEvent.setup()
  server.answer(INSPECT, { body: { ...QUERIES, source: 'copydesk', is_plain: true } })
  server.answer(UPLOAD, { body: OUTCOME })
  open()
  await user.upload(await screen.findByLabelText('CSV file'), new File(['keyword\nlamp'], 'words.csv'))
  expect(await screen.findByText('241 keywords added')).toBeInTheDocument()
  expect(screen.getByText(/names the columns/)).toHaveTextContent('Line 1: names the columns')
  expect(lastFields(UPLOAD)).toEqual({})
})

it('the first lines say whether they are new, existing, or similar to an existing keyword', async () => {
  const marks = [
    ['air fryer', 'new', null],
    ['kettle', 'here', null],
    ['Best  Lamp', 'alike', 'best lamp'],
    ['Air Fryer', 'twice', null],
  ].map(([keyword, stands, alike]) => ({ keyword, stands, alike, tags: [], sites: [], tracked: true }))
  const { step } = await choose(QUERIES, { ...OUTCOME, reading: { ...OUTCOME.reading, rows: marks } })
  const table = await within(step).findByRole('table', { name: 'First keywords' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'KeywordStatus',
    'air fryerNew',
    'kettleAlready here',
    'Best  LampSimilarbest lamp',
    'Air FryerDuplicate in the file',
  ])
})

it('an export is recognized and shown with its columns and its effect, and added only after a confirmation', async () => {
  const { user, step } = await choose(QUERIES)
  expect(within(step).getByRole('heading', { name: 'This is a Search Console export' })).toHaveFocus()
  const rows = within(screen.getByRole('table', { name: 'Columns of the file' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Column in the fileFirst valuesBecomes',
    expect.stringMatching(/^Top queriesrecognisedair fryer · kettleKeyword/),
    expect.stringMatching(/^Clicks9 · 8Don’t import/),
  ])
  const add = await within(step).findByRole('button', { name: 'Add 241 keywords' })
  const outcome = within(step).getByRole('region', { name: 'Preview' })
  expect(outcome).toHaveTextContent('New keywords241Already here133Refused1')
  expect(within(outcome).getByRole('table', { name: 'Refused lines' })).toHaveTextContent(
    '7xThe keyword is longer than',
  )
  expect(within(outcome).getByRole('list', { name: 'Skipped' })).toHaveTextContent(
    'Line 1: names the columns · Top queries · Clicks',
  )
  expect(server.sent(UPLOAD)).toHaveLength(0)
  await user.click(add)
  expect(await screen.findByText('241 keywords added')).toBeInTheDocument()
  expect(lastFields(UPLOAD)).toEqual({ keyword_column: '1', has_heading: 'yes' })
  expect(screen.getByRole('button', { name: 'Choose a CSV file' })).toBeInTheDocument()
})

it('an unknown file needs a keyword column first, and a column has only one meaning', async () => {
  const { user, step } = await choose(UNKNOWN)
  expect(within(step).getByText('Choose the keyword column.')).toBeInTheDocument()
  expect(within(step).getByRole('list', { name: 'Skipped' })).toHaveTextContent('Line 1: above the table')
  expect(within(step).getByRole('button', { name: 'Add keywords' })).toBeDisabled()
  expect(server.sent(PREVIEW)).toHaveLength(0)
  await become(user, 'Column 2', 'Keyword')
  await within(step).findByRole('button', { name: 'Add 241 keywords' })
  expect(lastFields(PREVIEW)).toEqual({ keyword_column: '2', has_heading: 'no' })
  await become(user, 'Column 1', 'Keyword')
  expect(screen.getByRole('row', { name: /^Column 2/ })).toHaveTextContent(/Don’t import$/)
  await become(user, 'Column 2', 'Tags')
  await user.click(within(step).getByRole('checkbox', { name: 'The first line is a header' }))
  expect(within(step).getByRole('combobox', { name: 'kitchen|deals becomes' })).toBeInTheDocument()
  await waitFor(() =>
    expect(lastFields(PREVIEW)).toEqual({ keyword_column: '1', tags_column: '2', has_heading: 'yes' }),
  )
})

it('tags and sites apply to all lines, and the keys alone are enough to add', async () => {
  const { user, step } = await choose(QUERIES)
  const tags = within(step).getByRole('combobox', { name: 'Tags for all lines' })
  await user.type(tags, 'Spring,')
  await user.type(tags, '"quoted;')
  await user.keyboard('{Tab}')
  await user.click(within(step).getByRole('combobox', { name: 'Sites for all lines' }))
  await user.click(await screen.findByText('Open Kitchen'))
  await user.keyboard('{Escape}')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('241 keywords added')).toBeInTheDocument()
  expect(lastFields(UPLOAD)).toEqual({
    keyword_column: '1',
    has_heading: 'yes',
    tags: 'spring, """quoted"',
    sites: 'ok',
  })
})

it('the keys add nothing while a confirmation is open above the page', async () => {
  const { user, step } = await choose(QUERIES)
  await within(step).findByRole('button', { name: 'Add 241 keywords' })
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  const question = (await screen.findByText('Signing Out?')).closest<HTMLElement>('[role="dialog"]')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.click(within(question ?? document.body).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText('Signing Out?')).toBeNull())
  expect(within(step).getByRole('button', { name: 'Add 241 keywords' })).toBeVisible()
  expect(server.sent(UPLOAD)).toEqual([])
})

it('another separator reads the file again', async () => {
  const { user, step } = await choose(UNKNOWN)
  server.answer(INSPECT, {
    body: { ...UNKNOWN, separator: 'pipe', columns: [{ column: 1, reads: 'keyword' }] },
  })
  await user.click(within(step).getByRole('combobox', { name: 'Separator' }))
  await user.click(await screen.findByText('Pipes'))
  expect(await within(step).findByRole('button', { name: 'Add 241 keywords' })).toBeEnabled()
  expect(lastFields(INSPECT)).toEqual({ separator: 'pipe' })
  expect(lastFields(PREVIEW)).toEqual({ keyword_column: '1', has_heading: 'no', separator: 'pipe' })
})

it('a fault in the choices is shown beside them, and blocks the upload', async () => {
  const user = userEvent.setup()
  server.answer(INSPECT, { body: QUERIES })
  server.answer(PREVIEW, { status: 422, body: { message: 'A tag is longer than 50 characters.' } })
  open()
  await user.upload(await screen.findByLabelText('CSV file'), new File(['a,b'], 'Queries.csv'))
  expect(await screen.findByText('A tag is longer than 50 characters.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add keywords' })).toBeDisabled()
})

it('a failed upload keeps the choices', async () => {
  const { user, step } = await choose(QUERIES)
  await within(step).findByRole('button', { name: 'Add 241 keywords' })
  await become(user, 'Clicks', 'Tags')
  server.answer(UPLOAD, { status: 503, body: { message: 'Other users are uploading right now.' } })
  await user.click(within(step).getByRole('button', { name: /^Add / }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Keywords could not be uploaded.Other users are uploading right now. Nothing of “Queries.csv” was written.',
  )
  expect(await screen.findByRole('combobox', { name: 'Clicks becomes' })).toBeInTheDocument()
  expect(screen.getByRole('row', { name: /^Clicks/ })).toHaveTextContent('Tags')
  await user.click(screen.getByRole('button', { name: 'Another file' }))
  expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeInTheDocument()
})

it('an invalid file is refused when it is inspected, with the server’s message', async () => {
  const user = userEvent.setup()
  server.answer(INSPECT, { status: 422, body: { message: 'The file is a workbook.' } })
  open()
  await user.upload(await screen.findByLabelText('CSV file'), new File(['PK'], 'book.csv'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Keywords could not be uploaded.The file is a workbook.',
  )
  expect(server.sent(UPLOAD)).toHaveLength(0)
})
