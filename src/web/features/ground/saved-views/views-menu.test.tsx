import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SavedView } from '#shared/features/ground/saved-views/contract.ts'
import { answerKeywords } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const INES = { id: 7, first_name: 'Ines', last_name: 'Aldana', username: 'ines@copydesk.example' }
const TRACKED: SavedView = {
  view_id: 3,
  screen: 'keywords',
  name: 'Tracked',
  search: 'tracked=true',
  is_team: false,
  owner: INES,
  is_own: true,
}
const LIST = 'GET /api/saved-views'
const user = userEvent.setup()

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer(LIST, { body: [TRACKED] })
  server.answer('GET /api/saved-views/start', { body: { chosen: null, screen: 'keywords', search: '' } })
})
afterEach(() => server.close())

const menuButton = () => screen.findByRole('button', { name: /^Views/ })
const openMenu = async () => user.click(await menuButton())
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const sent = (route: string) => server.sent(route).map(({ json }) => json)

async function choose(entry: string) {
  await openMenu()
  await press('Change view Tracked')
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

it('saving a view needs a name that is new, and keeps filters and order of the address', async () => {
  openAs(server, 'opm', '/keywords?tracked=false&page=2')
  expect(await menuButton()).toHaveTextContent('Views')
  await openMenu()
  await press('Save view…')
  const name = await screen.findByLabelText(/^Name/)
  await user.type(name, ' ')
  await press('Save')
  expect(await screen.findByText('Please name the view.')).toBeVisible()
  server.answer('POST /api/saved-views', {
    status: 409,
    body: { message: 'You already have a view “tracked”.' },
  })
  await user.type(name, 'tracked')
  await press('Save')
  expect(await screen.findByText('You already have a view “tracked”.')).toBeVisible()
  const fresh = { ...TRACKED, view_id: 4, name: 'Not tracked', search: 'tracked=false' }
  server.answer('POST /api/saved-views', { status: 201, body: fresh })
  server.answer(LIST, { body: [TRACKED, fresh] })
  await user.clear(name)
  await user.type(name, 'Not tracked')
  await press('Save')
  await waitFor(async () => expect(await menuButton()).toHaveTextContent('Not tracked'))
  expect(sent('POST /api/saved-views').at(-1)).toEqual({
    screen: 'keywords',
    name: 'Not tracked',
    search: 'tracked=false',
    is_team: false,
  })
})

it('a user renames a view, and the menu shows the new name', async () => {
  openAs(server, 'opm', '/keywords?tracked=true')
  await choose('Rename or share…')
  const name = await screen.findByLabelText(/^Name/)
  expect(name).toHaveValue('Tracked')
  const renamed = { ...TRACKED, name: 'Watched' }
  server.answer('PUT /api/saved-views/3', { body: renamed })
  server.answer(LIST, { body: [renamed] })
  await user.clear(name)
  await user.type(name, 'Watched')
  await press('Save')
  await waitFor(async () => expect(await menuButton()).toHaveTextContent('Watched'))
  expect(sent('PUT /api/saved-views/3')).toMatchObject([{ name: 'Watched', search: 'tracked=true' }])
})

it('overwriting a view can be undone, and keeps the name that it got since', async () => {
  server.answer('PUT /api/saved-views/3', () => {
    server.answer(LIST, { body: [{ ...TRACKED, name: 'Watched' }] })
    return { body: TRACKED }
  })
  openAs(server, 'opm', '/keywords?sort=keyword&sortOrder=asc')
  await choose('Update with current filters')
  expect(await screen.findByText('Updated “Tracked”')).toBeVisible()
  await openMenu()
  expect(await screen.findByText('Watched')).toBeVisible()
  await press('Undo')
  await waitFor(() => expect(sent('PUT /api/saved-views/3')).toHaveLength(2))
  const kept = sent('PUT /api/saved-views/3').map((body) => (body as SavedView).search)
  expect(kept).toEqual(['sort=keyword&sortOrder=asc', 'tracked=true'])
  expect(sent('PUT /api/saved-views/3')[1]).toMatchObject({ name: 'Watched' })
})

it('a view opens by its link, and is deleted after a confirmation', async () => {
  server.answer('DELETE /api/saved-views/3', { status: 204 })
  openAs(server, 'opm', '/keywords')
  await openMenu()
  await user.click(await screen.findByRole('link', { name: 'Tracked' }))
  await waitFor(() => expect(location.search).toBe('?tracked=true'))
  await choose('Delete…')
  const question = (await screen.findByText('Delete “Tracked”?')).closest<HTMLElement>('[role="dialog"]')
  expect(server.sent('DELETE /api/saved-views/3')).toEqual([])
  server.answer(LIST, { body: [] })
  await user.click(within(question ?? document.body).getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await menuButton()).toHaveTextContent('Views'))
})

it('a failed read of the views says so and can be retried', async () => {
  server.answer(LIST, { status: 500, body: { message: 'Broken.' } })
  openAs(server, 'opm', '/keywords')
  await openMenu()
  expect(await screen.findByText('Couldn’t load views.')).toBeVisible()
  server.answer(LIST, { body: [TRACKED] })
  await press('Retry')
  expect(await screen.findByRole('link', { name: 'Tracked' })).toBeVisible()
})

it('team views name their owner, and other users cannot change them', async () => {
  const owner = { id: 21, first_name: 'Noa', last_name: 'Lind', username: 'noa@copydesk.example' }
  server.answer(LIST, { body: [{ ...TRACKED, is_team: true, is_own: false, owner }] })
  openAs(server, 'opm', '/keywords')
  await openMenu()
  const team = within(await screen.findByRole('list', { name: 'Team views' }))
  expect(team.getByRole('link')).toHaveTextContent('TrackedNoa Lind')
  expect(team.queryByRole('button')).toBeNull()
})
