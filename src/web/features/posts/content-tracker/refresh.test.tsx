import './content-tracker-screen.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContentRow, EarningsCause } from '#shared/features/posts/content-tracker/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const row = (over: Partial<ContentRow> = {}): ContentRow => ({
  POST_ID: '7',
  SITE: 'hs',
  POST_TITLE: 'Best Vacuums',
  POST_DATE: '2026-03-01',
  PERMALINK: 'https://hs.example/vacuums',
  ARTICLE_URL: '/articles/5',
  PRODUCT_LIST: [],
  EARNINGS: 6214,
  clicks: null,
  clicks_until: null,
  FLAGS: [],
  change: null,
  weeks: [],
  refresh: 55,
  reasons: [
    { kind: 'earnings', points: 30, text: 'The last four weeks earned less' },
    { kind: 'stock', points: 25, text: '2 of 2 products are out of stock' },
  ],
  renews: 'article',
  update: null,
  ...over,
})
const cause = (over: Partial<EarningsCause>): EarningsCause => ({
  day: '2026-10-14',
  kind: 'out',
  subject: 'Dunlarch V2',
  award: 'Best Overall',
  keyword_id: null,
  weekly: 236,
  held: null,
  effect: null,
  ...over,
})

let server: Loopback
let rows: ContentRow[]
beforeEach(async () => {
  rows = [row()]
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/saved-views', { body: [] })
  server.answer('GET /api/warehouse', { body: { warehouse: null } })
  server.answer('GET /api/snowflake/overview', { body: { weeks: [], flags: [] } })
  server.answer('GET /api/snowflake/content', () => ({ body: { pageInfo: { total: 1 }, edges: rows } }))
  server.answer('POST /api/articles/asana-statuses', { body: [] })
  server.answer('GET /api/content-tracker/task-values', { body: { statuses: [], priorities: [] } })
  server.answer('GET /api/snowflake/products', { body: [] })
  server.answer('POST /api/content-tracker/updates', { status: 201, body: { article_id: 9 } })
})
afterEach(() => server.close())

const openReasons = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: /^Refresh \d+: why, for Best Vacuums/ }))
  return within(await screen.findByRole('dialog', { name: 'Refresh Best Vacuums' }))
}
const requested = () => server.sent('POST /api/content-tracker/updates').map(({ json }) => json)

describe('the refresh score of a post', () => {
  it('opens its reasons with their points, and how they are counted', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker')
    const card = await openReasons(user)
    const [first, second] = card.getAllByRole('listitem')
    expect(first).toHaveTextContent('30The last four weeks earned less')
    expect(second).toHaveTextContent('252 of 2 products are out of stock')
    await user.click(card.getByText('How it’s calculated'))
    expect(card.getByText(/^Stock: up to 25 points/)).toBeVisible()
  })

  it('sorts and filters the list', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker?refresh=30')
    const asked = () =>
      Object.fromEntries(new URLSearchParams(server.sent('GET /api/snowflake/content').at(-1)?.search))
    await waitFor(() => expect(asked()).toMatchObject({ refresh: '30' }))
    await user.click(await screen.findByRole('columnheader', { name: 'Refresh' }))
    await waitFor(() => expect(asked()).toMatchObject({ refresh: '30', sort: 'REFRESH' }))
  })
})

