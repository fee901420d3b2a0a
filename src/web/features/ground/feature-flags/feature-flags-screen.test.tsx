import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SCREENS } from '#shared/access/screens.ts'
import type { FeatureFlag, FlagEvent, FlagOption } from '#shared/features/ground/feature-flags/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

const WHO = { id: 3, first_name: 'Jonas', last_name: 'Lind', username: 'jonas@copydesk.example' }

const flag = (id: number, over: Partial<FeatureFlag> = {}): FeatureFlag => ({
  feature_flag_id: id,
  feature_flag: 'REVIEW_CLAIMS',
  type: 'bool',
  value: true,
  version: 1,
  updated_at: '2026-03-01T00:00:00.000Z',
  updated_by: WHO,
  ...over,
})
const BANNER = flag(2, { feature_flag: 'BANNER', type: 'string', value: 'Hello' })
const option = (name: string, over: Partial<FlagOption> = {}): FlagOption => ({
  name,
  type: 'boolean',
  values: [],
  default: true,
  meaning: 'It decides something.',
  ...over,
})
const OPTIONS = [
  option('REVIEW_CLAIMS'),
  option('NOTICE_MAILS', { type: 'enum', values: ['all', 'mentions', 'none'], default: 'all' }),
]

let server: Loopback
const user = userEvent.setup()
const logged = vi.fn()
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(logged)
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  logged.mockClear()
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

function open(flags: FeatureFlag[], events: FlagEvent[] = []) {
  server.answer('GET /api/feature-flags/options', { body: OPTIONS })
  server.answer('GET /api/feature-flags/history', { body: events })
  openAs(server, 'eng', '/feature-flag')
  // Registered after the default responses.
  server.answer('GET /api/feature-flags', { body: flags })
}
const row = (name: RegExp | string) => screen.findByRole('row', { name })
const edit = async (name: string) => user.click(await screen.findByRole('button', { name: `Edit ${name}` }))

it('the screen at /feature-flag is named “Feature Flags” and shows the server’s flags in a table [FLAG-001, FLAG-002, FLAG-015, FLAG-016]', async () => {
  open([flag(1), BANNER])
  expect(SCREENS.featureFlags.path).toBe('/feature-flag')
  expect(await screen.findByRole('heading', { level: 1, name: 'Feature Flags' })).toBeInTheDocument()
  const table = await screen.findByRole('table')
  expect(within(table).getByText('REVIEW_CLAIMS')).toBeInTheDocument()
  expect(within(await row(/BANNER/)).getByText('Hello')).toBeInTheDocument()
  expect(within(await row(/BANNER/)).getByText('unused')).toBeInTheDocument()
  expect(within(await row(/REVIEW_CLAIMS/)).getByText('true')).toBeInTheDocument()
  expect(server.sent('GET /api/feature-flags').every(({ search }) => search === '')).toBe(true)
})

it('a row is displayed until it is edited, one row at a time [FLAG-003, FLAG-004]', async () => {
  open([flag(1), BANNER])
  await row(/BANNER/)
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await edit('BANNER')
  expect(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('Hello')
  expect(screen.getAllByRole('button', { name: 'Save' })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Edit REVIEW_CLAIMS' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('textbox', { name: 'Value' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Edit REVIEW_CLAIMS' })).toBeEnabled()
})

it('a save sends the flag’s fields and displays the row again; Enter saves, Escape restores [FLAG-003, FLAG-019]', async () => {
  open([BANNER])
  server.answer('PATCH /api/feature-flags/2', { body: { ...BANNER, value: 'Bye' } })
  await edit('BANNER')
  const value = screen.getByRole('textbox', { name: 'Value' })
  await user.clear(value)
  await user.type(value, 'Nope{Escape}')
  expect(screen.getByText('Hello')).toBeInTheDocument()
  await edit('BANNER')
  await user.clear(screen.getByRole('textbox', { name: 'Value' }))
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'Bye{Enter}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Value' })).not.toBeInTheDocument())
  expect(server.sent('PATCH /api/feature-flags/2').map(({ json }) => json)).toEqual([
    { feature_flag: 'BANNER', type: 'string', value: 'Bye', version: 1 },
  ])
})

