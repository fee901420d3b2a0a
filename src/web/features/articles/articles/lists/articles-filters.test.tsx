import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { textsByHead } from '#web/testing/cells.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const OPEN_KITCHEN = { ...SITE, site_id: 2, display_name: 'Open Kitchen' }
const KETTLES = anArticle({ title: 'Kettles that pour well', site: OPEN_KITCHEN })
const answerArticles = (page = 1) =>
  server.answer('GET /api/articles', { body: { nodes: [KETTLES], totalCount: 45, page } })

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [OPEN_KITCHEN] })
  server.answer('GET /api/articles/status', { body: [{ value: 'returned', label: 'Returned' }] })
  answerArticles()
})
afterEach(() => server.close())

const theRow = async () => within(await screen.findByRole('row', { name: /Kettles that pour well/ }))

describe('the filters of Articles History', () => {
  const lastQuery = () =>
    Object.fromEntries(new URLSearchParams(server.sent('GET /api/articles').at(-1)?.search))

  it('are above a table of six columns with a fixed page size [ART-019] [ART-020] [ART-021] [ART-024] [ART-030]', async () => {
    openAs(server, 'adm', '/articles')
    await theRow()
    expect(screen.getByRole('heading', { level: 1, name: 'Articles History' })).toBeVisible()
    expect(await screen.findByPlaceholderText('Requested At, from')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Users' })).toBeInTheDocument()
    const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(columns).toEqual(['Title', 'Site', 'Requested by', 'Requested at', 'Status', 'Details'])
    expect(textsByHead(screen.getByRole('row', { name: /Kettles that pour well/ }))).toMatchObject({
      Title: expect.stringMatching(/^Kettles that pour well/),
      Site: 'Open Kitchen',
      'Requested by': expect.stringMatching(/Ada Reed$/),
      'Requested at': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      Status: 'Requested',
    })
    expect((await theRow()).getByRole('link', { name: /^See more/ })).toHaveTextContent('See more')
    expect(screen.getByTitle('3')).toBeVisible()
    expect(document.querySelector('.ant-pagination-options')).toBeNull()
  })

  it.each([
    ['Site', 'Open Kitchen', 'ART-025', { 'site[0]': '2' }],
    ['Status', 'Returned', 'ART-026', { 'status[0]': 'returned' }],
  ])('the column %s is filtered by %s, from the first page on [%s]', async (column, choice, _id, asked) => {
    answerArticles(2)
    openAs(server, 'adm', '/articles?page=2')
    await theRow()
    const header = within(screen.getByRole('columnheader', { name: new RegExp(`^${column}`) }))
    await userEvent.click(header.getByRole('button'))
    await userEvent.click(await screen.findByRole('menuitem', { name: choice }))
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ ...asked, page: '1' }))
  })

  it('are above a list that can be sorted by each column in both directions [ART-028]', async () => {
    openAs(server, 'adm', '/articles?page=2')
    await theRow()
    for (const [name, sort] of [
      ['Title', 'title'],
      ['Site', 'site'],
      ['Requested by', 'user'],
      ['Requested at', 'created_at'],
      ['Status', 'status'],
    ])
      for (const sortOrder of ['asc', 'desc']) {
        await userEvent.click(screen.getByRole('columnheader', { name: new RegExp(`^${name}`) }))
        await waitFor(() => expect(lastQuery()).toEqual({ page: '1', sort, sortOrder }))
      }
  })

  it('take a range of days, both included [ART-020]', async () => {
    openAs(server, 'adm', '/articles?createdAtBegin=2026-03-01&createdAtEnd=2026-03-09')
    await theRow()
    expect(screen.getByPlaceholderText('Requested At, from')).toHaveValue('2026-03-01')
    expect(lastQuery()).toMatchObject({ createdAtBegin: '2026-03-01', createdAtEnd: '2026-03-09' })
  })

  it('search users after a second without typing, and filter by the chosen one [ART-022] [ART-023] [ART-127]', async () => {
    const { user } = KETTLES
    let asked = 0
    server.answer('GET /api/users', ({ search }) => {
      if (search.includes('query=Ada')) asked = Date.now()
      return { body: { nodes: [user], totalCount: 1, page: 1 } }
    })
    openAs(server, 'qa', '/articles')
    await theRow()
    const box = screen.getByRole('combobox', { name: 'Users' })
    let typed = 0
    // The test resumes late on a busy machine, so the pause is counted from the last input event.
    box.addEventListener('input', () => {
      typed = Date.now()
    })
    await userEvent.type(box, 'Ada')
    await waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 20_000 })
    expect(asked - typed).toBeGreaterThan(900)
    const queries = server
      .sent('GET /api/users')
      .map(({ search }) => new URLSearchParams(search).get('query'))
    expect(queries.filter((query) => query)).toEqual(['Ada'])
    await userEvent.click(await screen.findByTitle('Ada Reed'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'users[0]': '31' }))
  })
})
