// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './profile-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationSettings } from '#shared/features/ground/notices/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const SETTINGS = '/api/profile/notifications'
const settingsOf = (more: Partial<NotificationSettings> = {}): NotificationSettings => ({
  groups: [
    { group: 'articles', way: 'mail', is_own: true, count: 42 },
    { group: 'mentions', way: 'mail', is_own: false, count: 9 },
    { group: 'alerts', way: 'digest', is_own: true, count: 1180 },
    { group: 'account', way: 'mail', is_own: false, count: 1 },
  ],
  default_mails: 'mentions',
  sends_mail: true,
  digest: { hour: 8, days: [1, 2, 3, 4, 5], hold_overnight: false },
  next_digest: {
    at: '2026-11-30T13:00:00.000Z',
    title: '2 new notices since Friday',
    lines: [{ group: 'alerts', text: '“Dunlarch V2”' }],
    more: 0,
  },
  time_zone: 'America/New_York',
  ...more,
})
const withWay = (group: string, way: 'bell' | 'off') =>
  settingsOf({
    groups: settingsOf().groups.map((row) => (row.group === group ? { ...row, way, is_own: true } : row)),
  })

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

async function openTab(settings = settingsOf()) {
  server.answer(`GET ${SETTINGS}`, { body: settings })
  openAs(server, 'opm', '/profile?tab=notifications')
  await screen.findByRole('table')
  return within(screen.getByRole('region', { name: 'Notifications' }))
}
const radio = (name: string) => screen.getByRole('radio', { name })

