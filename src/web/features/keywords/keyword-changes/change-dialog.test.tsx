import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BulkChange } from '#shared/features/keywords/keyword-changes/contract.ts'
import { readFirst } from '#web/testing/held.ts'
import { answerKeywords } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs, reload } from '#web/testing/open-app.tsx'

const MANY = 25_001

const change = (over: Partial<BulkChange>): BulkChange => ({
  change_id: 4,
  action: 'untrack',
  state: 'prepared',
  progress: 0,
  selected: MANY,
  changes: MANY,
  examples: [{ keyword_id: 5, keyword: 'best kettle' }],
  created_at: '2026-11-20T10:00:00.000Z',
  undo: null,
  ...over,
})
let server: Loopback
let now: Partial<BulkChange>
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: MANY, isMore: false })
  server.answer('POST /api/keyword-changes', { status: 201, body: change({}) })
  server.answer('POST /api/keyword-changes/4/apply', { body: change({ state: 'applying' }) })
  server.answer('POST /api/keyword-changes/4/undo', { body: change({ state: 'undoing' }) })
  server.answer('GET /api/keyword-changes/4', () => ({ body: change(now) }))
})
afterEach(() => server.close())

/** Stops tracking everything that matches the filters. */
async function apply(user: ReturnType<typeof userEvent.setup>) {
  openAs(server, 'opm', '/keywords')
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Select all 25,001' }))
  await user.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Stop tracking' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }))
  expect(await within(dialog).findByText('best kettle')).toBeInTheDocument()
  await readFirst()
  await user.click(await within(dialog).findByRole('button', { name: 'Stop tracking' }))
  return dialog
}

it('a change of very many keywords shows its progress, and then its result with Undo', async () => {
  now = { state: 'applying', progress: 40 }
  const user = userEvent.setup()
  const dialog = await apply(user)
  expect(await within(dialog).findByText('40%')).toBeInTheDocument()
  expect(within(dialog).queryByRole('button', { name: 'Stop tracking' })).toBeNull()
  // The pressed button is gone.
  await waitFor(() => expect(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)).toHaveFocus())
  now = { state: 'applied', progress: 100, changes: 24_000 }
  expect(await screen.findByText('24,000 keywords changed')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  now = { state: 'undoing', progress: 50 }
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/undoing/)).toBeInTheDocument()
  now = { state: 'undone', progress: 100 }
  expect(await screen.findByText('Undone')).toBeInTheDocument()
})

it('a change in the background survives a closed dialog and a lost response', async () => {
  now = { state: 'applying', progress: 10 }
  const user = userEvent.setup()
  const dialog = await apply(user)
  expect(await within(dialog).findByText(/You can close this/)).toBeInTheDocument()
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.answer('GET /api/keyword-changes/4', { status: 503, body: { message: 'Not now.' } })
  const asked = server.sent('GET /api/keyword-changes/4').length
  await waitFor(() => expect(server.sent('GET /api/keyword-changes/4').length).toBeGreaterThan(asked))
  server.answer('GET /api/keyword-changes/4', { body: change({ state: 'applied', progress: 100 }) })
  expect(await screen.findByText('25,001 keywords changed')).toBeInTheDocument()
})

it.each([
  ['Add sites', '/api/sites', 'Could not search sites'],
  ['Add tags', '/api/keywords/tags', 'Tags could not be searched.'],
])('%s says when its choices could not be read', async (action, path, title) => {
  const user = userEvent.setup()
  server.answer(`GET ${path}`, { status: 400, body: { message: 'Not today.' } })
  openAs(server, 'opm', '/keywords')
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  expect(await screen.findByText(title)).toBeInTheDocument()
})

it.each([
  ['Add tags', 'addTags', 'Tags to add', ['q4 deals']],
  ['Remove sites', 'removeSites', 'Sites to remove', ['Hearthside']],
] as const)('the preview of %s names the values to add or remove', async (label, action, title, names) => {
  const user = userEvent.setup()
  const site = { site_id: 3, display_name: 'Hearthside', logo_url: '/images/h.png' }
  server.answer('GET /api/sites', { body: [site] })
  server.answer('GET /api/keywords/tags', { body: [] })
  server.answer('POST /api/keyword-changes', { status: 201, body: change({ action }) })
  openAs(server, 'opm', '/keywords')
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: label }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('combobox'))
  if (action === 'addTags') await user.keyboard('q4  Deals {Enter}')
  else await user.click(await screen.findByText('Hearthside', { selector: '.named-logo' }))
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }))
  const term = await within(dialog).findByText(title)
  const named = () => within(term.parentElement as HTMLElement).queryAllByRole('definition')
  expect(named().map(({ textContent }) => textContent)).toEqual(names)
  server.answer('POST /api/keyword-changes/4/apply', { status: 409, body: { message: 'Not today.' } })
  await readFirst()
  await user.click(within(dialog).getByRole('button', { name: label }))
  expect(await within(dialog).findByText('Not today.')).toBeInTheDocument()
  expect(named().map(({ textContent }) => textContent)).toEqual(names)
})

