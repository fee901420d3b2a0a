// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './tools-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH } from '#web/testing/people.ts'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/board', { body: [] })
})
afterEach(() => server.close())

const group = async (name: string) => within(await screen.findByRole('region', { name }))
const linksIn = (part: { getAllByRole(role: 'link'): HTMLElement[] }) =>
  part.getAllByRole('link').map((link) => link.getAttribute('href'))

describe('the tools', () => {
  it('lead to their screens, or name the missing permission and lead nowhere', async () => {
    openAs(server, 'opm', '/tools')
    const open = await group('Available to you')
    expect(linksIn(open)).toEqual(expect.arrayContaining(['/keywords', '/articles', '/reports', '/changes']))
    expect(linksIn(open)).not.toContain('/users')
    const locked = await group('Not available for your role')
    expect(locked.queryAllByRole('link')).toEqual([])
    const lines = locked.getAllByRole('listitem').map((item) => item.textContent)
    expect(lines).toContain('Usersneeds Manage users')
    expect(lines).toContain('DB Queryneeds Manage feature flags')
  })

  it('are explained to a writer', async () => {
    openAs(server, 'wrt', '/tools')
    expect(await screen.findByText(/^Your role includes keyword research and your profile/)).toBeVisible()
    const locked = await group('Not available for your role')
    expect(locked.getByText('GSC Keywords Manager')).toBeVisible()
    expect(server.sent('GET /api/board')).toEqual([])
  })

  it('link to every task board, and to the outbox where there is one', async () => {
    server.answer('GET /api/board', { body: [{ gid: '17', name: 'Open Kitchen' }] })
    const { unmount } = openAs(server, 'opm', '/tools')
    const open = await group('Available to you')
    expect(await open.findByRole('link', { name: 'Open Kitchen' })).toHaveAttribute('href', '/board/17')
    expect(open.queryByRole('link', { name: /^Outbox/ })).toBeNull()
    unmount()
    openAs(server, 'opm', '/tools')
    server.answer('GET /api/health', { body: { ...HEALTH, sample: { password: 'x', people: [] } } })
    expect(await (await group('Available to you')).findByRole('link', { name: /^Outbox/ })).toBeVisible()
  })
})

it('the palette leads to a task board', async () => {
  server.answer('GET /api/board', { body: [{ gid: '17', name: 'Open Kitchen' }] })
  openAs(server, 'opm', '/tools')
  await group('Available to you')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Go to' }), 'kitchen')
  await user.click(await screen.findByRole('option', { name: /Open Kitchen tasks/ }))
  await waitFor(() => expect(window.location.pathname).toBe('/board/17'))
})