describe('notifications', () => {
  it('list the groups with their choices and how many notices there were', async () => {
    const card = await openTab()
    expect(radio('My articles: Mail at once')).toBeChecked()
    expect(radio('Alerts: In the digest')).toBeChecked()
    expect(card.getByRole('row', { name: /^Alerts/ })).toHaveTextContent('1,180')
    const account = card.getByRole('row', { name: /^My account/ })
    expect(account).toHaveTextContent('Always by bell and by mail at once')
    expect(within(account).queryByRole('radio')).toBeNull()
    expect(screen.getByText(/^You’ve changed/)).toHaveTextContent(
      'You’ve changed 2 of 3 groups. The rest follow the workspace’s default, “Mentions by mail”.',
    )
  })

  it('are saved at once, which is announced', async () => {
    server.answer(`PUT ${SETTINGS}/groups/articles`, { body: withWay('articles', 'off') })
    const card = await openTab()
    await user.click(radio('My articles: Off'))
    await waitFor(() => expect(card.getByRole('status')).toHaveTextContent('Saved'))
    expect(radio('My articles: Off')).toBeChecked()
    expect(server.sent(`PUT ${SETTINGS}/groups/articles`).map(({ json }) => json)).toEqual([{ way: 'off' }])
  })

  it('go back if they are not saved, and the row says why', async () => {
    let answer = (_: object) => {}
    const held = new Promise<object>((resolve) => {
      answer = resolve
    })
    server.answer(`PUT ${SETTINGS}/groups/articles`, () => held)
    const card = await openTab()
    await user.click(radio('My articles: Off'))
    expect(radio('My articles: Off')).toBeChecked()
    answer({ status: 409, body: { statusCode: 409, code: 'conflict', message: 'Not now.' } })
    const row = within(card.getByRole('row', { name: /^My articles/ }))
    expect(await row.findByRole('alert')).toHaveTextContent('Not saved. Not now.')
    expect(radio('My articles: Mail at once')).toBeChecked()
    expect(card.getByRole('status')).toBeEmptyDOMElement()
    server.answer(`PUT ${SETTINGS}/groups/articles`, { body: withWay('articles', 'bell') })
    await user.click(radio('My articles: Bell only'))
    await waitFor(() => expect(row.queryByRole('alert')).toBeNull())
  })

  it('are reached by the arrow keys: up and down lead to the next group', async () => {
    await openTab()
    radio('My articles: Mail at once').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(radio('Alerts: In the digest')).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(radio('Alerts: In the digest')).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(radio('Mentions: Mail at once')).toHaveFocus()
    expect(server.seen.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  it('go back to the defaults', async () => {
    const groups = settingsOf().groups.map((row) => ({ ...row, is_own: false }))
    server.answer(`DELETE ${SETTINGS}/groups`, { body: settingsOf({ groups, next_digest: null }) })
    await openTab()
    await user.click(screen.getByRole('button', { name: 'Use the defaults' }))
    expect(
      await screen.findByText('All groups follow the workspace’s default, “Mentions by mail”.'),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Use the defaults' })).toBeNull()
  })

  it('are the bell alone where no mail is sent', async () => {
    const groups = settingsOf().groups.map((row) => ({ ...row, way: 'bell' as const, is_own: false }))
    const card = await openTab(settingsOf({ groups, sends_mail: false, next_digest: null }))
    expect(card.getByText('Mail isn’t set up on this server, so only the bell works.')).toBeVisible()
    expect(radio('Alerts: Mail at once')).toBeDisabled()
    expect(radio('Alerts: In the digest')).toBeDisabled()
    expect(radio('Alerts: Off')).toBeEnabled()
    expect(screen.queryByRole('region', { name: 'Your digest' })).toBeNull()
  })

  it('say so when they cannot be loaded', async () => {
    server.answer(`GET ${SETTINGS}`, { status: 400, body: { message: 'Not today.' } })
    openAs(server, 'opm', '/profile?tab=notifications')
    expect(await screen.findByText('Your notification settings couldn’t be loaded.')).toBeVisible()
  })
})

describe('the digest', () => {
  const digest = async () => {
    await openTab()
    return within(screen.getByRole('region', { name: 'Your digest' }))
  }

  it('has its days, of which one stays', async () => {
    server.answer(`PUT ${SETTINGS}/digest`, ({ json }) => ({
      body: settingsOf({ digest: json as NotificationSettings['digest'] }),
    }))
    const card = await digest()
    expect(card.getByText('New York time')).toBeVisible()
    await user.click(card.getByRole('checkbox', { name: 'Saturday' }))
    await waitFor(() => expect(card.getByRole('status')).toHaveTextContent('Saved'))
    const sent = () => server.sent(`PUT ${SETTINGS}/digest`).map(({ json }) => json)
    expect(sent()).toEqual([{ hour: 8, days: [1, 2, 3, 4, 5, 6], hold_overnight: false }])
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
      await user.click(card.getByRole('checkbox', { name: day }))
    expect(card.getByRole('alert')).toHaveTextContent('Choose at least one day.')
    expect(card.getByRole('checkbox', { name: 'Saturday' })).toBeChecked()
    await waitFor(() => expect(sent()).toHaveLength(6))
  })

  it('goes back if it is not saved, and says why', async () => {
    server.answer(`PUT ${SETTINGS}/digest`, { status: 409, body: { message: 'Not now.' } })
    const card = await digest()
    await user.click(card.getByRole('checkbox', { name: /^Hold mail overnight/ }))
    expect(await card.findByRole('alert')).toHaveTextContent('Not saved. Not now.')
    expect(card.getByRole('checkbox', { name: /^Hold mail overnight/ })).not.toBeChecked()
  })

  it('is shown before it is sent, and can be sent at once', async () => {
    const empty = { at: '2026-11-30T13:00:00.000Z', title: null, lines: [], more: 0 }
    server.answer(`POST ${SETTINGS}/digest/send`, { body: settingsOf({ next_digest: empty }) })
    await openTab()
    const next = within(screen.getByRole('region', { name: 'Next digest' }))
    expect(next.getByRole('heading', { name: '2 new notices since Friday' })).toBeVisible()
    expect(next.getByRole('listitem')).toHaveTextContent('Alerts · “Dunlarch V2”')
    await user.click(next.getByRole('button', { name: 'Send it now' }))
    expect(await screen.findByText('Your digest is on its way')).toBeVisible()
    expect(await next.findByText('Nothing is new yet.')).toBeVisible()
    expect(next.getByRole('button', { name: 'Send it now' })).toBeDisabled()
  })
})
