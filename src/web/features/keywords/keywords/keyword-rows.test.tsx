import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const PAUSE = 1500
const user = userEvent.setup()

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 45, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  server.answer('GET /api/keywords/5/comments', { body: [] })
  server.answer('GET /api/stats', { body: [] })
})
afterEach(() => server.close())

const open = (search = '') => openAs(server, 'opm', `/keywords${search}`)
const queries = () =>
  server.sent('GET /api/keywords').map(({ search }) => Object.fromEntries(new URLSearchParams(search)))
const panel = async (keyword = KEYWORD.keyword) =>
  within(await screen.findByRole('region', { name: `Details of ${keyword}` }))
const tab = async (name: string) => (await panel()).getByRole('tab', { name })

it('keywords are listed 20 per page, and the address keeps order and page [KW-001] [KW-028] [KW-029] [KW-030]', async () => {
  open()
  await screen.findByRole('row', { name: /best kettle/ })
  expect(screen.getByRole('heading', { level: 1, name: 'Keywords Summary' })).toBeVisible()
  expect(queries().at(-1)).toMatchObject({ limit: '20', offset: '0', sort: 'created_at', sortOrder: 'desc' })
  for (const sortOrder of ['asc', 'desc']) {
    await user.click(screen.getByRole('columnheader', { name: /^Keyword/ }))
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'keyword', sortOrder }))
  }
  await user.click(screen.getByTitle('3'))
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'keyword', offset: '40' }))
  expect(location.search).toContain('page=3')
  act(() => history.back())
  await waitFor(() => expect(location.search).not.toContain('page'))
})

it('the keyword finder searches 1.5 s after the last key and starts at page 1 [KW-002] [KW-017] [KW-018] [KW-019]', async () => {
  let asked = 0
  open('?page=3')
  await screen.findByRole('row', { name: /best kettle/ })
  server.answer('GET /api/keywords', () => {
    asked = Date.now()
    return { body: { meta: { total: 0, is_more: false }, data: [] } }
  })
  const before = queries().length
  const box = screen.getByRole('textbox', { name: 'Search Already Used Keywords' })
  let typed = 0
  // The test resumes late on a busy machine, so the pause is counted from the last input event.
  box.addEventListener('input', () => {
    typed = Date.now()
  })
  await user.type(box, 'fan')
  await waitFor(() => expect(asked).toBeGreaterThan(0))
  expect(asked - typed).toBeGreaterThan(PAUSE - 100)
  expect(queries().slice(before)).toEqual([expect.objectContaining({ keyword: 'fan', offset: '0' })])
  await waitFor(() => expect(location.search).toBe('?keyword=fan'))
})

it('a search without results says so and keeps its text [KW-002] [KW-032]', async () => {
  server.answer('GET /api/keywords', { body: { meta: { total: 0, is_more: false }, data: [] } })
  open('?keyword=nothing+is+called+so')
  expect(await screen.findByText('No keywords found.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Search Already Used Keywords' })).toHaveValue(
    'nothing is called so',
  )
  expect(queries().at(-1)).toMatchObject({ keyword: 'nothing is called so' })
})

it('a list without any keyword offers to add the first ones [KW-032]', async () => {
  server.answer('GET /api/keywords', { body: { meta: { total: 0, is_more: false }, data: [] } })
  open('')
  expect(await screen.findByRole('heading', { name: 'No keywords found.' })).toBeVisible()
  expect(
    screen.getByText('Track the searches you want to win. Results arrive the next morning.'),
  ).toBeVisible()
  const list = screen.getByRole('heading', { name: 'No keywords found.' }).parentElement as HTMLElement
  expect(within(list).getByRole('link', { name: 'CSV Upload' })).toHaveAttribute('href', '/upload-keywords')
  await user.click(within(list).getByRole('button', { name: 'New Keyword' }))
  await waitFor(() => expect(location.search).toContain('new=1'))
})

it('the column picker names the columns that do not fit', async () => {
  browser().setViewport({ width: 1200, height: 900 })
  open()
  const columns = await screen.findByRole('button', { name: 'Columns' })
  await waitFor(() => expect(columns).toHaveTextContent('+1'))
  await user.click(columns)
  expect(await screen.findByText('Hidden to fit: Tags')).toBeVisible()
})

it('a row opens to Share of Voice and Comments, and closes again [KW-031] [KW-033] [KW-034]', async () => {
  open()
  await user.click(await screen.findByRole('button', { name: 'Show details' }))
  await waitFor(() => expect(location.search).toContain('keyword_id=5'))
  expect(await tab('Share of Voice')).toHaveAttribute('aria-selected', 'true')
  await user.click(await tab('Comments'))
  await waitFor(() => expect(location.search).toContain('comments=1'))
  expect(await screen.findByRole('textbox', { name: 'New comment' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Hide details' }))
  await waitFor(() => expect(location.search).not.toContain('keyword_id'))
  expect(screen.queryByRole('textbox', { name: 'New comment' })).toBeNull()
})

it('an open row fills the window until Escape and keeps an unsaved comment [KW-035] [KW-036]', async () => {
  open('?keyword_id=5&comments=1')
  await user.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Half a thought')
  await user.click((await panel()).getByRole('button', { name: 'Fullscreen' }))
  await waitFor(() => expect(location.search).toContain('full=1'))
  const written = await screen.findByRole('textbox', { name: 'New comment' })
  expect(written.closest('.fullscreen')).not.toBeNull()
  expect((await panel()).getByRole('heading', { name: KEYWORD.keyword })).toBeVisible()
  expect(written).toHaveValue('Half a thought')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(location.search).not.toContain('full'))
  expect(document.querySelector('.fullscreen')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'New comment' })).toHaveValue('Half a thought')
})

it('a link opens a keyword from another page above the list, until the user changes the page [KW-003] [KW-004] [D75]', async () => {
  const far = { ...KEYWORD, keyword_id: 77, keyword: 'far away' }
  server.answer('GET /api/keywords/77', { body: far })
  server.answer('GET /api/keywords/77/comments', { body: [] })
  open('?keyword_id=77&comments=1')
  expect(await (await panel('far away')).findByRole('textbox', { name: 'New comment' })).toBeVisible()
  const rows = () => [...document.querySelectorAll('tr[data-row-key]')].map((row) => row.textContent)
  expect(rows()).toEqual([expect.stringContaining('far away'), expect.stringContaining('best kettle')])
  await user.click(screen.getByTitle('2'))
  await waitFor(() => expect(location.search).toBe('?page=2'))
  expect(rows()).toEqual([expect.stringContaining('best kettle')])
})
