import './upload-keywords-screen.tsx'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('a user’s uploads are hidden from the next user', async () => {
  const user = userEvent.setup({ applyAccept: false })
  openAs(server, 'opm', '/upload-keywords')
  await user.upload(await screen.findByLabelText('CSV file'), new File(['secret'], 'launch plans.txt'))
  expect(await screen.findByText(/launch plans\.txt/)).toBeInTheDocument()
  act(() => session.signOut())
  expect(await screen.findByLabelText('Email')).toBeInTheDocument()
  cleanup()

  openAs(server, 'opm', '/upload-keywords', { id: 8, first_name: 'Ada' })
  expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeInTheDocument()
  expect(screen.queryByText(/launch plans\.txt/)).toBeNull()
})

it('takes no query parameters: those in a link disappear from the address [KW-084]', async () => {
  openAs(server, 'opm', '/upload-keywords?page=2&keyword=kettle&tag[]=3')
  expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeVisible()
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/upload-keywords'))
})

const PLAIN = {
  source: 'copydesk',
  is_plain: true,
  encoding: 'UTF-8',
  separator: 'comma',
  has_heading: true,
  columns: [{ column: 1, reads: 'keyword' }],
  lines: [{ line: 1, cells: ['keyword'] }],
  left_out: [],
}
const summary = (over: object = {}) => ({
  added: 0,
  repeated: 0,
  invalid: 0,
  errors: [],
  reading: null,
  left_out: [],
  ...over,
})
const HEADING = { has_heading: true, columns: [{ column: 1, text: 'keyword', reads: 'keyword' }], rows: [] }

/** Chooses a file with this response of the server. */
async function choose(body: object, kind: 'upload' | 'preview') {
  const user = userEvent.setup()
  const path = kind === 'upload' ? '/api/keywords/upload' : '/api/keywords/upload/preview'
  server.answer('POST /api/keywords/upload/inspect', { body: PLAIN })
  server.answer(`POST ${path}`, { body })
  openAs(server, 'opm', '/upload-keywords')
  if (kind === 'preview') await user.click(await screen.findByRole('checkbox', { name: /^Preview first/ }))
  await user.upload(await screen.findByLabelText('CSV file'), new File(['x'], 'words.csv'))
  const result = (await screen.findByText('words.csv', { selector: '.alert strong' })).closest('.alert')
  return result as HTMLElement
}

it('a preview shows the first keywords as they will be read, from which columns, and how the first line is treated', async () => {
  const reading = {
    has_heading: false,
    columns: [
      { column: 1, text: 'phrase', reads: 'keyword' },
      { column: 2, text: 'volume', reads: null },
    ],
    rows: ['phrase', 'lamp'].map((keyword) => ({ keyword, tags: [], sites: [], tracked: true })),
  }
  await choose(summary({ added: 2, reading }), 'preview')
  expect(screen.getByText(/^The first line is used as a keyword/)).toBeInTheDocument()
  expect(screen.getByText('Keyword: column 1')).toBeInTheDocument()
  expect(screen.getByText('Not read: column 2')).toBeInTheDocument()
  const rows = within(screen.getByRole('table', { name: 'First keywords' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Keyword', 'phrase', 'lamp'])
})

it('a preview shows tags, sites and tracking if the file has them', async () => {
  const columns = ['keyword', 'tags', 'sites', 'tracked'].map((reads, index) => ({
    column: index + 1,
    text: reads.toUpperCase(),
    reads,
  }))
  const rows = [{ keyword: 'lamp', tags: ['a', 'b'], sites: ['Hearthside'], tracked: false }]
  await choose(summary({ added: 1, reading: { has_heading: true, columns, rows } }), 'preview')
  expect(screen.getByText('The first line is used as a header.')).toBeInTheDocument()
  expect(screen.getByText('Tags: column 2, “TAGS”')).toBeInTheDocument()
  const cells = within(screen.getByRole('table', { name: 'First keywords' })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['lamp', 'a, b', 'Hearthside', 'no'])
})

it.each([
  ['an empty file', {}, 'The file is empty.'],
  ['a heading alone', { reading: HEADING }, 'The file has a header but no keywords.'],
  ['nothing but refused lines', { invalid: 2, repeated: 1, reading: HEADING }, 'Nothing was added.'],
])('%s is reported as a failure', async (_, body, words) => {
  const result = await choose(summary(body), 'upload')
  expect(result).toHaveClass('warn')
  expect(result).toHaveTextContent(words)
})
