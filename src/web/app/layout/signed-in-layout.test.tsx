import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PERMISSIONS } from '#shared/access/permissions.ts'
import { session } from '#web/api/session.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs, openAsVisitor } from '#web/testing/open-app.tsx'
import { HEALTH } from '#web/testing/people.ts'

let server: Loopback
const user = userEvent.setup()

beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const pending = (totalCount: number) =>
  server.answer('GET /api/articles/pending', { body: { nodes: [], totalCount, page: 1 } })

async function openMenu() {
  await user.click(await screen.findByRole('button', { name: 'Menu' }))
  return within(await screen.findByRole('navigation', { name: 'Main' }))
}

describe('the header', () => {
  it('shows the product title, and no badge while nothing is pending [SHELL-041, SHELL-044]', async () => {
    openAs(server, 'qa', '/tools')
    expect(within(await screen.findByRole('banner')).getByText('Copydesk')).toBeVisible()
    await waitFor(() => expect(server.sent('GET /api/articles/pending')).not.toEqual([]))
    expect(screen.queryByRole('link', { name: /pending articles/ })).toBeNull()
  })

  it('shows the number of pending articles, with a link to them [SHELL-042, SHELL-043]', async () => {
    openAs(server, 'qa', '/tools')
    pending(14)
    const badge = await screen.findByRole('link', { name: '14 pending articles' })
    expect(badge).toHaveTextContent('14')
    expect(badge).toHaveAttribute('href', '/articles/pending')
  })

  it('requests nothing about articles for a user who may not see them', async () => {
    openAs(server, 'wrt', '/tools')
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    await waitFor(() => expect(server.sent('POST /api/user-activity')).toHaveLength(1))
    expect(server.sent('GET /api/articles/pending')).toEqual([])
  })

  it('offers the menu again in the sticky header after 60 pixels [SHELL-045, SHELL-046, SHELL-047]', async () => {
    openAs(server, 'qa', '/tools')
    expect(await screen.findAllByRole('button', { name: 'Menu' })).toHaveLength(1)
    Object.defineProperty(window, 'scrollY', { value: 59, configurable: true })
    window.dispatchEvent(new Event('scroll'))
    expect(screen.getAllByRole('button', { name: 'Menu' })).toHaveLength(1)
    Object.defineProperty(window, 'scrollY', { value: 60, configurable: true })
    window.dispatchEvent(new Event('scroll'))
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Menu' })).toHaveLength(2))
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  })
})

