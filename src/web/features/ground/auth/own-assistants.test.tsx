// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './profile-screen.tsx'
import '#web/features/ground/tokens/connect-assistant-dialog.tsx'
import '#web/features/ground/tokens/assistant-secret-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ConnectedAssistants } from '#shared/features/ground/assistants/contract.ts'
import type { ApiTokens } from '#shared/features/ground/tokens/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { assistantOf, assistantsOf, tokenOf, tokensOf } from '#web/testing/tokens.ts'

const TOKENS = '/api/profile/tokens'
const SECRET = 'cdk_Wm0xV7hQ2rT9yLcP4kNzB8sJ1dFgH6eXuAbCdEfGhIjKlMnOpQrSt'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/profile/admins', { body: [] })
})
afterEach(() => server.close())

const DAY = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const BY_TOKEN: ConnectedAssistants = { ...assistantsOf(), allowed: 'tokens', hosts: [] }

function open(tokens: ApiTokens, assistants = BY_TOKEN) {
  server.answer(`GET ${TOKENS}`, { body: tokens })
  server.answer('GET /api/profile/assistants', { body: assistants })
  openAs(server, 'opm', '/profile?tab=api')
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

async function connect() {
  open(tokensOf())
  await user.click(await screen.findByRole('button', { name: 'Connect an assistant' }))
  return dialog('Connect an assistant')
}

it('an assistant gets a token that only reads, unless its user lets it prepare work', async () => {
  server.answer(`POST ${TOKENS}`, { status: 201, body: { secret: SECRET, token: tokenOf(5, 'Claude Code') } })
  const form = await connect()
  expect(form.getByText(/The token ends after 90 days\./)).toBeVisible()
  expect(form.getByRole('radio', { name: /^Look things up Articles/ })).toBeChecked()
  await user.click(form.getByRole('button', { name: 'Make token' }))
  const shown = await dialog('Connect Claude Code')
  expect(shown.getByRole('textbox', { name: 'Token' })).toHaveValue(SECRET)
  expect(shown.getByText(/claude mcp add/)).toHaveTextContent(/\/api\/mcp.*Bearer cdk_5/)
  expect(shown.getByText('Waiting for its first call…')).toBeVisible()
  expect(server.sent(`POST ${TOKENS}`).map(({ json }) => json)).toEqual([
    { name: 'Claude Code', permissions: null, may_write: false, days: 90 },
  ])
})

it('one that may prepare work gets a token that can change things', async () => {
  server.answer(`POST ${TOKENS}`, { status: 201, body: { secret: SECRET, token: tokenOf(5, 'Claude Code') } })
  const form = await connect()
  await user.click(form.getByRole('radio', { name: /prepare work/ }))
  await user.click(form.getByRole('button', { name: 'Make token' }))
  await dialog('Connect Claude Code')
  expect(server.sent(`POST ${TOKENS}`).map(({ json }) => json)).toMatchObject([{ may_write: true }])
})

it('the user sees when it has called for the first time', async () => {
  const made = tokenOf(5, 'Claude Code')
  server.answer(`POST ${TOKENS}`, { status: 201, body: { secret: SECRET, token: made } })
  const form = await connect()
  const used = { last_used_at: new Date().toISOString(), last_address: '203.0.113.8' }
  server.answer(`GET ${TOKENS}`, { body: tokensOf({ ...made, ...used }) })
  await user.click(form.getByRole('button', { name: 'Make token' }))
  expect(
    await (await dialog('Connect Claude Code')).findByText('Connected: it has just called.'),
  ).toBeVisible()
})

it('none is offered to a user with as many tokens as the workspace allows', async () => {
  open({ ...tokensOf(tokenOf(1, 'One')), most: 1 })
  expect(await screen.findByText(/^None connected\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Connect an assistant' })).toBeNull()
})

const panel = async () => within(await screen.findByRole('region', { name: 'Connected assistants' }))

it('those that were connected by consent are listed with their host and when they end unused', async () => {
  const chatgpt = assistantOf(2, 'ChatGPT', { last_used_at: daysAgo(26), ends_at: daysAgo(-4) })
  open(tokensOf(), assistantsOf(assistantOf(1, 'Claude', { may_write: true }), chatgpt))
  const rows = await (await panel()).findAllByRole('listitem')
  expect(rows[0]).toHaveTextContent(
    /Claude ?Read and prepareclaude\.example · connected .* · used 1 second ago/,
  )
  expect(rows[1]).toHaveTextContent(`Disconnects on ${daysAgo(-4).slice(0, 10)} unless you use it before`)
  expect(within(rows[1] as HTMLElement).getByText('Not used for 26 days')).toBeVisible()
  expect(within(rows[0] as HTMLElement).queryByText(/^Not used/)).toBeNull()
})

it('one that is used says when its year is over', async () => {
  const values = { connected_at: daysAgo(360), last_used_at: daysAgo(0), ends_at: daysAgo(-5) }
  open(tokensOf(), assistantsOf(assistantOf(1, 'Claude', values)))
  const [row] = await (await panel()).findAllByRole('listitem')
  expect(row).toHaveTextContent(`Disconnects on ${daysAgo(-5).slice(0, 10)}, a year after you connected it`)
})

it('one is disconnected after a question', async () => {
  server.answer('DELETE /api/profile/assistants/1', { status: 204 })
  open(tokensOf(), assistantsOf(assistantOf(1, 'Claude')))
  await user.click(await screen.findByRole('button', { name: 'Disconnect Claude' }))
  server.answer('GET /api/profile/assistants', { body: assistantsOf() })
  await user.click((await dialog('Disconnect Claude?')).getByRole('button', { name: 'Disconnect' }))
  expect(await (await panel()).findByText(/^None connected\./)).toBeVisible()
  expect(server.sent('DELETE /api/profile/assistants/1')).toHaveLength(1)
})

it('none can be connected where the workspace allows none', async () => {
  open(tokensOf(), { ...BY_TOKEN, allowed: 'off' })
  expect(await screen.findByText('Your workspace doesn’t allow assistants.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Connect an assistant' })).toBeNull()
})

it('those that ask for consent need only the address', async () => {
  open({ ...tokensOf(), is_allowed: false }, assistantsOf())
  await user.click(await screen.findByRole('button', { name: 'Connect an assistant' }))
  const steps = await dialog('Connect an assistant')
  expect(steps.getByText('No token needed.')).toBeVisible()
  expect(steps.getByRole('textbox', { name: 'Address' })).toHaveValue('https://desk.example.com/api/mcp')
  expect(steps.queryByRole('button', { name: 'Make token' })).toBeNull()
  await user.click(steps.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a list that could not be loaded can be asked for again', async () => {
  open(tokensOf())
  server.answer('GET /api/profile/assistants', { status: 400, body: { message: 'Not today.' } })
  expect(await screen.findByText('Your assistants couldn’t be loaded.')).toBeVisible()
  server.answer('GET /api/profile/assistants', { body: assistantsOf() })
  await user.click((await panel()).getByRole('button', { name: 'Retry' }))
  expect(await (await panel()).findByText(/^None connected\./)).toBeVisible()
})
