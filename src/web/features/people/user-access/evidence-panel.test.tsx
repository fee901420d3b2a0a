import './user-access-screen.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { CHECK, EMAIL, item, openAccess } from '#web/testing/user-access.ts'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openAccess()
})
afterEach(() => server.close())

async function find() {
  openAs(server, 'adm', '/user-access')
  await user.click(await screen.findByLabelText(/^Account email/))
  await user.paste(EMAIL)
  await user.click(await screen.findByRole('button', { name: 'Find' }))
}
async function rowOf(name: string): Promise<HTMLElement> {
  const list = await screen.findByRole('list', { name: 'Connected systems' })
  const row = (await within(list).findByText(name)).closest('li')
  if (!row) throw new Error(`${name} is in no row.`)
  return row
}

it('states a finding shared by several systems once, above those systems', async () => {
  const step = (id: number, operationName: string, found: string, look = 1) => ({
    access_step_id: id,
    operation: operationName.toLowerCase(),
    operation_name: operationName,
    step: found,
    detail: 'Member',
    account: `U${id}`,
    by: 'Ines Aldana',
    at: `2026-03-01T00:00:0${look}.000Z`,
  })
  const nodes = [
    step(6, 'Asana', 'active', 2),
    step(5, 'Slack', 'active', 2),
    step(4, 'Slack', 'revoked'),
    step(3, 'Asana', 'active'),
    step(2, 'GitHub', 'inactive'),
    step(1, 'Slack', 'active'),
  ]
  server.answer('GET /api/users/access-steps', { body: { nodes, totalCount: 6 } })
  await find()
  const evidence = within(await screen.findByRole('region', { name: 'Evidence' }))
  // Two lookups within a minute are both listed.
  const looks = await evidence.findAllByText('Found open on 2 systems')
  expect(looks).toHaveLength(2)
  const open = looks[1]?.closest('li')
  expect(open).not.toHaveTextContent('U5')
  expect(open).toHaveTextContent('Asana (U3) · Member')
  expect(open).toHaveTextContent('Slack (U1) · Member')
  expect(evidence.getByText(/found closed/)).toHaveTextContent('GitHub (U2) found closed')
  expect(evidence.getByText(/revoked/)).toHaveTextContent('Slack (U4) revoked')
})

it('checks without news are one line with the latest of them, unless something was found or done in between', async () => {
  const step = (id: number, found: string, minute: number) => ({
    access_step_id: id,
    operation: 'slack',
    operation_name: 'Slack',
    step: found,
    detail: 'Member',
    account: 'U7',
    by: 'Ines Aldana',
    at: `2026-03-01T00:0${minute}:00.000Z`,
  })
  const nodes = [
    step(7, 'active', 6),
    step(6, 'active', 5),
    step(5, 'active', 4),
    step(4, 'inactive', 3),
    step(3, 'active', 2),
    step(2, 'failed', 1),
    step(1, 'failed', 0),
  ]
  server.answer('GET /api/users/access-steps', { body: { nodes, totalCount: nodes.length } })
  await find()
  const evidence = within(await screen.findByRole('region', { name: 'Evidence' }))
  const lines = await evidence.findAllByRole('listitem')
  const words = ['found open', 'found closed', 'found open', 'failed', 'failed']
  expect(lines).toHaveLength(words.length)
  for (const [at, line] of lines.entries()) expect(line).toHaveTextContent(words[at] ?? '')
  expect(lines[0]).toHaveTextContent('the same 2 times before')
  expect(lines[2]).not.toHaveTextContent('before')
})

it('shows the person found, their role here, and where their accounts were last used', async () => {
  const use = { name: 'Ruth Hallowell', last_used_at: '2026-03-01T00:00:00.000Z' }
  server.answer(CHECK, {
    body: [
      item({ operation: 'copydesk', operationName: 'Copydesk', url: '/users/12', detail: 'QA', ...use }),
      item({ operation: 'slack', last_used_at: use.last_used_at, used_after_leaving: true }),
      item({ operation: 'asana', operationName: 'Asana' }),
    ],
  })
  await find()
  expect(await screen.findByRole('link', { name: 'Ruth Hallowell' })).toHaveAttribute('href', '/users/12')
  expect(screen.getByText(`${EMAIL} · QA`)).toBeVisible()
  expect(within(await rowOf('Copydesk')).getByText(/^Last used/)).not.toHaveTextContent('left')
  const late = within(await rowOf('Slack')).getByText(/^Last used/)
  expect(late).toHaveTextContent(/, after leaving$/)
  expect(late).toHaveClass('late')
  expect(within(await rowOf('Asana')).queryByText(/^Last used/)).toBeNull()
})
