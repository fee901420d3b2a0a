import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { call } from '#web/api/client.ts'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback, type Seen } from '#web/testing/loopback.ts'
import { answerBasics, openAs, openAsVisitor } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

let server: Loopback
const user = userEvent.setup()

beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const visits = () => server.sent('POST /api/user-activity').map(({ json }) => json)

describe('an address', () => {
  it('/ of a signed-in user becomes /keywords [SHELL-002]', async () => {
    openAs(server, 'opm', '/')
    await title('Keywords Summary')
    expect(window.location.pathname).toBe('/keywords')
  })

  it.each(['/forgot-password', '/confirmation/tok-1', '/reset-password/tok-1'])(
    '%s of a signed-in user redirects, and does not check the token [SHELL-031, SHELL-036]',
    async (path) => {
      openAs(server, 'opm', path)
      await title('Keywords Summary')
      expect(window.location.pathname).toBe('/keywords')
      expect(server.seen.filter(({ search }) => search.includes('tok-1'))).toEqual([])
    },
  )

  it.each(['/keywords', '/users/1', '/articles/pending', '/tools', '/db-query'])(
    '%s of a signed-out visitor leads to the sign-in screen [SHELL-032, SHELL-037]',
    async (path) => {
      openAsVisitor(server, path)
      expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
      expect(window.location.pathname).toBe('/')
    },
  )

  it('that is unknown stays in the address bar, and the page offers the closest screen with its parameters', async () => {
    openAs(server, 'opm', '/content-traker?tab=alerts')
    await title('Page not found')
    expect(screen.getByText('/content-traker?tab=alerts')).toBeVisible()
    expect(window.location.pathname).toBe('/content-traker')
    expect(screen.getByRole('heading', { name: 'There’s nothing at this address' })).toHaveFocus()
    const way = within(screen.getByRole('main')).getByRole('link', { name: 'Open Content Tracker' })
    expect(way).toHaveAttribute('href', '/content-tracker?tab=alerts')
  })

  it('that is unknown and close to no screen leads to the screens that the user may open', async () => {
    openAs(server, 'wrt', '/nowhere/at/all')
    await title('Page not found')
    const ways = within(screen.getByRole('main')).getAllByRole('link')
    expect(ways.map(({ textContent }) => textContent)).toEqual(['Tools'])
  })

  it('that is unknown to a signed-out visitor leads to the sign-in with a message', async () => {
    openAsVisitor(server, '/nowhere/at/all')
    expect(await screen.findByText('No such page: /nowhere/at/all')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/'))
  })

  it('that the role may not open leads to the view of Keywords Summary that the user starts with [SHELL-036]', async () => {
    server.answer('GET /api/saved-views/start', {
      body: { chosen: null, screen: 'keywords', search: 'tracked=true&sort=moved' },
    })
    openAs(server, 'opm', '/feature-flag')
    expect(await screen.findByText(/^Your role, .*, doesn’t include it/)).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/keywords'))
    expect(window.location.search).toBe('?tracked=true&sort=moved')
  })

  it.each([
    ['wrt', '/keywords', 'Keywords Summary', '/tools'],
    ['opm', '/feature-flag', 'Feature Flags', '/keywords'],
    ['qa', '/users/1', 'User details', '/keywords'],
    ['adm', '/db-query', 'Database Interface', '/keywords'],
    ['eng', '/user-access', 'User Access Management', '/keywords'],
  ] as const)(
    'redirects %s from %s, which the role may not open, with a message [SHELL-033] [SHELL-035] [SHELL-036]',
    async (role, path, name, place) => {
      openAs(server, role, path)
      expect(await screen.findByText(`You don’t have access to ${name}`)).toBeVisible()
      await waitFor(() => expect(window.location.pathname).toBe(place))
    },
  )

  it.each(['/confirmation', '/reset-password'])(
    '%s without its token says Invalid confirmation and leads to / [AUTH-036, AUTH-037, AUTH-053, AUTH-054]',
    async (path) => {
      openAsVisitor(server, path)
      expect(await screen.findByRole('alert')).toHaveTextContent('Invalid confirmation')
      await waitFor(() => expect(window.location.pathname).toBe('/'))
    },
  )

  it('loses parameters that its screen does not know', async () => {
    openAs(server, 'opm', '/tools?page=abc&tag[]=x')
    await title('Tools')
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('of a menu entry without access shows the lock, the missing permission and whom to ask', async () => {
    openAs(server, 'wrt', '/gsc-keywords')
    server.answer('GET /api/profile/admins', {
      body: [{ first_name: 'Sofia', last_name: 'Brandvold', username: 'sofia@copydesk.example' }],
    })
    await title('GSC Keywords Manager')
    expect(screen.getByText('ViewKeywords')).toBeVisible()
    expect(window.location.pathname).toBe('/gsc-keywords')
    const help = await screen.findByRole('link', { name: 'Sofia Brandvold' })
    expect(help).toHaveAttribute('href', 'mailto:sofia@copydesk.example')
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Tools' })).toBeVisible()
    server.answer('POST /api/access-requests', { status: 201, body: { asked: 1 } })
    await userEvent.click(screen.getByRole('button', { name: 'Ask for access' }))
    expect(await screen.findByText('1 administrator notified.')).toBeVisible()
    expect(server.sent('POST /api/access-requests')[0]?.json).toEqual({ screen: 'gscKeywords' })
  })

  it('/game-solutions opens for signed-out visitors too [SHELL-006]', async () => {
    openAsVisitor(server, '/game-solutions')
    await title('Game Solutions')
    expect(window.location.pathname).toBe('/game-solutions')
  })
})

describe('a visit', () => {
  it('is recorded with its user, path and route [SHELL-038]', async () => {
    openAs(server, 'opm', '/preview/bm/12')
    await title('Article Preview')
    await waitFor(() => expect(visits()).toHaveLength(1))
    expect(visits()[0]).toEqual({
      userId: 7,
      url: '/preview/bm/12',
      restObject: { route: '/preview/$site/$id', params: { site: 'bm', id: '12' } },
    })
  })

  it('is recorded for each screen, but not for signed-out visitors or screens with a secret [SHELL-038]', async () => {
    server.answer('GET /api/auth/confirmation', { body: { first_name: 'Ada' } })
    const { unmount } = openAsVisitor(server, '/confirmation/tok-1')
    await screen.findByText('Welcome, Ada!')
    unmount()
    openAs(server, 'wrt', '/tools')
    await title('Tools')
    await user.click(screen.getByRole('link', { name: /^Keyword research/ }))
    await title('Keyword Research')
    // They are reported separately, so the later one may arrive first.
    await expect
      .poll(() =>
        visits()
          .map((visit) => (visit as { url: string }).url)
          .toSorted(),
      )
      .toEqual(['/keyword-research', '/tools'])
  })
})

describe('permissions', () => {
  it('come from the server at start, never from the browser’s storage [SHELL-033]', async () => {
    openAs(server, 'adm', '/db-query')
    server.answer('GET /api/profile', { body: person('wrt') })
    await title('Tools')
    expect(session.user()?.role_id).toBe('wrt')
  })

  it('revoked meanwhile are noticed at the first refusal, and menu and screen follow', async () => {
    openAs(server, 'adm', '/users')
    server.answer('GET /api/users', { body: { nodes: [], totalCount: 0, page: 1 } })
    await title('Users management')
    server.answer('GET /api/profile', { body: person('wrt') })
    server.answer('GET /api/articles/5', { status: 403, body: { message: 'You’re not allowed to do this.' } })
    await expect(call(articleEndpoints.read, { params: { id: 5 } })).rejects.toThrow(
      'You’re not allowed to do this.',
    )
    await title('Tools')
    expect(session.user()?.role_id).toBe('wrt')
    expect(screen.queryByRole('link', { name: /^Users/ })).toBeNull()
  })

  it('unchanged after a refusal leave the user on the same screen', async () => {
    openAs(server, 'adm', '/users')
    server.answer('GET /api/users', { body: { nodes: [], totalCount: 0, page: 1 } })
    await title('Users management')
    await waitFor(() => expect(server.sent('GET /api/users')).toHaveLength(1))
    const before = server.sent('GET /api/profile').length
    server.answer('GET /api/articles/5', { status: 403, body: { message: 'You’re not allowed to do this.' } })
    await Promise.allSettled([1, 2, 3].map(() => call(articleEndpoints.read, { params: { id: 5 } })))
    await waitFor(() => expect(server.sent('GET /api/profile')).toHaveLength(before + 1))
    expect(server.sent('GET /api/users')).toHaveLength(1)
    expect(window.location.pathname).toBe('/users')
  })

  it('an expired token leads to the sign-in, and from there back [SHELL-104, AUTH-011]', async () => {
    answerBasics(server)
    openAs(server, 'opm', '/articles/pending')
    server.answer('GET /api/profile', { status: 401, body: { message: 'Your session is over' } })
    server.answer('POST /api/auth', { body: { token: 'token-2', user: person('opm') } })
    await user.type(await screen.findByLabelText('Email'), 'ines@copydesk.example')
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await title('My Pending Articles')
  })

  it('an unavailable server is reported, with a button to try again', async () => {
    openAs(server, 'opm', '/tools')
    server.answer('GET /api/profile', { status: 502, body: 'Bad gateway' })
    expect(await screen.findByText('Service Unavailable')).toBeVisible()
    server.answer('GET /api/profile', { body: person('opm') })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await title('Tools')
  })

  it('a 401 during work leads to the sign-in, with the server’s message [SHELL-103, SHELL-104]', async () => {
    openAs(server, 'opm', '/tools')
    await title('Tools')
    server.answer('GET /api/articles/5', { status: 401, body: { message: 'Over' } })
    await call(articleEndpoints.read, { params: { id: 5 } }).catch(() => undefined)
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(await screen.findByText('Over')).toBeVisible()
    expect(session.token()).toBeNull()
  })
})

describe('the search box of the sub-header', () => {
  const box = () => screen.findByRole('combobox', { name: 'Search Already Used Keywords' })
  /** The screen that then opens requests a page, which is a different call. */
  const isPage = ({ search }: Seen) => search.includes('limit=')
  const suggested = () => server.sent('GET /api/keywords').filter((asked) => !isPage(asked))
  const answerKeywords = (found: object[]) =>
    server.answer('GET /api/keywords', (asked) => ({
      body: isPage(asked) ? { meta: { total: 0, is_more: false }, data: [] } : found,
    }))

  it('opens the typed text with Enter [SHELL-048, SHELL-049]', async () => {
    answerKeywords([])
    openAs(server, 'opm', '/articles')
    await user.type(await box(), '  air   fryer {Enter}')
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/keywords?keyword=air+fryer'),
    )
    expect(suggested()).toEqual([])
  })

  it('suggests keywords after a pause and opens the chosen one [SHELL-048, SHELL-049]', async () => {
    answerKeywords([{ keyword_id: 1, keyword: 'air fryer oven' }])
    openAs(server, 'opm', '/articles')
    await user.type(await box(), 'air')
    await user.click(await screen.findByRole('option', { name: 'air fryer oven' }))
    await waitFor(() => expect(window.location.search).toBe('?keyword=air+fryer+oven'))
    expect(suggested().map(({ search }) => search)).toEqual(['?keyword=air'])
  })
})
