import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
const user = userEvent.setup()

beforeEach(async () => {
  server = await openLoopback()
  const name = { first_name: 'Ada', last_name: 'Reed', username: 'ada@copydesk.example' }
  server.answer('GET /api/users/all', { body: [{ id: 31, ...name }] })
  server.answer('GET /api/audit', { body: { nodes: [], totalCount: 0, page: 1 } })
})
afterEach(() => server.close())

const NO_SIGN_INS = 'without%5B0%5D=session.begun&without%5B1%5D=session.ended'
const asked = () => new URLSearchParams(server.sent('GET /api/audit').at(-1)?.search ?? '').toString()

it('filters in an address are applied, and can be removed', async () => {
  openAs(server, 'adm', '/user-activity?tab=audit&user=31&act=user.locked&from=2026-03-01')
  expect(await screen.findByTitle('Ada Reed')).toBeVisible()
  await waitFor(() => expect(asked()).toBe('actor_id=31&act%5B0%5D=user.locked&start_date=2026-03-01&page=1'))
  expect(screen.queryByLabelText(/ number$/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await waitFor(() => expect(asked()).toBe(`${NO_SIGN_INS}&page=1`))
})

it('sign-ins are left out until all acts are asked for', async () => {
  openAs(server, 'adm', '/user-activity?tab=audit')
  await waitFor(() => expect(asked()).toBe(`${NO_SIGN_INS}&page=1`))
  await user.click(await screen.findByRole('combobox', { name: 'Act' }))
  await user.click(await screen.findByTitle('All acts'))
  await waitFor(() => expect(asked()).toBe('page=1'))
  expect(window.location.search).toBe('?tab=audit&act=all')
})

it('the id of a subject is dropped when another subject is chosen', async () => {
  openAs(server, 'adm', '/user-activity?tab=audit&noun=user&of=9&page=2')
  expect(await screen.findByLabelText('User number')).toHaveValue('9')
  await waitFor(() => expect(asked()).toBe(`${NO_SIGN_INS}&noun=user&noun_id=9&page=2`))
  await user.click(screen.getByRole('combobox', { name: 'Subject' }))
  await user.click(await screen.findByTitle('Article'))
  await waitFor(() => expect(asked()).toBe(`${NO_SIGN_INS}&noun=article&page=1`))
  expect(screen.getByLabelText('Article number')).toHaveValue('')
})

const entry = (id: number, credential: { id: number; name: string } | null) => ({
  id,
  created_at: '2026-03-01T00:00:00.000Z',
  actor: { kind: credential ? 'token' : 'person', id: 31, name: 'Ada Reed', role_id: 'opm', credential },
  address: null,
  request_id: null,
  act: 'keyword.created',
  noun: 'keyword',
  noun_id: String(id),
  label: 'kettles',
  before: null,
  after: null,
})

it('entries can be limited to what programs did, and the address keeps that', async () => {
  openAs(server, 'adm', '/user-activity?tab=audit')
  await user.click(await screen.findByRole('combobox', { name: 'Through' }))
  await user.click(await screen.findByTitle('API tokens'))
  await waitFor(() => expect(asked()).toBe(`${NO_SIGN_INS}&kind%5B0%5D=token&page=1`))
  expect(window.location.search).toBe('?tab=audit&through=token')
})

it('a token beside its actor leads to all entries with it, until that filter is removed', async () => {
  const nodes = [entry(1, null), entry(2, { id: 5, name: 'Stock sheet' })]
  server.answer('GET /api/audit', { body: { nodes, totalCount: 2, page: 1 } })
  openAs(server, 'adm', '/user-activity?tab=audit&act=all')
  await user.click(await screen.findByRole('link', { name: 'with the token Stock sheet' }))
  await waitFor(() => expect(asked()).toBe('credential_id=5&page=1'))
  expect(screen.getByText('Token', { selector: '.quiet' }).parentElement).toHaveTextContent(
    'Token Stock sheet',
  )
  await user.click(screen.getByRole('button', { name: 'Remove filter Token' }))
  await waitFor(() => expect(window.location.search).not.toContain('token'))
  expect(screen.queryByRole('button', { name: 'Remove filter Token' })).toBeNull()
})