describe('an update is requested', () => {
  it('from the reasons, and its draft opens for editing', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker')
    const card = await openReasons(user)
    await user.click(card.getByRole('button', { name: 'Request update' }))
    await waitFor(() => expect(window.location.pathname).toBe('/articles/9'))
    expect(window.location.search).toContain('edit=')
    expect(requested()).toEqual([{ site: 'hs', post_id: '7' }])
  })

  const ask = async (name: string) => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker')
    const card = await openReasons(user)
    return { user, card, button: card.getByRole('button', { name }) }
  }

  it('for a post written elsewhere after a warning that its whole text is replaced', async () => {
    rows = [row({ ARTICLE_URL: null, renews: 'post' })]
    const { user, button } = await ask('Request update')
    await user.click(button)
    expect(await screen.findByText(/replaces its whole text/)).toBeVisible()
    expect(requested()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Request' }))
    await waitFor(() => expect(requested()).toEqual([{ site: 'hs', post_id: '7' }]))
  })

  it('with the keyboard too: the confirmation takes the focus, and Escape returns it', async () => {
    rows = [row({ ARTICLE_URL: null, renews: 'post', update: null })]
    openAs(server, 'opm', '/content-tracker?post=hs%2F7')
    const user = userEvent.setup()
    const panel = within(await screen.findByRole('region', { name: 'Details of Best Vacuums' }))
    const button = await panel.findByRole('button', { name: 'Request update' })
    button.focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Rewrite this post?')
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
    expect(requested()).toEqual([])
  })

  it('as a second post, after a warning, with a keyword for a post that has none', async () => {
    rows = [row({ ARTICLE_URL: null, renews: 'another', FLAGS: ['NO_KEYWORD'] })]
    const { user, card, button } = await ask('Request new article')
    await user.click(button)
    const keyword = card.getByRole('textbox', { name: 'Keyword of Best Vacuums' })
    expect(keyword).toHaveFocus()
    expect(keyword).toHaveAccessibleDescription(/^This post has no keyword/)
    expect(screen.queryByText('This creates a second post')).toBeNull()
    await user.type(keyword, 'vacuum')
    expect(keyword).not.toHaveAttribute('aria-invalid')
    // The default action of the key would otherwise press a button of the question.
    expect(fireEvent.keyDown(keyword, { key: 'Enter' })).toBe(false)
    await waitFor(() => expect(screen.getByText('This creates a second post')).toBeVisible())
    expect(requested()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Request' }))
    await waitFor(() => expect(requested()).toEqual([{ site: 'hs', post_id: '7', keyword: 'vacuum' }]))
  })

  it.each([
    ['its row', 'Show details', 'Hide details'],
    ['its reasons', /^Refresh \d+: why/, 'Close'],
  ])(
    'with a keyword that is kept when %s was closed, and cleared after the request',
    async (_, opener, closer) => {
      rows = [row({ ARTICLE_URL: null, renews: 'another', FLAGS: ['NO_KEYWORD'] })]
      const page = openAs(server, 'opm', '/content-tracker')
      const user = userEvent.setup()
      const open = async () => {
        await user.click(await screen.findByRole('button', { name: opener }))
        return screen.findByRole('textbox', { name: 'Keyword of Best Vacuums' })
      }
      await user.type(await open(), 'vacuum')
      await user.click(screen.getByRole('button', { name: closer }))
      await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Keyword of/ })).toBeNull())
      expect(await open()).toHaveValue('vacuum')
      await user.click(screen.getByRole('button', { name: 'Request new article' }))
      await user.click(await screen.findByRole('button', { name: 'Request' }))
      await waitFor(() => expect(window.location.pathname).toBe('/articles/9'))
      page.unmount()
      openAs(server, 'opm', '/content-tracker')
      expect(await open()).toHaveValue('')
    },
  )

  it('once: an update in progress has only a link to it', async () => {
    rows = [row({ update: { article_id: 9, status: 'draft' } })]
    openAs(server, 'opm', '/content-tracker?post=hs%2F7')
    const panel = within(await screen.findByRole('region', { name: 'Details of Best Vacuums' }))
    expect(await panel.findByRole('link', { name: 'Update in progress' })).toHaveAttribute(
      'href',
      expect.stringContaining('/articles/9'),
    )
    expect(panel.queryByRole('button', { name: /^Request/ })).toBeNull()
  })
})

