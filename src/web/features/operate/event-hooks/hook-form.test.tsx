// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './new-event-hook-screen.tsx'
import './event-hook-screen.tsx'
import './hook-secret-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventHookDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { hookOf } from '#web/testing/event-hooks.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const CREATE = 'POST /api/event-hooks'
const UPDATE = 'PUT /api/event-hooks/7'
const SECRET = 'whsec_7Qd1mV0yT4cRk9XbLz2sJ8hWfA5gN3pE6uYiOoKtD0c='

let server: Loopback
let user: ReturnType<typeof userEvent.setup>
beforeEach(async () => {
  user = userEvent.setup()
  server = await openLoopback()
  const sites = ['Hearthside', 'Tidy Mode'].map((display_name, at) => ({
    site_id: at + 1,
    code: 'hs',
    display_name,
    normalized_name: display_name,
    logo_url: '',
    url: '',
    retired: false,
  }))
  server.answer('GET /api/sites', { body: sites })
})
afterEach(() => server.close())

const address = () => screen.getByRole('textbox', { name: /^Address/ })
const save = () => user.click(screen.getByRole('button', { name: 'Save hook' }))

async function openNew() {
  openAs(server, 'eng', '/event-hooks/new')
  await user.click(await screen.findByRole('textbox', { name: /^Name/ }))
  await user.paste('n8n, publishing')
}

async function fillIn() {
  await openNew()
  await user.click(address())
  await user.paste('https://n8n.desk.example/webhook')
  await user.click(screen.getByRole('checkbox', { name: 'Approved' }))
}

function openEdited(hook: EventHookDetails) {
  server.answer('GET /api/event-hooks/7', { body: hook })
  server.answer('GET /api/event-hooks/7/sends', { body: { nodes: [], totalCount: 0, page: 1 } })
  openAs(server, 'eng', '/event-hooks/7?edit=1')
  return screen.findByRole('heading', { name: `Edit “${hook.name}”` })
}

it('a new hook shows its secret once, and asks before it is closed uncopied', async () => {
  const hook = hookOf(7, 'n8n, publishing')
  server.answer(CREATE, { status: 201, body: { secret: SECRET, hook } })
  server.answer('GET /api/event-hooks/7', { body: hook })
  server.answer('GET /api/event-hooks/7/sends', { body: { nodes: [], totalCount: 0, page: 1 } })
  await fillIn()
  await save()
  const dialog = await screen.findByRole('dialog', { name: 'Copy the secret now' })
  expect(screen.getByDisplayValue('n8n, publishing')).toBeInTheDocument()
  expect(within(dialog).getByRole('textbox', { name: 'Secret' })).toHaveValue(SECRET)
  expect(server.sent(CREATE).map(({ json }) => json)).toEqual([
    {
      format: 'standard',
      name: 'n8n, publishing',
      address: 'https://n8n.desk.example/webhook',
      types: ['article.approved'],
      site_ids: null,
      timing: 'at_once',
    },
  ])
  await user.click(within(dialog).getByRole('button', { name: 'I’ve copied it' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'n8n, publishing' })).toBeVisible()
  expect(window.location.pathname).toBe('/event-hooks/7')
  expect(document.body.textContent).not.toContain(SECRET)
})

it('closing the secret without copying it asks first', async () => {
  server.answer(CREATE, { status: 201, body: { secret: SECRET, hook: hookOf(7, 'n8n') } })
  await fillIn()
  await save()
  await screen.findByRole('dialog', { name: 'Copy the secret now' })
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Close without copying the secret?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  expect(screen.getByRole('textbox', { name: 'Secret' })).toHaveValue(SECRET)
})

it('a form that is not filled in says so at its fields and sends nothing', async () => {
  openAs(server, 'eng', '/event-hooks/new')
  await screen.findByRole('textbox', { name: /^Name/ })
  await save()
  expect(screen.getByText('Please name the hook.')).toBeVisible()
  expect(screen.getByText(/^Enter an address such as/)).toBeVisible()
  expect(screen.getByText('Choose at least one event.')).toBeVisible()
  const events = screen.getByRole('group', { name: 'Events' })
  expect(events).toHaveAccessibleDescription('Choose at least one event.')
  expect(events.previousElementSibling).toHaveTextContent('Choose at least one event.')
  expect(server.sent(CREATE)).toEqual([])
})

