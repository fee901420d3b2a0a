import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Adoption, SiteAdoption } from '#shared/features/posts/adoptions/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const ADOPTION = '/api/sites/5/adoption'
const run = (over: Partial<Adoption> = {}): Adoption => ({
  adoption_id: 3,
  kind: 'whole',
  state: 'finished',
  reason: null,
  user: { id: 7, first_name: 'Mei', last_name: 'Tanaka', username: 'mei@desk.example' },
  total: 2000,
  done: 2000,
  outcomes: { added: 1998, changed: 0, known: 0, ours: 0, gone: 0, refused: 2 },
  products: 412,
  started_at: '2026-03-01T00:00:00.000Z',
  ended_at: '2026-03-01T00:01:00.000Z',
  ...over,
})
const NOTHING: SiteAdoption = {
  refusal: null,
  followed: 0,
  running: null,
  last: null,
  checked_at: null,
  news: null,
}

let server: Loopback
let adoption: SiteAdoption
const user = userEvent.setup()
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  adoption = NOTHING
  server.answer('GET /api/sites', {
    body: [
      {
        site_id: 5,
        code: 'ok',
        display_name: 'Open Kitchen',
        normalized_name: 'open-kitchen',
        logo_url: '/images/logo-ok.svg',
        url: 'https://openkitchen.example',
        retired: false,
        sandbox: false,
        affiliate_tag: null,
        links_products: true,
        shows_prices: true,
        disclosure: 'We may earn a commission.',
        changes_live_posts: false,
        post_style: null,
        keywordsCount: 0,
        articlesCount: 0,
        sitesCount: 0,
        asana_gid: null,
        copyboard_gid: null,
        contentWebhook: null,
        copyboardWebhook: null,
      },
    ],
  })
  server.answer(`GET ${ADOPTION}`, () => ({ body: adoption }))
  server.answer('GET /api/adoptions/3/posts', ({ search }) => ({
    body: search.includes('refused')
      ? {
          totalCount: 1,
          nodes: [post({ outcome: 'refused', title: '', url: null, note: 'It has no title.' })],
        }
      : { totalCount: 1, nodes: [post()] },
  }))
})
afterEach(() => server.close())

const post = (over: object = {}) => ({
  post_id: '1011',
  outcome: 'added',
  title: 'Kettles',
  url: 'https://openkitchen.example/kettles/',
  focus_keyword: 'kettle',
  asins: ['B0C9TR41XM', 'B0BVW52K7G'],
  note: '',
  ...over,
})
/** The dialog is loaded lazily. */
const PATIENCE = { timeout: 20_000 }
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }, PATIENCE))