describe('the note about sample data', () => {
  it('says on every page that the data are invented, and how to start with your own', async () => {
    openAs(server, 'adm', '/tools')
    server.answer('GET /api/health', { body: { ...HEALTH, is_sample: true } })
    await user.click(await screen.findByRole('button', { name: 'Sample data' }))
    expect(await screen.findByRole('heading', { name: 'You’re looking at sample data' })).toBeVisible()
    expect(screen.getByText('DATA_DIR=./own npm start -- --empty')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See connections' })).toHaveAttribute('href', '/scan')
  })

  it('is missing in a real workspace', async () => {
    openAs(server, 'adm', '/tools')
    server.answer('GET /api/health', { body: { ...HEALTH, is_sample: false } })
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    await waitFor(() => expect(server.sent('GET /api/health').length).toBeGreaterThan(0))
    expect(screen.queryByRole('button', { name: 'Sample data' })).toBeNull()
  })
})

describe('the drawer', () => {
  it('greets by first name and role, and lists the menu with Logout last [SHELL-045, SHELL-050, SHELL-051, SHELL-052, SHELL-060, SHELL-061, SHELL-070]', async () => {
    openAs(server, 'opm', '/tools')
    const menu = await openMenu()
    expect(screen.getByText('Hello, Ines')).toBeVisible()
    expect(screen.getByText('Operations manager')).toBeVisible()
    const entries = menu.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(entries[0]).toBe('Keywords Summary')
    expect(entries.slice(-2)).toEqual(['My Profile', 'Logout'])
  })

  it.each([
    ['requested', 'My Pending Articles'],
    ['published', 'Articles History'],
  ] as const)('marks the list that a %s article belongs to while its page is open', async (status, label) => {
    server.answer('GET /api/articles/12', { body: anArticle({ article_id: 12, status }) })
    openAs(server, 'adm', '/articles/12')
    const menu = await openMenu()
    await waitFor(() => expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent(label))
  })

  it('opens Keywords Summary with the view that the user starts with', async () => {
    server.answer('GET /api/saved-views/start', {
      body: { chosen: null, screen: 'keywords', search: 'tracked=true&sort=moved' },
    })
    openAs(server, 'opm', '/tools')
    const menu = await openMenu()
    const entry = menu.getByRole('link', { name: 'Keywords Summary' })
    await waitFor(() => expect(entry).toHaveAttribute('href', '/keywords?sort=moved&tracked=true'))
  })

  const MANAGING = ['ManageSites', 'ManageUsers', 'ManageFeatureFlags'] as const
  it.each(MANAGING)(
    'has the group Admin for users with %s [SHELL-056, SHELL-057, SHELL-058]',
    async (held) => {
      openAs(server, 'wrt', '/tools', { permissions: [held] })
      expect((await openMenu()).getByRole('heading', { name: 'Admin' })).toBeVisible()
    },
  )

  it('has no group Admin for users with every permission but those for sites, users and feature flags [SHELL-059]', async () => {
    const permissions = PERMISSIONS.filter((name) => MANAGING.every((managing) => managing !== name))
    openAs(server, 'wrt', '/tools', { permissions })
    const menu = await openMenu()
    expect(menu.getByRole('heading', { name: 'Tools' })).toBeVisible()
    expect(menu.queryByRole('heading', { name: 'Admin' })).toBeNull()
    expect(menu.getByRole('link', { name: 'App Scan' })).toBeVisible()
  })

  it('collapses a group of tools and remembers that for the user; the current page stays visible', async () => {
    const { unmount } = openAs(server, 'opm', '/product-search')
    let menu = await openMenu()
    await user.click(menu.getByRole('button', { name: 'Articles' }))
    expect(menu.queryByRole('link', { name: 'Articles History' })).toBeNull()
    await user.click(menu.getByRole('button', { name: 'Products' }))
    expect(menu.getByRole('link', { name: 'Product Search' })).toBeVisible()
    unmount()
    openAs(server, 'opm', '/tools')
    menu = await openMenu()
    expect(menu.getByRole('button', { name: 'Articles', expanded: false })).toBeVisible()
    await user.click(menu.getByRole('button', { name: 'Articles' }))
    expect(menu.getByRole('link', { name: 'Articles History' })).toBeVisible()
  })

  it('asks before it signs out [SHELL-080, SHELL-081, SHELL-082, SHELL-083]', async () => {
    openAs(server, 'opm', '/tools')
    const menu = await openMenu()
    await user.click(menu.getByRole('button', { name: 'Logout' }))
    const question = within(await screen.findByRole('dialog', { name: 'Signing Out?' }))
    expect(question.getByText('Are you sure you want to log out?')).toBeVisible()
    expect(session.token()).toBe('token-1')
    await user.click(question.getByRole('button', { name: 'Yes, I am!' }))
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(session.token()).toBeNull()
    expect(window.location.pathname).toBe('/')
    await waitFor(() =>
      expect(server.sent('DELETE /api/auth')[0]?.headers.authorization).toBe('Bearer token-1'),
    )
  })
})

describe('the footer', () => {
  it('shows year, environment and the commit with its link [SHELL-084, SHELL-085, SHELL-087, SHELL-088]', async () => {
    openAsVisitor(server, '/')
    const footer = within(await screen.findByRole('contentinfo'))
    expect(footer.getByText(String(new Date().getFullYear()))).toBeVisible()
    expect(await footer.findByText('staging')).toBeVisible()
    expect(footer.getByRole('link', { name: 'a41f9c2' })).toHaveAttribute('href', HEALTH.commit_url)
  })

  it('hides the environment in production [SHELL-086]', async () => {
    openAsVisitor(server, '/')
    server.answer('GET /api/health', { body: { ...HEALTH, env: 'production' } })
    const footer = within(await screen.findByRole('contentinfo'))
    await footer.findByRole('link', { name: 'a41f9c2' })
    expect(footer.queryByText(/production|development/)).toBeNull()
  })

  it('leaves out the build where the server reports none [SHELL-084] [SHELL-087]', async () => {
    openAsVisitor(server, '/')
    const { commit: _commit, ...rest } = HEALTH
    server.answer('GET /api/health', { body: rest })
    const footer = within(await screen.findByRole('contentinfo'))
    expect(await footer.findByText('staging')).toBeVisible()
    expect(footer.getByText(String(new Date().getFullYear()))).toBeVisible()
    expect(footer.queryByRole('link')).toBeNull()
  })

  it("names the environment 'development' when health cannot be read, without an error [SHELL-089, SHELL-092]", async () => {
    openAsVisitor(server, '/')
    server.answer('GET /api/health', { status: 500, body: { message: 'Health is ill' } })
    await waitFor(() => expect(server.sent('GET /api/health')).toHaveLength(1))
    expect(within(await screen.findByRole('contentinfo')).getByText('development')).toBeVisible()
    expect(screen.queryByText('Health is ill')).toBeNull()
  })
})

describe('the palette', () => {
  const suggestions = () =>
    server.answer('GET /api/keywords', ({ search }) => ({
      body: search.includes('gooseneck') ? [{ keyword_id: 5, keyword: 'gooseneck kettle' }] : [],
    }))
  /** Types as fast as an experienced user: before anything is rendered. */
  const typeAtOnce = (...keys: string[]) => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }
  const openByKey = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))

  it('keeps text typed while it loads, and Enter opens the match', async () => {
    openAs(server, 'qa', '/tools')
    suggestions()
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    openByKey()
    typeAtOnce(...'goosx', 'Backspace', ...'eneck', 'Enter')
    await waitFor(() => expect(location.pathname + location.search).toContain('keyword=gooseneck'))
    expect(screen.queryByRole('combobox', { name: 'Go to' })).toBeNull()
  })

  it('is closed by Escape while it loads, and returns the focus', async () => {
    openAs(server, 'qa', '/tools')
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    openByKey()
    typeAtOnce('g', 'Escape', '?')
    expect(await screen.findByRole('dialog')).toHaveTextContent('Ctrl')
    expect(screen.queryByRole('combobox', { name: 'Go to' })).toBeNull()
  })

  it('is in the list of shortcuts under ?, which says where each works', async () => {
    openAs(server, 'qa', '/tools')
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    typeAtOnce('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const keysOf = (place: string) =>
      within(screen.getByRole('region', { name: place }))
        .getAllByRole('term')
        .map(({ textContent }) => textContent)
    expect(keysOf('Everywhere')).toContain('Ctrl K')
    expect(keysOf('In a list')).toEqual(['↑ ↓ or J K', 'Enter', '→ ←', 'X'])
    expect(keysOf('Keywords Summary, on the row of a lost day')).toEqual(['U', '[ ]'])
    expect(keysOf('In the article on its page')).toEqual(['J K', 'A R X', '1–6', 'Z', 'C', 'N V E'])
    expect(keysOf('Products OOS, by product')).toEqual(['R', '1–9', '→ ←'])
    expect(keysOf('Changes')).toEqual(['Z'])
  })

  it('opens screens that are in no menu', async () => {
    openAs(server, 'qa', '/tools')
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    openByKey()
    await user.type(await screen.findByRole('combobox', { name: 'Go to' }), 'outb')
    expect(await screen.findByRole('option', { name: /Outbox/ })).toBeInTheDocument()
  })

  it.each([
    ['stock', 'Products OOS', '/reports/oos'],
    ['oos', 'Products OOS, by product', '/reports/oos?group=product'],
    ['surfaces', 'Content Surfaces', '/reports/surfaces'],
    ['winners', 'Keyword Winners', '/reports/winners'],
    ['alert', 'Alert rules', '/content-tracker?tab=alerts'],
    ['planner', 'Planner', '/keyword-opportunities?source=planner'],
    ['striking', 'Striking distance', '/gsc-keywords?tab=striking'],
    ['cannibal', 'Cannibalisation', '/gsc-keywords?tab=rivals'],
    ['offboard', 'Offboarding runs', '/user-access'],
    ['access review', 'Access reviews', '/user-access'],
  ])('finds by “%s” the screen that users call so', async (typed, label, address) => {
    openAs(server, 'adm', '/tools')
    suggestions()
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    openByKey()
    await user.type(await screen.findByRole('combobox', { name: 'Go to' }), typed)
    await user.click(await screen.findByRole('option', { name: `${label} Screen` }))
    await waitFor(() => expect(location.pathname + location.search).toContain(address))
  })

  it('offers no part of a screen that the user may not open', async () => {
    openAs(server, 'wrt', '/tools')
    suggestions()
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    openByKey()
    await user.type(await screen.findByRole('combobox', { name: 'Go to' }), 'stock')
    expect(await screen.findByText('No matches.')).toBeInTheDocument()
  })

  const answerAll = () => {
    suggestions()
    server.answer('GET /api/board', { body: [] })
    server.answer('GET /api/articles/suggestions', {
      body: [{ article_id: 31, title: 'Kettles that pour', status: 'published', site_id: 1 }],
    })
    server.answer('GET /api/products', {
      body: {
        nodes: [{ product_id: 5, asin: 'B0C7YRK4QD', name: 'Heron Kettle', recent: [] }],
        totalCount: 1,
        is_more: false,
        stocks: null,
      },
    })
    server.answer('GET /api/snowflake/content', {
      body: {
        pageInfo: { total: 1 },
        edges: [{ POST_ID: '71', SITE: 'kt', POST_TITLE: 'Kettles for calm mornings' }],
      },
    })
    server.answer('GET /api/users', {
      body: { nodes: [{ id: 9, first_name: 'Kit', last_name: 'Gooseneck', username: 'kit' }], totalCount: 1 },
    })
  }
  const typeToGo = async (words: string) => {
    await screen.findByRole('heading', { level: 1, name: 'Tools' })
    openByKey()
    await user.type(await screen.findByRole('combobox', { name: 'Go to' }), words)
  }
  const destinations = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

  it('finds every article, keyword, product, post and user by name', async () => {
    openAs(server, 'eng', '/tools')
    answerAll()
    await typeToGo('gooseneck')
    await screen.findByRole('option', { name: /Heron Kettle/ })
    expect(destinations()).toEqual([
      'gooseneck kettleKeyword',
      'Kettles that pour (31)Article',
      'Heron Kettle (B0C7YRK4QD)Product',
      'Kettles for calm mornings (kt/71)Post',
      'Kit GooseneckPerson',
    ])
    const asked = (route: string) => server.sent(route).map(({ search }) => new URLSearchParams(search))
    expect(asked('GET /api/articles/suggestions').map((query) => query.get('query'))).toEqual(['gooseneck'])
    expect(asked('GET /api/products').map((query) => query.get('perPage'))).toEqual(['5'])
    expect(asked('GET /api/snowflake/content').map((query) => query.get('title'))).toEqual(['gooseneck'])
  })

  it.each([
    ['Heron Kettle', '/products', { query: 'B0C7YRK4QD', productId: '5' }],
    ['Kettles for calm mornings', '/content-tracker', { site: 'kt', post: 'kt/71', tab: 'products' }],
    ['Kettles that pour', '/articles/31', {}],
  ])('finds by %s the page that shows it', async (name, path, search) => {
    openAs(server, 'eng', '/tools')
    answerAll()
    await typeToGo('gooseneck')
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
    await waitFor(() => expect(location.pathname).toBe(path))
    expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject(search)
  })

  it('lists an article with that number before those with it in their titles', async () => {
    openAs(server, 'eng', '/tools')
    answerAll()
    server.answer('GET /api/articles/77', { body: { article_id: 77, title: 'Number of its own' } })
    await typeToGo('#77')
    await screen.findByRole('option', { name: /Heron Kettle/ })
    expect(destinations().slice(0, 2)).toEqual([
      'Number of its own (77)Article',
      'Kettles that pour (31)Article',
    ])
  })

  it('searches only data that the user may see, and leaves out failed searches', async () => {
    openAs(server, 'eng', '/tools', { permissions: ['ViewTools', 'ManageProducts', 'ViewKeywords'] })
    answerAll()
    server.answer('GET /api/snowflake/content', { status: 502, body: { message: 'Away' } })
    await typeToGo('gooseneck')
    await screen.findByRole('option', { name: /Heron Kettle/ })
    expect(destinations()).toEqual(['gooseneck kettleKeyword', 'Heron Kettle (B0C7YRK4QD)Product'])
    expect(server.sent('GET /api/articles/suggestions')).toEqual([])
    expect(server.sent('GET /api/users')).toEqual([])
  })
})
