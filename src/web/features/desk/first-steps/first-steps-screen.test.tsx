import './first-steps-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FirstSteps } from '#shared/features/desk/first-steps/contract.ts'
import { FIRST_STEPS, FIRST_SYSTEMS } from '#shared/features/desk/first-steps/rules.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const READ = 'GET /api/first-steps'
type States = Partial<Record<(typeof FIRST_STEPS)[number], FirstSteps['steps'][number]['state']>>

const KITCHEN = { site_id: 4, display_name: 'Open Kitchen', url: 'https://ok.example', logo_url: '/ok.svg' }
const steps = (states: States = {}, changes: Partial<FirstSteps> = {}): FirstSteps => ({
  is_done: false,
  is_hidden: false,
  steps: FIRST_STEPS.map((step) => ({
    step,
    state: states[step] ?? 'open',
    skipped:
      states[step] === 'skipped'
        ? { name: 'Ines Albrecht', by_you: false, at: new Date().toISOString() }
        : null,
  })),
  site: null,
  sites: 0,
  posts: {
    site: null,
    followed: 0,
    total: 0,
    done: 0,
    started_at: null,
    moved_at: null,
    reason: null,
  },
  keywords: { count: 0, found: 0 },
  people: 1,
  systems: FIRST_SYSTEMS.map((system) => ({
    system,
    adapter: 'built-in',
    ok: true,
    detail: '',
    settings: `${system.toUpperCase()}_KEY`,
  })),
  ...changes,
})
const answered = (body: FirstSteps) => ({ body })

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const open = async () => {
  openAs(server, 'adm', '/first-steps')
  return screen.findByRole('heading', { level: 1, name: 'First steps' })
}
const item = (title: string) =>
  screen.getByRole('heading', { level: 3, name: title }).closest('li') as HTMLElement

it('an empty workspace says welcome: the site comes first, posts need one, the rest can be skipped', async () => {
  server.answer(READ, answered(steps({ posts: 'blocked' })))
  await open()
  expect(await screen.findByText(/^Welcome, .* Let’s set up your workspace\.$/)).toBeVisible()
  expect(screen.getByRole('img', { name: '0 of 5 done' })).toBeVisible()
  const site = within(item('Add your first site'))
  expect(site.getByRole('link', { name: 'Add a site' })).toHaveAttribute('href', '/sites?new=1')
  expect(site.queryByRole('button', { name: /Skip/ })).toBeNull()
  expect(within(item('Import its existing posts')).getByText('Needs a site')).toBeVisible()
  expect(within(item('Invite people')).getByRole('link', { name: 'Invite' })).toHaveAttribute(
    'href',
    '/users?new=1',
  )
})

it('an import of posts shows its progress, and keywords found in posts are next', async () => {
  const posts = {
    ...steps().posts,
    site: KITCHEN,
    total: 1180,
    done: 412,
    moved_at: new Date().toISOString(),
  }
  const found = { site: KITCHEN, sites: 1, posts, keywords: { count: 0, found: 318 } }
  server.answer(READ, answered(steps({ site: 'done', posts: 'running' }, found)))
  await open()
  expect(await screen.findByText('Next: choose keywords. Posts are still loading.')).toBeVisible()
  const reading = within(item('Import its existing posts'))
  expect(reading.getByText('412 of 1,180 posts read')).toBeVisible()
  expect(reading.getByRole('progressbar', { name: 'Posts read' })).toHaveAttribute('value', '412')
  expect(reading.queryByText(/No progress/)).toBeNull()
  const keywords = within(item('Choose the keywords to track'))
  expect(keywords.getByRole('link', { name: 'Review 318 keywords' })).toHaveAttribute(
    'href',
    '/sites?adopt=4',
  )
})