it('the reasons for moved earnings are beside the chart, newest first and numbered as in it', async () => {
  server.answer('GET /api/snowflake/article-revenue', {
    body: {
      history: [
        { WEEK_START_DATE: '2025-11-17', EARNINGS: 5 },
        { WEEK_START_DATE: '2026-11-16', EARNINGS: 10 },
      ],
      notice: null,
    },
  })
  server.answer('GET /api/content-tracker/causes', {
    body: {
      causes: [
        cause({}),
        cause({
          day: '2026-09-30',
          kind: 'lost',
          subject: 'robot vacuum',
          award: '',
          keyword_id: 3,
          weekly: null,
          held: { days: 19, of: 38 },
        }),
        cause({
          day: '2026-04-22',
          kind: 'updated',
          subject: '2 new products, new intro',
          award: '',
          weekly: null,
          effect: { share: 0.18, weeks: 8 },
        }),
      ],
      outages: [{ from: '2026-10-14', to: null }],
    },
  })
  openAs(server, 'opm', '/content-tracker?post=hs%2F7&tab=earnings')
  const causes = within(await screen.findByRole('region', { name: 'Why it moved' }))
  expect((await causes.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '3Dunlarch V2, Best Overall, sold out; about −$236.00 a week14 Oct',
    '2Lost robot vacuum on 19 of 38 days30 Sep',
    '1Updated: 2 new products, new intro; +18 % in 8 weeks22 Apr',
  ])
  expect(screen.getByText('top pick out of stock')).toBeInTheDocument()
  const marks = [...document.querySelectorAll('.plot-mark')].map(({ textContent }) => textContent)
  expect(marks).toEqual(['1', '2', '3'])
  expect(document.querySelectorAll('rect[fill^="url"]')).toHaveLength(1)
})

it('earnings without data are unknown, not zero', async () => {
  server.answer('GET /api/snowflake/overview', {
    body: { weeks: [], flags: [{ flag: 'ALL', posts: 3, earnings: 0, lost: 0 }] },
  })
  openAs(server, 'opm', '/content-tracker')
  const overview = within(await screen.findByRole('region', { name: 'All posts' }))
  expect(await overview.findByText(/no earnings data yet/)).toBeInTheDocument()
  expect(overview.queryByText('$0.00')).toBeNull()
})

describe('the weeks of all sites', () => {
  const late = (SITE_NAME: string, LAST_WEEK: string, IS_WAITED_FOR: boolean) => ({
    site: SITE_NAME.slice(0, 2).toLowerCase(),
    site_name: SITE_NAME,
    last_week: LAST_WEEK,
    is_waited_for: IS_WAITED_FOR,
  })
  const openWith = async (all: object[], search = '') => {
    server.answer('GET /api/snowflake/overview', {
      body: { weeks: [{ WEEK_START_DATE: '2026-10-05', EARNINGS: 10 }], late: all, flags: [] },
    })
    openAs(server, 'opm', `/content-tracker${search}`)
    const overview = within(await screen.findByRole('region', { name: 'All posts' }))
    await overview.findByRole('img', { name: /52 weeks to 2026-10-05/ })
    return overview
  }

  it('name the sites they wait for, and those they leave out', async () => {
    const overview = await openWith([
      late('Old Attic', '2026-07-06', false),
      late('Trailhead', '2026-10-05', true),
      late('Open Kitchen', '2026-10-12', true),
    ])
    expect(
      overview.getByText(
        'No earnings reported for Trailhead after the week of 2026-10-05 and Open Kitchen after the week of 2026-10-12: the total ends with the week of 2026-10-05.',
      ),
    ).toBeInTheDocument()
    expect(
      overview.getByText(
        'No earnings reported for Old Attic after the week of 2026-07-06: later weeks don’t include it.',
      ),
    ).toBeInTheDocument()
  })

  it('of one site name the last week with data', async () => {
    const overview = await openWith([late('Trailhead', '2026-10-05', true)], '?site=tr')
    expect(
      overview.getByText('No earnings reported for Trailhead after the week of 2026-10-05.'),
    ).toBeInTheDocument()
  })

  it('show no note if all sites have reported', async () => {
    const overview = await openWith([])
    expect(overview.queryByText(/^No earnings reported/)).toBeNull()
  })
})
