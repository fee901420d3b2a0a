import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ManagedSite } from '#shared/features/ground/sites/contract.ts'
import type { PostStyle } from '#shared/features/ground/sites/rules.ts'
import type { WebhookDetails } from '#shared/features/operate/webhooks/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { textsByHead } from '#web/testing/cells.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH } from '#web/testing/people.ts'

const BOARD = '1100000000000001'
const COPYBOARD = '1700000000000001'
const LIST = 'GET /api/sites'
const START = `PUT /api/webhooks/${COPYBOARD}`
const RESET = `PUT /api/webhooks/${BOARD}`
const TUNNEL = 'PATCH /api/webhooks/tunnel'

const active = (over: Partial<NonNullable<ManagedSite['contentWebhook']>> = {}) => ({
  state: 'active' as const,
  started_at: '2026-03-01T00:00:00.000Z',
  last_event_at: '2026-03-02T00:00:00.000Z',
  ...over,
})
const site = (over: Partial<ManagedSite> = {}): ManagedSite => ({
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
  keywordsCount: 2904,
  articlesCount: 871,
  sitesCount: 871,
  asana_gid: BOARD,
  copyboard_gid: COPYBOARD,
  contentWebhook: active(),
  copyboardWebhook: null,
  post_style: null,
  ...over,
})
const details = (over: Partial<WebhookDetails> = {}): WebhookDetails => ({
  gid: BOARD,
  type: 'content',
  site: { site_id: 5, display_name: 'Open Kitchen', logo_url: '/images/logo-ok.svg' },
  state: 'active',
  started_at: '2026-03-01T00:00:00.000Z',
  started_by: 'Mei Tanaka',
  last_event_at: null,
  events: 4118,
  event_days: 7,
  refused: 3,
  error: null,
  hours: Array.from({ length: 48 }, (_, at) => (at === 47 ? 2 : 0)),
  ...over,
})

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer(LIST, { body: [site()] })
})
afterEach(() => server.close())

async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByText(name, { selector: '.site-title' })).closest('tr')
  if (!row) throw new Error(`${name} is in no row.`)
  return row
}
const button = (name: string) => screen.findByRole('button', { name })
/** The last dialog is the one on top. */
const answer = async (name: string) => {
  const [dialog] = (await screen.findAllByRole('dialog')).slice(-1)
  if (!dialog) throw new Error('Nothing is asked.')
  await user.click(within(dialog).getByRole('button', { name }))
}

it('the screen at /sites is named Sites management and requests the sites with their webhooks [SITE-001] [SITE-015]', async () => {
  openAs(server, 'eng', '/sites')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sites management' })).toBeInTheDocument()
  await rowOf('Open Kitchen')
  expect(server.sent(LIST).map(({ search }) => search)).toContain('?webhooks=true')
})

it('each site has its name, counts and a control for each of its webhooks [SITE-002]', async () => {
  openAs(server, 'eng', '/sites')
  const row = await rowOf('Open Kitchen')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Keywords',
    'Articles',
    'Content board webhook',
    'Copyboard webhook',
    'Actions',
  ])
  expect(textsByHead(row)).toMatchObject({
    Keywords: '2,904',
    Articles: '871',
    'Content board webhook': expect.stringMatching(/^Active/),
    'Copyboard webhook': expect.stringMatching(/^None/),
  })
  const addressOf = (name: string) =>
    decodeURIComponent(within(row).getByRole('link', { name }).getAttribute('href') ?? '')
  expect(addressOf('2,904')).toMatch(/^\/keywords\?sites.*=5$/)
  expect(addressOf('871')).toMatch(/^\/articles\?site.*=5$/)
})