it('after a preview by keys the confirmation has the focus and works by keys', async () => {
  const user = userEvent.setup()
  const site = { site_id: 3, display_name: 'Hearthside', logo_url: '/images/h.png' }
  server.answer('GET /api/sites', { body: [site] })
  server.answer('POST /api/keyword-changes', { status: 201, body: change({ action: 'addSites' }) })
  openAs(server, 'opm', '/keywords')
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add sites' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox'))
  await user.click(await screen.findByText('Hearthside', { selector: '.named-logo' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  const apply = await dialog.findByRole('button', { name: 'Add sites' })
  await waitFor(() => expect(apply).toHaveFocus())
  await readFirst()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(server.sent('POST /api/keyword-changes/4/apply')).toHaveLength(1))
  // Background polling would send requests to the next test's server.
  now = { state: 'applied', progress: 100 }
  expect(await screen.findByText('25,001 keywords changed')).toBeInTheDocument()
})

it('a truncated list of tags says where it ends', async () => {
  const user = userEvent.setup()
  const tags = Array.from({ length: 2000 }, (_, number) => ({ tag_id: number + 1, tag: `tag ${number}` }))
  server.answer('GET /api/keywords/tags', { body: tags })
  openAs(server, 'opm', '/keywords')
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add tags' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('combobox'))
  expect(await screen.findByText('The list ends after 2,000 tags. Type to find others.')).toBeInTheDocument()
})

it('a change without sites is marked at its field and not sent; a refused preview is reported above the buttons', async () => {
  const user = userEvent.setup()
  const site = { site_id: 3, display_name: 'Hearthside', logo_url: '/images/h.png' }
  server.answer('GET /api/sites', { body: [site] })
  server.answer('POST /api/keyword-changes', { status: 409, body: { message: 'Not this time.' } })
  openAs(server, 'opm', '/keywords')
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add sites' }))
  const dialog = within(await screen.findByRole('dialog'))
  const preview = dialog.getByRole('button', { name: 'Preview' })
  await user.click(preview)
  const sites = dialog.getByRole('combobox', { name: /Sites/ })
  expect(sites).toHaveFocus()
  expect(dialog.getByText('Choose at least one site.')).toBeVisible()
  expect(server.sent('POST /api/keyword-changes')).toEqual([])
  await user.click(sites)
  await user.click(await screen.findByText('Hearthside', { selector: '.named-logo' }))
  expect(dialog.queryByText('Choose at least one site.')).toBeNull()
  await user.click(preview)
  const refusal = await dialog.findByRole('alert')
  expect(refusal).toHaveTextContent('Couldn’t preview the change.')
  expect(refusal).toHaveTextContent('Not this time.')
  // A choice is not discarded without a question.
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Discard your changes?')).toBeInTheDocument()
})

it('the values chosen for several keywords are restored after a reload', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/keywords/tags', { body: [] })
  const choose = async () => {
    const page = openAs(server, 'opm', '/keywords')
    await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Bulk Actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add tags' }))
    return { page, dialog: within(await screen.findByRole('dialog')) }
  }
  const { page, dialog } = await choose()
  await user.click(dialog.getByRole('combobox'))
  await user.keyboard('q4 deals')
  await user.tab()
  expect(dialog.getByTitle('q4 deals')).toBeInTheDocument()
  const again = await reload(page, choose)
  expect(again.dialog.getByTitle('q4 deals')).toBeInTheDocument()
})

it('Add tags splits what is typed at commas, and takes along what is typed last', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/keywords/tags', { body: [] })
  server.answer('POST /api/keyword-changes', { status: 201, body: change({ action: 'addTags' }) })
  openAs(server, 'opm', '/keywords')
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add tags' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('combobox'), 'Summer push, autumn')
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await waitFor(() =>
    expect(server.sent('POST /api/keyword-changes').map(({ json }) => json)).toMatchObject([
      { change: { action: 'addTags', tags: ['summer push', 'autumn'] } },
    ]),
  )
})