it('a site’s posts are adopted from its row, and its progress is still shown after reopening', async () => {
  server.answer(`POST ${ADOPTION}`, () => {
    adoption = { ...NOTHING, running: run({ state: 'reading', done: 400, ended_at: null }) }
    return { status: 202, body: adoption.running }
  })
  openAs(server, 'eng', '/sites')
  await press('Posts of Open Kitchen')
  expect(await screen.findByRole('dialog', { name: 'Posts of Open Kitchen' }, PATIENCE)).toBeInTheDocument()
  await press('Import posts')
  expect(await screen.findByText('Reading: 400 of 2,000 posts')).toBeInTheDocument()
  expect(screen.getByText(/You can close this; it continues/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Import posts' })).toBeNull()
  // Waits for the end of the run, so that polling stops before this test's server closes.
  adoption = { ...NOTHING, last: run() }
  expect(await screen.findByRole('region', { name: 'Last full run' }, PATIENCE)).toBeInTheDocument()
})

it('a waiting run says why, and is stopped after a confirmation', async () => {
  adoption = {
    ...NOTHING,
    running: run({ state: 'reading', done: 20, ended_at: null, reason: 'WordPress is not available.' }),
  }
  server.answer(`DELETE ${ADOPTION}`, () => {
    adoption = { ...NOTHING, last: run({ state: 'stopped', reason: 'Stopped by Mei Tanaka.' }) }
    return { body: adoption }
  })
  openAs(server, 'eng', '/sites?adopt=5')
  expect(await screen.findByText(/WordPress is not available\./, {}, PATIENCE)).toBeInTheDocument()
  await press('Stop')
  await screen.findByText('Stop reading the posts of Open Kitchen?', {}, PATIENCE)
  expect(server.sent(`DELETE ${ADOPTION}`)).toHaveLength(0)
  const question = screen.getAllByRole('dialog').at(-1) ?? document.body
  await user.click(within(question).getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Stopped by Mei Tanaka.', {}, PATIENCE)).toBeInTheDocument()
})

it('a run’s report lists the products and the keyword of each post, and why others were refused', async () => {
  adoption = { ...NOTHING, followed: 1998, checked_at: '2026-03-01T00:01:00.000Z', last: run() }
  openAs(server, 'eng', '/sites?adopt=5')
  const report = await screen.findByRole('region', { name: 'Last full run' }, PATIENCE)
  expect(await within(report).findByRole('link', { name: /Kettles/ })).toHaveAttribute(
    'href',
    'https://openkitchen.example/kettles/',
  )
  expect(within(report).getByText('2 products, “kettle”')).toBeInTheDocument()
  await user.click(within(report).getByRole('button', { name: /Refused/ }))
  expect(await within(report).findByText('It has no title.')).toBeInTheDocument()
  expect(within(report).getByText('Post 1011')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '1,998 posts followed' })).toHaveAttribute(
    'href',
    expect.stringContaining('site=ok'),
  )
  await user.click(within(report).getByRole('button', { name: 'Report' }))
  expect(
    await screen.findByRole('dialog', { name: 'Report of Open Kitchen, run 3' }, PATIENCE),
  ).toBeInTheDocument()
})

it('a site without a connected WordPress says so and how to connect it, and offers no import', async () => {
  adoption = { ...NOTHING, refusal: 'No WordPress is connected for Open Kitchen.' }
  openAs(server, 'eng', '/sites?adopt=5')
  expect(
    await screen.findByText('No WordPress is connected for Open Kitchen.', {}, PATIENCE),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Import posts' })).toBeNull()
  const steps = screen.getByRole('region', { name: 'Connect it to WordPress' })
  expect(steps).toHaveTextContent(
    `WP_SITES='{"ok":{"baseUrl":"https://openkitchen.example","user":"ACCOUNT","appPassword":"APPLICATION PASSWORD"}}'`,
  )
  expect(within(steps).getByRole('button', { name: 'Copy setting' })).toBeVisible()
})

it('focus keywords are added after a preview', async () => {
  adoption = { ...NOTHING, followed: 3, checked_at: '2026-03-01T00:01:00.000Z' }
  let added = 2
  server.answer(`GET ${ADOPTION}/keywords`, () => ({
    body: {
      added,
      repeated: 3 - added,
      invalid: 0,
      without: 4,
      keywords: [
        { keyword: 'steel kettle', posts: 2, state: 'new', reason: null },
        { keyword: 'pan', posts: 1, state: 'known', reason: null },
      ],
    },
  }))
  server.answer(`POST ${ADOPTION}/keywords`, () => {
    added = 0
    return { body: { added: 2, repeated: 1, invalid: 0 } }
  })
  openAs(server, 'eng', '/sites?adopt=5')
  await press('Preview focus keywords')
  expect(
    await screen.findByText('2 new, 1 already in Keywords, 4 posts without a keyword'),
  ).toBeInTheDocument()
  expect(screen.getByRole('row', { name: 'New steel kettle 2 posts' })).toBeInTheDocument()
  expect(server.sent(`POST ${ADOPTION}/keywords`)).toHaveLength(0)
  await press('Add 2 keywords')
  expect(await screen.findByText('2 keywords added, 1 already there')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add 0 keywords' })).toBeDisabled())
  await vi.waitFor(() => expect(server.sent(`POST ${ADOPTION}/keywords`)).toHaveLength(1), 20_000)
})