it('the style sheet of posts can be copied', async () => {
  openAs(server, 'eng', '/sites')
  await user.click(await button('Copy CSS'))
  expect(await screen.findByText('CSS copied')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toContain('.aop-product.wp-block-group')
  expect(screen.queryByText(/^Styles:/)).toBeNull()
})

const styled = (name: string, state: PostStyle, over: Partial<ManagedSite> = {}) => ({
  ...site({ site_id: name.length, display_name: name, ...over }),
  post_style: { state, checked_at: state === 'unknown' ? null : '2026-03-02T00:00:00.000Z' },
})
const styles = async () => within(await screen.findByRole('region', { name: 'Styles of posts' }))

it('each site on WordPress shows whether its styles are current, with Copy CSS for old and missing ones', async () => {
  const sites = [
    site(),
    styled('New', 'current'),
    styled('Aged', 'old'),
    styled('Missing', 'missing'),
    styled('Unread', 'unknown'),
    styled('Retired', 'old', { site_id: 9, retired: true }),
  ]
  server.answer(LIST, { body: sites })
  openAs(server, 'adm', '/sites')
  const region = await styles()
  await region.findByText('New')
  const rows = region.getAllByRole('listitem').map((row) => {
    const buttons = within(row)
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label'))
    return [row.textContent?.replace(/ago.*/, 'ago'), ...buttons]
  })
  expect(rows).toEqual([
    [expect.stringMatching(/^NewStyles: current.* ago$/), 'Check the styles of New again'],
    [expect.stringMatching(/^AgedStyles: old.* ago$/), 'Check the styles of Aged again', 'Copy CSS for Aged'],
    [
      expect.stringMatching(/^MissingStyles: missingNot found on the page, .* ago$/),
      'Check the styles of Missing again',
      'Copy CSS for Missing',
    ],
    ['UnreadStyles: unknownNot checked yet', 'Check the styles of Unread again'],
  ])
  expect(region.queryByRole('button', { name: 'Copy CSS' })).toBeNull()
  await user.click(region.getByRole('button', { name: 'Copy CSS for Aged' }))
  expect(await navigator.clipboard.readText()).toContain('--aop-style:')
})

it('the styles of a site are checked again on request, and a failure is reported', async () => {
  const check = 'GET /api/sites/4/post-style'
  server.answer(LIST, { body: [styled('Aged', 'old')] })
  server.answer(check, { status: 500, body: { message: 'Something went wrong.' } })
  openAs(server, 'adm', '/sites')
  const region = await styles()
  const again = await region.findByRole('button', { name: 'Check the styles of Aged again' })
  await user.click(again)
  expect(await screen.findByText('Couldn’t check the styles.')).toBeInTheDocument()
  await waitFor(() => expect(again).toBeEnabled())
  server.answer(LIST, { body: [styled('Aged', 'current')] })
  server.answer(check, { body: { post_style: styled('Aged', 'current').post_style } })
  await user.click(again)
  expect(await region.findByText('Styles: current')).toBeInTheDocument()
  expect(region.getByRole('button', { name: 'Copy CSS' })).toBeInTheDocument()
})

it('a sandbox site shows it beside its name, and no other does [SITE-003]', async () => {
  server.answer(LIST, { body: [site(), site({ site_id: 6, display_name: 'Tiny Journeys', sandbox: true })] })
  openAs(server, 'eng', '/sites')
  expect(within(await rowOf('Tiny Journeys')).getByRole('img', { name: 'Sandbox' })).toBeInTheDocument()
  expect(within(await rowOf('Open Kitchen')).queryByRole('img', { name: 'Sandbox' })).toBeNull()
})

it('a webhook is started after a confirmation [SITE-009] [SITE-010] [SITE-016]', async () => {
  server.answer(START, { body: details({ gid: COPYBOARD, type: 'copyboard' }) })
  openAs(server, 'eng', '/sites')
  await user.click(await button('Start the webhook of Open Kitchen, copyboard'))
  expect(await screen.findByText('Start the webhook of Open Kitchen, copyboard?')).toBeInTheDocument()
  await answer('Cancel')
  expect(server.sent(START)).toEqual([])
  server.answer(LIST, { body: [site({ copyboardWebhook: active() })] })
  await user.click(await button('Start the webhook of Open Kitchen, copyboard'))
  await answer('Start')
  expect(await screen.findByText('Webhook active')).toBeInTheDocument()
  expect(server.sent(START).map(({ json }) => json)).toEqual([{ type: 'copyboard' }])
  await waitFor(async () => expect(within(await rowOf('Open Kitchen')).queryByText('None')).toBeNull())
})

it('an active webhook is reset [SITE-011]', async () => {
  server.answer(RESET, { body: details() })
  openAs(server, 'eng', '/sites')
  await user.click(await button('Reset the webhook of Open Kitchen, content board'))
  await answer('Reset')
  expect(await screen.findByText('Webhook restarted')).toBeInTheDocument()
  expect(server.sent(RESET).map(({ json }) => json)).toEqual([{ type: 'content' }])
})

it('a failed start says so [SITE-021]', async () => {
  server.answer(START, { status: 502, body: { message: 'Asana is not available.' } })
  openAs(server, 'eng', '/sites')
  await user.click(await button('Start the webhook of Open Kitchen, copyboard'))
  await answer('Start')
  expect(await screen.findByText('Could not save the webhook')).toBeInTheDocument()
  expect(screen.getByText('Asana is not available.')).toBeInTheDocument()
})

it('a failed reset says so [SITE-022]', async () => {
  server.answer(RESET, { status: 502, body: { message: 'Asana is not available.' } })
  openAs(server, 'eng', '/sites')
  await user.click(await button('Reset the webhook of Open Kitchen, content board'))
  await answer('Reset')
  expect(await screen.findByText('Could not reset the webhook')).toBeInTheDocument()
})

it('the details of a webhook show who started it and its events, and reset it [SITE-004] [SITE-017]', async () => {
  server.answer(`GET /api/webhooks/${BOARD}`, { body: details() })
  server.answer(RESET, { body: details() })
  openAs(server, 'eng', '/sites')
  await user.click(await button('Details of Open Kitchen, content board'))
  const dialog = await screen.findByRole('dialog', { name: 'Open Kitchen, content board' })
  for (const text of ['Events, 7 days', '4,118', '3', 'None yet'])
    expect(within(dialog).getByText(text)).toBeInTheDocument()
  expect(within(dialog).getByText(/Mei Tanaka/)).toBeInTheDocument()
  expect(within(dialog).getByRole('img', { name: '2 calls in the last 48 hours' })).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
  await answer('Reset')
  await waitFor(() => expect(server.sent(RESET)).toHaveLength(1))
})

it('a missing webhook is reported [SITE-023]', async () => {
  server.answer(`GET /api/webhooks/${BOARD}`, { status: 404, body: { message: 'Webhook not found.' } })
  openAs(server, 'eng', `/sites?webhook=${BOARD}`)
  expect(await screen.findByText('Could not find webhook')).toBeInTheDocument()
})

it('users who do not manage webhooks see whether they are active, without buttons [SITE-012] [SITE-013] [SITE-014]', async () => {
  openAs(server, 'adm', `/sites?webhook=${BOARD}`)
  const row = await rowOf('Open Kitchen')
  expect(within(row).getByText('Active')).toBeInTheDocument()
  expect(within(row).queryByRole('button', { name: /webhook|Details/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Tunnel URL' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.sent(`GET /api/webhooks/${BOARD}`)).toEqual([])
})

it('sites that cannot be read are reported [SITE-020]', async () => {
  server.answer(LIST, { status: 500, body: { message: 'Something went wrong.' } })
  openAs(server, 'eng', '/sites')
  expect(await screen.findByText('Sites could not be searched.')).toBeInTheDocument()
})

it('the tunnel is set on a development server, and not without an address [SITE-005] [SITE-007] [SITE-018]', async () => {
  server.answer(TUNNEL, { body: { publicHost: 'https://abc.tunnel.example' } })
  openAs(server, 'eng', '/sites')
  await user.click(await button('Tunnel URL'))
  const dialog = await screen.findByRole('dialog', { name: 'Tunnel URL' })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Please input the tunnel URL!')).toBeInTheDocument()
  expect(server.sent(TUNNEL)).toEqual([])
  await user.type(
    within(dialog).getByLabelText(/Tunnel URL/, { selector: 'input' }),
    'https://abc.tunnel.example',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Boards now call https://abc.tunnel.example')).toBeInTheDocument()
  expect(server.sent(TUNNEL).map(({ json }) => json)).toEqual([{ url: 'https://abc.tunnel.example' }])
})

it('a failed tunnel says so [SITE-024]', async () => {
  server.answer(TUNNEL, { status: 503, body: { message: 'Not now.' } })
  openAs(server, 'eng', '/sites?tunnel=1')
  const dialog = await screen.findByRole('dialog', { name: 'Tunnel URL' })
  await user.type(
    within(dialog).getByLabelText(/Tunnel URL/, { selector: 'input' }),
    'https://abc.tunnel.example',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Could not start the service')).toBeInTheDocument()
})

it('there is no tunnel in production, whatever the address says [SITE-006]', async () => {
  openAs(server, 'eng', '/sites?tunnel=1')
  server.answer('GET /api/health', { body: { ...HEALTH, tunnels: false } })
  await rowOf('Open Kitchen')
  expect(await screen.findByText('staging')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Tunnel URL' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('silent boards are reported early, and restarted together', async () => {
  const silent = active({ state: 'silent' })
  server.answer(LIST, { body: [site({ contentWebhook: silent, copyboardWebhook: silent })] })
  server.answer(RESET, { status: 502, body: { message: 'No.' } })
  server.answer(START, { body: details({ gid: COPYBOARD, type: 'copyboard' }) })
  openAs(server, 'eng', '/sites')
  expect(await screen.findByText('2 boards haven’t sent anything for more than a day.')).toBeInTheDocument()
  await user.click(await button('Reset all 2'))
  // The failed one did not stop the others.
  await waitFor(() => expect(server.sent(START)).toHaveLength(1))
  expect(server.sent(RESET)).toHaveLength(1)
})

it('a site is added from the form, and a code in use is reported at its field', async () => {
  openAs(server, 'adm', '/sites')
  await user.click(await button('New Site'))
  const dialog = await screen.findByRole('dialog', { name: 'New Site' })
  const field = (label: RegExp) => within(dialog).getByLabelText(label, { selector: 'input' })
  await user.click(within(dialog).getByRole('button', { name: 'Add Site' }))
  expect(await within(dialog).findByText('Missing name')).toBeInTheDocument()
  await user.type(field(/^Name/), 'Quiet Rooms')
  await user.type(field(/^Code/), 'ok')
  await user.type(field(/^Address/), 'quietrooms.example')
  const taken = 'The code ok already belongs to Open Kitchen.'
  server.answer('POST /api/sites', { status: 409, body: { message: taken } })
  await user.click(within(dialog).getByRole('button', { name: 'Add Site' }))
  expect(await within(dialog).findByText(taken)).toBeInTheDocument()
  await user.type(field(/^Code/), '{Backspace}{Backspace}qu')
  server.answer('POST /api/sites', { status: 201, body: site({ site_id: 9 }) })
  await user.click(within(dialog).getByRole('button', { name: 'Add Site' }))
  expect(await screen.findByText('Site added')).toBeInTheDocument()
  expect(server.sent('POST /api/sites').at(-1)?.json).toMatchObject({
    code: 'qu',
    display_name: 'Quiet Rooms',
    url: 'quietrooms.example',
  })
})

const CONNECTION = 'POST /api/sites/connection'
const NOT_AVAILABLE = {
  body: [{ label: 'Posts', ok: false, detail: 'WordPress is not available.' }],
}

it('the connection of a new site is tested with the typed values, and the result disappears when they change', async () => {
  server.answer(CONNECTION, NOT_AVAILABLE)
  openAs(server, 'adm', '/sites?new=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'New Site' }))
  const test = dialog.getByRole('button', { name: 'Test connection' })
  expect(test).toBeDisabled()
  await user.type(dialog.getByLabelText(/^Code/), 'qu')
  await user.type(dialog.getByLabelText(/^Content board/), '4711')
  await user.click(test)
  expect(await dialog.findByText(/WordPress is not available/)).toBeInTheDocument()
  expect(server.sent(CONNECTION).map(({ json }) => json)).toEqual([
    { code: 'qu', asana_gid: '4711', copyboard_gid: '' },
  ])
  await user.type(dialog.getByLabelText(/^Content board/), '2')
  expect(dialog.queryByText(/WordPress is not available/)).toBeNull()
})

it('only changed fields of a site are sent, and its connection is tested on request', async () => {
  server.answer('PATCH /api/sites/5', { body: site() })
  server.answer(CONNECTION, NOT_AVAILABLE)
  openAs(server, 'adm', '/sites?site=5')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Open Kitchen' })
  await user.click(within(dialog).getByRole('button', { name: 'Test connection' }))
  expect(await within(dialog).findByText(/WordPress is not available/)).toBeInTheDocument()
  await user.type(within(dialog).getByLabelText(/^Affiliate tag/), 'openkitchen-20')
  const prices = within(dialog).getByRole('switch', { name: 'Prices' })
  expect(prices).toBeChecked()
  await user.click(prices)
  await user.clear(within(dialog).getByLabelText(/^Disclosure/))
  expect(within(dialog).getByText('Posts show no prices')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Site changed')).toBeInTheDocument()
  expect(server.sent('PATCH /api/sites/5').map(({ json }) => json)).toEqual([
    { affiliate_tag: 'openkitchen-20', shows_prices: false, disclosure: '' },
  ])
})

it('a site is retired only after a confirmation', async () => {
  server.answer('PATCH /api/sites/5', { body: site({ retired: true }) })
  openAs(server, 'adm', '/sites?site=5')
  await user.click(await button('Retire'))
  await answer('Retire')
  await waitFor(() =>
    expect(server.sent('PATCH /api/sites/5').map(({ json }) => json)).toEqual([{ retired: true }]),
  )
})
