// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './profile-screen.tsx'
import '#web/features/ground/tokens/connect-assistant-dialog.tsx'
import '#web/features/ground/tokens/assistant-secret-dialog.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ApiTokens } from '#shared/features/ground/tokens/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { tokenOf, tokensOf } from '#web/testing/tokens.ts'

const TOKENS = '/api/profile/tokens'
const SECRET = 'cdk_Wm0xV7hQ2rT9yLcP4kNzB8sJ1dFgH6eXuAbCdEfGhIjKlMnOpQrSt'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/profile/admins', { body: [] })
})
afterEach(() => server.close())

function open(tokens: ApiTokens) {
  server.answer(`GET ${TOKENS}`, { body: tokens })
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
  expect(await screen.findByRole('heading', { name: 'Assistants' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Connect an assistant' })).toBeNull()
})
