import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SITE } from '#web/testing/articles.ts'
import { answerKeywords } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const FILTERS = ['By article status', 'By tracking', 'By sites', 'By tags', 'By date']
const OPEN_KITCHEN = { ...SITE, display_name: 'Open Kitchen' }

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/sites', { body: [OPEN_KITCHEN] })
  server.answer('GET /api/keywords/tags', { body: [{ tag_id: 4, tag: 'coffee', count: 1 }] })
  server.answer('GET /api/articles/status', { body: [{ value: 'approved', label: 'Approved' }] })
})
afterEach(() => server.close())

const open = (search = '') => openAs(server, 'opm', `/keywords${search}`)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const offered = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)
const lastQuery = () =>
  Object.fromEntries(new URLSearchParams(server.sent('GET /api/keywords').at(-1)?.search))

async function add(name: string) {
  await press('Add filter')
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('the panel offers five filters [KW-005] [KW-007] [KW-008] [KW-009] [KW-010] [KW-011]', async () => {
  open()
  await press('Add filter')
  await waitFor(() => expect(offered()).toEqual(FILTERS))
})

it('an active filter is not offered a second time [KW-012]', async () => {
  open('?createdFrom=2026-03-07')
  await add('By tracking')
  await screen.findByRole('button', { name: 'Remove filter By tracking' })
  await press('Add filter')
  await waitFor(() => expect(offered()).toEqual(['By article status', 'By sites', 'By tags']))
})

it('the filter by tracking starts with tracked keywords [KW-008] [KW-014]', async () => {
  open()
  await add('By tracking')
  await waitFor(() => expect(location.search).toContain('tracked=true'))
  await waitFor(() => expect(lastQuery()).toMatchObject({ tracked: 'true' }))
})

it('the filter by date starts with today [KW-011] [KW-015]', async () => {
  const today = () => new Date().toISOString().slice(0, 10)
  open()
  const before = today()
  await add('By date')
  await waitFor(() => expect(location.search).toMatch(/createdFrom=([\d-]+)&createdTo=\1/))
  const { createdFrom } = Object.fromEntries(new URLSearchParams(location.search))
  expect([before, today()]).toContain(createdFrom)
})

it('the filter by date is written as yyyy-M-d [KW-016]', async () => {
  open('?createdFrom=2026-03-07&createdTo=2026-10-09')
  expect(await screen.findByText(/2026-3-7 to 2026-10-9/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^By date/ }))
  expect(await screen.findByPlaceholderText('By date, from')).toHaveValue('2026-3-7')
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({ createdFrom: '2026-03-07', createdTo: '2026-10-09' }),
  )
})

it.each([
  ['By sites', OPEN_KITCHEN.display_name, { 'sites[0]': '1' }],
  ['By tags', 'coffee', { 'tags[0]': '4' }],
  ['By article status', 'Approved', { 'articleStatus[0]': 'approved' }],
])('%s finds the keywords of the chosen values: %s', async (name, choice, asked) => {
  open()
  await add(name)
  await userEvent.click(await screen.findByRole('combobox', { name }))
  const choices = await screen.findAllByText(choice)
  await userEvent.click(choices.at(-1) as HTMLElement)
  await waitFor(() => expect(lastQuery()).toMatchObject(asked))
})

it('a filter that is removed takes its parameters with it, and is offered again [KW-006] [KW-013]', async () => {
  open('?createdFrom=2026-03-07&createdTo=2026-10-09&tracked=false')
  await press('Remove filter By date')
  await waitFor(() => expect(location.search).toBe('?tracked=false'))
  await waitFor(() => expect(lastQuery()).not.toHaveProperty('createdFrom'))
  expect(lastQuery()).not.toHaveProperty('createdTo')
  await press('Remove filter By tracking')
  await waitFor(() => expect(location.search).toBe(''))
  await press('Add filter')
  await waitFor(() => expect(offered()).toEqual(FILTERS))
})