it('the server’s refusal of an address is shown at the field, and the typed values stay', async () => {
  const reason =
    'That address is inside your network. The server’s operator can allow it with EVENT_HOOK_HOSTS.'
  const validation = { body: { message: reason, issues: [{ path: 'address', message: reason }] } }
  server.answer(CREATE, { status: 400, body: { message: reason, validation } })
  await fillIn()
  await save()
  await waitFor(() => expect(address()).toHaveAccessibleDescription(reason))
  expect(address()).toHaveFocus()
  expect(screen.getAllByText(reason)).toHaveLength(1)
  expect(address()).toHaveValue('https://n8n.desk.example/webhook')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('Slack’s addresses are checked before anything is sent, and its messages can be collected', async () => {
  await openNew()
  await user.click(screen.getByRole('radio', { name: 'Slack' }))
  await user.type(
    screen.getByRole('textbox', { name: /^Address of the incoming webhook/ }),
    'https://slack.example/x',
  )
  await user.click(screen.getByRole('checkbox', { name: 'Alert fired' }))
  await save()
  expect(screen.getByText('Slack’s addresses start with https://hooks.slack.com/.')).toBeVisible()
  expect(screen.getByRole('radio', { name: /^At once/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /^Once a day/ })).toBeVisible()
  expect(server.sent(CREATE)).toEqual([])
})

it('the example follows the format and the chosen events', async () => {
  await openNew()
  const example = () => within(screen.getByRole('complementary', { name: 'What is sent' }))
  expect(example().getByRole('group', { name: 'Example' })).toHaveTextContent('"article.approved"')
  await user.click(screen.getByRole('checkbox', { name: 'Out of stock' }))
  expect(example().getByRole('group', { name: 'Example' })).toHaveTextContent('"product.out_of_stock"')
  await user.click(screen.getByRole('radio', { name: 'Teams' }))
  expect(example().getByRole('region', { name: 'Example' })).toHaveTextContent(
    'Product out of stock: Dunlarch V2',
  )
})

it('only some sites need at least one', async () => {
  server.answer(CREATE, { status: 409, body: { message: 'There are 50 event hooks.', code: 'conflict' } })
  await fillIn()
  await user.click(screen.getByRole('radio', { name: 'Only these sites' }))
  await save()
  expect(await screen.findByText('Choose at least one site.')).toBeVisible()
  await user.click(await screen.findByRole('checkbox', { name: 'Tidy Mode' }))
  await save()
  expect(await screen.findByText('There are 50 event hooks.')).toBeVisible()
  expect(server.sent(CREATE).map(({ json }) => json)).toMatchObject([{ site_ids: [2] }])
})

it('a change without another address sends none, so that a secret one stays', async () => {
  const hook = hookOf(7, '#desk-alerts', {
    format: 'slack',
    address: 'https://hooks.slack.com/…',
    timing: 'daily',
  })
  server.answer(UPDATE, { body: { ...hook, name: '#desk', version: 4 } })
  await openEdited(hook)
  expect(screen.queryByRole('radiogroup', { name: 'Format' })).toBeNull()
  expect(screen.getByRole('textbox', { name: /^Address/ })).toHaveValue('')
  const name = screen.getByRole('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.type(name, '#desk')
  await save()
  await waitFor(() => expect(server.sent(UPDATE)).toHaveLength(1))
  expect(server.sent(UPDATE)[0]?.json).toEqual({
    name: '#desk',
    types: ['article.approved', 'article.published', 'post.lost'],
    site_ids: null,
    timing: 'daily',
    version: 3,
  })
  expect(await screen.findByText('Hook saved')).toBeVisible()
})

it('a change that another user overtook asks which to keep', async () => {
  const hook = hookOf(7, 'n8n')
  const current = { ...hook, name: 'n8n, other', version: 4 }
  server.answer(UPDATE, {
    status: 409,
    body: { message: 'Another user saved it.', code: 'conflict', details: { current } },
  })
  await openEdited(hook)
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), ', mine')
  await save()
  expect(await screen.findByText(/saved this event hook and changed the same fields/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save hook' })).toBeDisabled()
})