it('while a save is on its way, its own change isn’t shown as a colleague’s; a colleague’s change is', async () => {
  open([BANNER])
  await edit('BANNER')
  server.answer('GET /api/feature-flags', { body: [{ ...BANNER, value: 'Bye', version: 2 }] })
  expect(await screen.findByText(/Jonas changed it to “Bye”/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Take theirs' }))
  expect(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('Bye')

  const said: string[] = []
  const watch = new MutationObserver(() =>
    said.push(...(/\w+ changed it to/.exec(document.body.textContent) ?? [])),
  )
  await waitFor(() => expect(screen.queryByText(/changed it to/)).not.toBeInTheDocument())
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  const mine = { ...BANNER, value: 'Bye!', version: 3, updated_by: { ...WHO, first_name: 'Edda' } }
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  server.answer('PATCH /api/feature-flags/2', { body: mine })
  server.answer('GET /api/feature-flags', { body: [mine] })
  // A save ends when all data that it changes has been refetched.
  server.answer('GET /api/feature-flags/history', () => released.then(() => ({ body: [] })))
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '!{Enter}')
  expect(await screen.findByText(/^Edda/)).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Value' })).toBeInTheDocument()
  release()
  expect(await screen.findByText('Bye!')).toBeInTheDocument()
  watch.disconnect()
  // Not even for the moment between the end of the save and the end of editing.
  expect(said).toEqual([])
})

it('a user’s own change in another window isn’t shown as a colleague’s', async () => {
  open([BANNER])
  await edit('BANNER')
  const mine = { ...WHO, id: person('eng').id }
  server.answer('GET /api/feature-flags', {
    body: [{ ...BANNER, value: 'Bye', version: 2, updated_by: mine }],
  })
  expect(await screen.findByText(/You changed it to “Bye” in another window\./)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Take that value' }))
  expect(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('Bye')
})

it('an empty cell is refused by the title of its column [FLAG-010]', async () => {
  open([BANNER])
  await edit('BANNER')
  await user.clear(screen.getByRole('textbox', { name: 'Value' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please Input Value!')).toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'x')
  await user.clear(screen.getByRole('textbox', { name: 'Name' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please Input Name!')).toBeInTheDocument()
  expect(screen.queryByText('Please Input Value!')).not.toBeInTheDocument()
  expect(server.sent('PATCH /api/feature-flags/2')).toEqual([])
})

it('a flag that the product reads keeps its name and its type', async () => {
  open([flag(1)])
  await edit('REVIEW_CLAIMS')
  expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument()
  const table = within(await screen.findByRole('table'))
  expect(table.queryByRole('combobox', { name: 'Type' })).not.toBeInTheDocument()
  expect(table.getByRole('switch', { name: 'Value' })).toBeChecked()
})

/** No error is shown as a notice, an alert or a dialog. */
async function expectNothingShown() {
  await vi.dynamicImportSettled()
  const told =
    '[role="alert"], [role="status"], [role="dialog"], .ant-notification-notice, .ant-message-notice'
  expect([...document.querySelectorAll(told)].map(({ textContent }) => textContent).filter(Boolean)).toEqual(
    [],
  )
}

it('a failed save is logged without a message: the row stays in edit, with a mark and the typed values [FLAG-021, D95]', async () => {
  open([BANNER])
  server.answer('PATCH /api/feature-flags/2', { status: 400, body: { message: 'Not today.' } })
  await edit('BANNER')
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('img', { name: 'Not saved' })).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('Hello!')
  expect(logged).toHaveBeenCalledWith(
    'The flag wasn’t changed.',
    expect.objectContaining({ message: 'Not today.' }),
  )
  await expectNothingShown()
})

it('a delete sends no payload, and can be undone [FLAG-020]', async () => {
  open([BANNER])
  server.answer('DELETE /api/feature-flags/2', { status: 204 })
  server.answer('POST /api/feature-flags/2/restore', { body: BANNER })
  await user.click(await screen.findByRole('button', { name: 'Delete BANNER' }))
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(server.sent('POST /api/feature-flags/2/restore')).toHaveLength(1))
  expect(server.sent('DELETE /api/feature-flags/2').map(({ text, search }) => text + search)).toEqual([''])
})

it('a failed delete is logged without a message [FLAG-022]', async () => {
  open([BANNER])
  server.answer('DELETE /api/feature-flags/2', { status: 400, body: { message: 'Not today.' } })
  await user.click(await screen.findByRole('button', { name: 'Delete BANNER' }))
  expect(await screen.findByRole('img', { name: 'Not deleted' })).toBeInTheDocument()
  expect(logged).toHaveBeenCalledWith(
    'The flag wasn’t changed.',
    expect.objectContaining({ message: 'Not today.' }),
  )
  await expectNothingShown()
  expect(screen.getByText('BANNER')).toBeInTheDocument()
})

const nameField = () => screen.findByRole('combobox', { name: /^Name/ })
const add = () => user.click(screen.getByRole('button', { name: 'Add' }))

it('a new flag is added under its stored name [FLAG-005, FLAG-011, FLAG-012, FLAG-013, FLAG-018]', async () => {
  open([])
  server.answer('POST /api/feature-flags', { status: 201, body: BANNER })
  await user.type(await nameField(), 'stock board v2!')
  expect(await screen.findByText('STOCK_BOARD_V2 is available')).toBeInTheDocument()
  await add()
  await waitFor(() =>
    expect(server.sent('POST /api/feature-flags').map(({ json }) => json)).toEqual([
      { feature_flag: 'STOCK_BOARD_V2', type: 'bool', value: 'false' },
    ]),
  )
})

it('a new flag named after a known one and a suffix starts switched off', async () => {
  open([])
  server.answer('POST /api/feature-flags', { status: 201, body: BANNER })
  await user.type(await nameField(), 'review claims')
  expect(screen.getByRole('combobox', { name: /^Type/ })).toBeDisabled()
  await user.type(await nameField(), ' v2')
  await add()
  await waitFor(() =>
    expect(server.sent('POST /api/feature-flags').map(({ json }) => json)).toEqual([
      { feature_flag: 'REVIEW_CLAIMS_V2', type: 'bool', value: 'false' },
    ]),
  )
})

it('the list of names closes after a flag is added, and opens again for the next one', async () => {
  open([])
  server.answer('POST /api/feature-flags', { status: 201, body: BANNER })
  const name = await nameField()
  await user.type(name, 'notice')
  expect(await screen.findByTitle('NOTICE_MAILS')).toBeVisible()
  await user.type(name, ' board{Enter}')
  await waitFor(() => expect(name).toHaveValue(''))
  await waitFor(() => expect(name).toHaveAttribute('aria-expanded', 'false'))
  await user.type(name, 'r')
  expect(await screen.findByTitle('REVIEW_CLAIMS')).toBeVisible()
})

it('a new flag needs a name and a value [FLAG-008, FLAG-009]', async () => {
  open([])
  await nameField()
  await add()
  expect(await screen.findByText('Please Input Feature Flag Name!')).toBeInTheDocument()
  await user.type(await nameField(), 'banner')
  await user.click(screen.getByRole('combobox', { name: /^Type/ }))
  await user.click(await screen.findByTitle('string'))
  await add()
  expect(await screen.findByText('Please Input Value!')).toBeInTheDocument()
  expect(server.sent('POST /api/feature-flags')).toEqual([])
})

it('known flags that do not exist yet are suggested; an existing flag is not added [FLAG-014, FLAG-017, D94]', async () => {
  open([flag(1)])
  await row(/REVIEW_CLAIMS/)
  await user.click(await nameField())
  expect(await screen.findByTitle('NOTICE_MAILS')).toBeInTheDocument()
  expect(screen.queryByTitle('REVIEW_CLAIMS')).not.toBeInTheDocument()
  await user.type(await nameField(), 'review claims')
  expect(await screen.findByText('REVIEW_CLAIMS already exists')).toBeInTheDocument()
  await add()
  await waitFor(() => expect(screen.getAllByText('REVIEW_CLAIMS already exists')).toHaveLength(2))
  expect(server.sent('POST /api/feature-flags')).toEqual([])
})

it('changes are listed beside the table with their authors, and the last one of a flag can be undone', async () => {
  const change: FlagEvent = {
    id: 9,
    feature_flag_id: 2,
    act: 'changed',
    before: { feature_flag: 'BANNER', type: 'string', value: 'Hi' },
    after: { feature_flag: 'BANNER', type: 'string', value: 'Hello' },
    user: WHO,
    changed_at: '2026-03-01T00:00:00.000Z',
    version: 4,
  }
  open([BANNER], [change])
  server.answer('PATCH /api/feature-flags/2', { status: 409, body: { message: 'Changed.' } })
  expect(await screen.findByText('Hi')).toBeInTheDocument()
  const undo = screen.getByRole('button', { name: 'Undo: BANNER changed' })
  server.answer('GET /api/feature-flags/history', { body: [{ ...change, version: null }] })
  await user.click(undo)
  expect(await screen.findByText(/^Not undone: another user has changed this flag/)).toBeInTheDocument()
  expect(server.sent('PATCH /api/feature-flags/2').map(({ json }) => json)).toEqual([
    { ...change.before, version: 4 },
  ])
  await waitFor(() => expect(undo).not.toBeInTheDocument())
})