it('a stalled run says since when; a stopped run says why, and that the posts read so far are kept', async () => {
  const old = new Date(Date.now() - 600_000).toISOString()
  const posts = { ...steps().posts, site: KITCHEN, total: 1180, done: 412, moved_at: old }
  server.answer(READ, answered(steps({ site: 'done', posts: 'running' }, { site: KITCHEN, posts })))
  await open()
  expect(await screen.findByText(/No progress since/)).toBeVisible()
  const reason = 'ok.example refused the application password.'
  server.answer(
    READ,
    answered(steps({ site: 'done', posts: 'failed' }, { site: KITCHEN, posts: { ...posts, reason } })),
  )
  expect(
    await screen.findByText('The import stopped. Fix one problem to continue.', {}, { timeout: 5000 }),
  ).toBeVisible()
  const failed = within(item('Import its existing posts'))
  expect(failed.getByText(`${reason} 412 of 1,180 posts read; they are kept.`)).toBeVisible()
  expect(failed.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/sites?adopt=4')
})

it('a step is skipped and resumed', async () => {
  const user = userEvent.setup()
  server.answer(READ, answered(steps({ site: 'done' }, { site: KITCHEN })))
  server.answer('PUT /api/first-steps/people', ({ json }) =>
    answered(
      steps(
        { site: 'done', people: (json as { skipped: boolean }).skipped ? 'skipped' : 'open' },
        { site: KITCHEN },
      ),
    ),
  )
  await open()
  await user.click(await screen.findByRole('button', { name: 'Skip: Invite people' }))
  expect(await within(item('Invite people')).findByText(/Skipped by Ines Albrecht/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Do it now: Invite people' }))
  await waitFor(() =>
    expect(within(item('Invite people')).getByText(/^You’re the only one here\./)).toBeVisible(),
  )
  expect(server.sent('PUT /api/first-steps/people').map(({ json }) => json)).toEqual([
    { skipped: true },
    { skipped: false },
  ])
})

it('systems say whether they are connected, and show their settings on request', async () => {
  const user = userEvent.setup()
  const systems = steps().systems.map((system) =>
    system.system === 'Searches'
      ? { ...system, adapter: 'Search Console' }
      : system.system === 'Products'
        ? { ...system, adapter: 'Amazon', ok: false, detail: 'Amazon refused the secret.' }
        : system,
  )
  server.answer(READ, answered(steps({}, { systems })))
  await open()
  const list = within(await screen.findByRole('list', { name: 'Systems' }))
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toContain('Not set up')
  expect(rows[1]).toContain('Amazon refused the secret.Refused')
  expect(rows[2]).toContain('Connected')
  expect(rows[5]).toContain('Built in')
  expect(list.queryByText('PRODUCTS_KEY')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show settings' }))
  expect(list.getByText('PRODUCTS_KEY')).toBeVisible()
})

it('the page can be hidden for good, and then leads to the keywords', async () => {
  const user = userEvent.setup()
  server.answer(READ, answered(steps()))
  server.answer('PUT /api/first-steps', answered(steps({}, { is_hidden: true })))
  await open()
  await user.click(await screen.findByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(window.location.pathname).toBe('/keywords'))
  expect(server.sent('PUT /api/first-steps').map(({ json }) => json)).toEqual([{ hidden: true }])
})

it.each([
  ['in a new workspace', {}, '/first-steps'],
  ['after hiding the steps', { is_hidden: true }, '/keywords'],
  ['in a finished workspace', { is_done: true }, '/keywords'],
])('%s users who manage sites start on the right page', async (_what, changes, path) => {
  server.answer(READ, answered(steps({}, changes)))
  server.answer('GET /api/saved-views/start', { body: { chosen: null, screen: 'keywords', search: '' } })
  openAs(server, 'adm', '/')
  await waitFor(() => expect(window.location.pathname).toBe(path))
})

it('steps that could not be read are reported, and can be tried again', async () => {
  const user = userEvent.setup()
  server.answer(READ, { status: 400, body: { message: 'Not today.' } })
  await open()
  expect(await screen.findByText('Couldn’t load the first steps.')).toBeVisible()
  server.answer(READ, answered(steps()))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/^Welcome/)).toBeVisible()
})

it('a site without WordPress leads to how it is connected, and unsent invitations to the outbox', async () => {
  const posts = { ...steps().posts, site: KITCHEN, reason: 'Open Kitchen isn’t connected to WordPress.' }
  server.answer(READ, answered(steps({ site: 'done', people: 'done' }, { site: KITCHEN, posts, people: 3 })))
  await open()
  const importing = await screen.findByRole('link', { name: 'Connect WordPress' })
  expect(importing).toHaveAttribute('href', '/sites?adopt=4')
  expect(within(item('Invite people')).getByRole('link', { name: 'outbox' })).toHaveAttribute(
    'href',
    '/outbox',
  )
})

it('the menu leads back to the first steps until they are hidden', async () => {
  const user = userEvent.setup()
  server.answer(READ, answered(steps({ site: 'done' }, { site: KITCHEN })))
  openAs(server, 'adm', '/sites')
  await user.click(await screen.findByRole('button', { name: 'Menu' }))
  expect(await screen.findByRole('link', { name: 'First steps' })).toHaveAttribute('href', '/first-steps')
})
