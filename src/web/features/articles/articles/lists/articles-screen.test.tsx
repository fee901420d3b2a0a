import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH } from '#web/testing/people.ts'

let server: Loopback

const row = (status: string) => ({
  article_id: 9,
  title: 'Kettles that pour well',
  status,
  image_url: null,
  site_id: 2,
  site: {
    site_id: 2,
    code: 'ok',
    display_name: 'Open Kitchen',
    normalized_name: 'ok',
    logo_url: '/x',
    url: '',
  },
  user_id: 31,
  user: { id: 31, first_name: 'Ada', last_name: 'Reed', username: 'ada@copydesk.example' },
  created_at: '2026-03-01T00:00:00.000Z',
})

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/articles/status', { body: [] })
  server.answer('GET /api/articles', { body: { nodes: [row('requested')], totalCount: 1, page: 1 } })
})
afterEach(() => server.close())

const theRow = async () => within(await screen.findByRole('row', { name: /Kettles that pour well/ }))

describe('Articles History', () => {
  it.each([
    ['published', /^Updated /],
    // Readers do not see it yet.
    ['approved', /^Update approved /],
  ])(
    'says that an article’s update is %s, and links to it; an update links to its article',
    async (status, said) => {
      const updated = {
        ...row('published'),
        last_update: { article_id: 12, status, updated_at: '2026-03-02T00:00:00.000Z' },
      }
      const update = { ...row('requested'), article_id: 13, title: 'Kettles for two', revises: 9 }
      server.answer('GET /api/articles', { body: { nodes: [update, updated], totalCount: 2, page: 1 } })
      openAs(server, 'opm', '/articles')
      expect((await theRow()).getByRole('link', { name: said })).toHaveAttribute('href', '/articles/12')
      const other = within(screen.getByRole('row', { name: /Kettles for two/ }))
      expect(other.getByText(/^Update of/)).toBeVisible()
      expect(other.getByRole('link', { name: 'a published article' })).toHaveAttribute('href', '/articles/9')
    },
  )

  it('past its last page says so, and leads back to that page', async () => {
    server.answer('GET /api/articles', { body: { nodes: [], totalCount: 45, page: 40 } })
    openAs(server, 'adm', '/articles?page=40')
    expect(await screen.findByText('There is no page 40: the list ends with page 3.')).toBeInTheDocument()
    expect(screen.queryByText(/No articles yet/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }))
    await waitFor(() => expect(location.search).toBe('?page=3'))
  })

  it('leads to the pending articles only with PendingArticles [ART-033]', async () => {
    openAs(server, 'opm', '/articles', { permissions: ['ManageArticles'] })
    await theRow()
    expect(screen.queryByRole('link', { name: 'My Pending Articles' })).toBeNull()
  })

  it('leads to the pending articles with PendingArticles [ART-033]', async () => {
    openAs(server, 'opm', '/articles', { permissions: ['ManageArticles', 'PendingArticles'] })
    await theRow()
    expect(screen.getAllByRole('link', { name: 'My Pending Articles' })[0]).toHaveAttribute(
      'href',
      '/articles/pending',
    )
  })

  it('is not marked as the current page in the link from the pending articles', async () => {
    openAs(server, 'opm', '/articles/pending', { permissions: ['ManageArticles', 'PendingArticles'] })
    const link = await screen.findByRole('link', { name: 'Articles History' })
    expect(link).not.toHaveAttribute('aria-current')
  })

  it('has names without links for users who may not manage users [ART-034]', async () => {
    openAs(server, 'opm', '/articles')
    const cells = await theRow()
    expect(cells.getByText('Ada Reed')).toBeVisible()
    expect(cells.queryByRole('link', { name: 'Ada Reed' })).toBeNull()
  })

  it('has names that link to /users/{id} for users who may manage users [ART-034]', async () => {
    openAs(server, 'adm', '/articles')
    expect((await theRow()).getByRole('link', { name: 'Ada Reed' })).toHaveAttribute('href', '/users/31')
  })

  it('asks for page 1 of all articles, the newest id first [ART-031] [ART-032] [ART-132]', async () => {
    openAs(server, 'opm', '/articles')
    await theRow()
    expect(server.sent('GET /api/articles').map(({ search }) => search)).toEqual([
      '?page=1&sort=article_id&sortOrder=desc',
    ])
  })

  it('shows when an article was requested as yyyy-MM-dd HH:mm, in the organisation’s time zone [FMT-012]', async () => {
    openAs(server, 'opm', '/articles')
    server.answer('GET /api/health', { body: { ...HEALTH, time_zone: 'America/New_York' } })
    expect(await (await theRow()).findByText('2026-02-28 19:00')).toBeVisible()
  })

  it.each([
    ['/articles', 'GET /api/articles', 'Articles could not be searched.', 'ART-158'],
    ['/articles/pending', 'GET /api/articles/pending', 'Could not get articles', 'ART-164'],
    ['/articles/9', 'GET /api/articles/9', 'Could not find the article', 'ART-165'],
    ['/articles?article=9', 'GET /api/articles/9', 'Could not find the article', 'ART-165'],
  ] as const)(
    'at %s a failed %s is reported by a notification “%s”, and in its place [%s]',
    async (address, call, title, _row) => {
      openAs(server, 'qa', address)
      server.answer(call, { status: 400, body: { message: 'Not today.' } })
      const notice = () => screen.queryAllByText(title).filter((each) => each.closest('.ant-notification'))
      await waitFor(() => expect(notice()).toHaveLength(1))
      expect(notice()[0]?.closest('.ant-notification-notice')).toHaveTextContent('Not today.')
      expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
    },
  )

  it.each(['/articles/9', '/articles?article=9'])(
    'at %s the title of a failed read stands once',
    async (address) => {
      openAs(server, 'qa', address)
      server.answer('GET /api/articles/9', { status: 400, body: { message: 'Not today.' } })
      const retry = await screen.findByRole('button', { name: 'Retry' })
      expect(retry.closest('[role="alert"]')).toHaveTextContent('This article didn’t loadNot today.')
      expect(await screen.findAllByText('Could not find the article')).toHaveLength(1)
    },
  )

  it('failed reads of the filters are reported by notifications [ART-157] [ART-159] [ART-160]', async () => {
    const refusal = { status: 400, body: { message: 'Not today.' } }
    for (const path of ['articles/status', 'sites', 'users']) server.answer(`GET /api/${path}`, refusal)
    openAs(server, 'qa', '/articles')
    expect(await screen.findByText('Could not search list of status')).toBeVisible()
    expect(await screen.findByText('Could not search sites')).toBeVisible()
    await userEvent.click(screen.getByRole('combobox', { name: 'Users' }))
    const notice = () =>
      screen
        .queryAllByText('Users could not be searched.')
        .map((each) => each.closest('.ant-notification-notice'))
        .find((each) => each !== null)
    await waitFor(() => expect(notice()).toHaveTextContent('Not today.'))
  })

  it('a failed list shows the request number, which stays there to be copied', async () => {
    openAs(server, 'opm', '/articles')
    const body = { message: 'Something went wrong on our side.', request_id: 'req-17' }
    server.answer('GET /api/articles', { status: 500, body })
    const place = (await screen.findByRole('button', { name: 'Retry' })).closest('.state')
    expect(place).toHaveTextContent('Request req-17')
  })

  it('shows an unknown status as a neutral badge with a capital [ART-093] [ART-094]', async () => {
    server.answer('GET /api/articles', { body: { nodes: [row('archived')], totalCount: 1, page: 1 } })
    openAs(server, 'opm', '/articles')
    const badge = (await theRow()).getByText('Archived')
    expect(badge).toHaveClass('badge', 'quiet', 'solid')
  })
})
