import './content-tracker-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertRule, BackTest, Firing } from '#shared/features/desk/alert-rules/contract.ts'
import { dana, me, rule, tested } from '#web/testing/alert-rules.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
let rules: AlertRule[]
let test: BackTest
beforeEach(async () => {
  rules = [rule()]
  test = tested()
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/alert-rules', () => ({ body: rules }))
  server.answer('GET /api/alert-rules/choices', {
    body: { people: [me, dana].map((each) => ({ ...each, role_id: 'qa' })) },
  })
  server.answer('GET /api/alert-rules/back-test', () => ({ body: test }))
  server.answer('GET /api/alert-rules/calm', { body: { threshold: 100, told: 4 } })
})
afterEach(() => server.close())

const open = (address = '&rule=1') => openAs(server, 'qa', `/content-tracker?tab=alerts${address}`)
const asked = () => server.sent('GET /api/alert-rules/back-test').map(({ search }) => search)

describe('the alert rules', () => {
  it('say what each watches, how many matches it has now and how often it alerts', async () => {
    rules = [
      rule({ answers: { right: 8, noise: 2 } }),
      rule({
        rule_id: 2,
        name: 'Theirs',
        owner: dana,
        is_on: false,
        is_followed: false,
        listeners: 0,
        told_days: 55,
      }),
      rule({ rule_id: 3, name: 'Few answers', answers: { right: 9, noise: 0 }, named_now: 0 }),
    ]
    open('')
    const list = within(await screen.findByRole('list', { name: 'Alert rules' })).getAllByRole('listitem')
    expect(list[0]).toHaveTextContent('2 posts now')
    expect(list[0]).toHaveTextContent(
      'a post’s earnings fall by 25 % vs. the four weeks before, for posts above $500 a month',
    )
    expect(list[0]).toHaveTextContent('7 in 90 days')
    expect(list[1]).toHaveTextContent('7 in 55 days')
    expect(list[0]).toHaveTextContent('80 % of 10 ratings are “right”')
    expect(list[1]).toHaveTextContent('no recipients')
    expect(list[1]).toHaveTextContent('by Dana Okafor')
    expect(screen.getByRole('switch', { name: 'Theirs is on' })).toBeDisabled()
    expect(list[2]).toHaveTextContent('none now')
    expect(list[2]).not.toHaveTextContent('right of')
  })

  it('name recipients who are no longer notified, and say how to fix a rule without recipients', async () => {
    rules = [rule({ owner: dana, is_owner_gone: true, people: [5], people_gone: [{ ...dana, id: 5 }] })]
    openAs(server, 'adm', '/content-tracker?tab=alerts&rule=1')
    expect(await screen.findByText('Dana Okafor (no longer notified)')).toBeVisible()
    expect(screen.getByText(/^No active recipients: all of them are locked/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Hand over Dana Okafor’s work' })).toHaveAttribute(
      'href',
      `/users/${dana.id}`,
    )
  })

  it('start with the first one open if the address names none', async () => {
    rules = [rule({ name: 'Mine' }), rule({ rule_id: 2, name: 'Theirs', owner: dana })]
    open('')
    const list = within(await screen.findByRole('list', { name: 'Alert rules' }))
    expect(list.getByRole('button', { name: 'Mine' })).toHaveAttribute('aria-current', 'true')
    expect(await screen.findByRole('region', { name: 'Mine' })).toBeVisible()
    await userEvent.click(list.getByRole('button', { name: 'Theirs' }))
    expect(await screen.findByRole('region', { name: 'Theirs' })).toBeVisible()
  })

  it('invite the user to create the first one', async () => {
    rules = []
    open('')
    expect(await screen.findByText(/^No rules yet/)).toBeVisible()
  })
})

describe('the matches of a rule', () => {
  const firing = (over: Partial<Firing> = {}): Firing => ({
    day: '2026-11-02',
    subject_id: 5,
    title: 'Best Vacuums',
    post: 'hs/7',
    finding: { was: 900, is: 600 },
    answer: null,
    ...over,
  })
  const dialog = async () => within(await screen.findByRole('dialog'))

  it('are listed in full by page if today’s are more than the rule shows', async () => {
    test = tested({ named: 120 })
    server.answer('GET /api/alert-rules/firings', ({ search }) => ({
      body: {
        totalCount: 120,
        nodes: [firing({ title: search.includes('page=2') ? 'Best Kettles' : 'Best Vacuums' })],
      },
    }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'All 120 posts' }))
    const list = await dialog()
    const link = await list.findByRole('link', { name: 'Best Vacuums' })
    expect(link).toHaveAttribute('href', expect.stringContaining('post=hs%2F7'))
    expect(list.getByText('Earnings fell from $900.00 to $600.00 in four weeks')).toBeVisible()
    await userEvent.click(list.getByRole('button', { name: 'Next Page' }))
    expect(await list.findByRole('link', { name: 'Best Kettles' })).toBeVisible()
    expect(server.sent('GET /api/alert-rules/firings')[0]?.search).toContain('of=now')
  })

  it('are listed for each alert of the back-test, and week by week', async () => {
    server.answer('GET /api/alert-rules/firings', { body: { nodes: [firing()], totalCount: 7 } })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show list' }))
    const list = await dialog()
    expect(await list.findByText('2026-11-02')).toBeVisible()
    expect(window.location.search).toContain('listed=would')
    await userEvent.click(list.getByRole('combobox', { name: 'When' }))
    await userEvent.click(await screen.findByText('Week of 2026-11-16: 2'))
    await waitFor(() =>
      expect(server.sent('GET /api/alert-rules/firings').at(-1)?.search).toContain('week=2026-11-16'),
    )
    expect(
      server.sent('GET /api/alert-rules/firings').every(({ search }) => search.includes('of=would')),
    ).toBe(true)
  })

  it('are those of the alerts already sent when opened from a notice, with subjects that are gone since', async () => {
    server.answer('GET /api/alert-rules/1/firings', {
      body: {
        totalCount: 2,
        nodes: [firing(), firing({ subject_id: 6, title: null, post: null, finding: null })],
      },
    })
    server.answer('PUT /api/alert-rules/1/answers', { body: rule() })
    open('&rule=1&listed=told')
    const list = await dialog()
    expect(await list.findByRole('link', { name: 'Best Vacuums' })).toBeVisible()
    expect(list.getByText('No longer exists')).toBeVisible()
    await userEvent.click(list.getByRole('button', { name: 'Right: Best Vacuums' }))
    await waitFor(() =>
      expect(server.sent('PUT /api/alert-rules/1/answers').map(({ json }) => json)).toEqual([
        { subject_id: 5, answer: 'right' },
      ]),
    )
    expect(list.queryByRole('button', { name: 'Right: No longer exists' })).toBeNull()
    await userEvent.click(list.getByText('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(window.location.search).not.toContain('listed')
  })
})

describe('an open rule', () => {
  it('shows the alerts it would have sent, and those of the next looser setting', async () => {
    open()
    const test = await screen.findByRole('region', { name: 'Back-test' })
    expect(await within(test).findByText('would have alerted you 7 times in the past 90 days')).toBeVisible()
    expect(within(test).getByText('at 20 %: 11')).toBeVisible()
    expect(within(test).queryByText(/weeks known/)).toBeNull()
    const link = within(test).getByRole('link', { name: 'Best Vacuums' })
    expect(link).toHaveAttribute('href', expect.stringContaining('/content-tracker?'))
    expect(link).toHaveAttribute('href', expect.stringContaining('tab=earnings'))
    expect(within(test).getByText('Earnings fell from $900.00 to $600.00 in four weeks')).toBeVisible()
  })

  it('says how much data it has if that is less than a year', async () => {
    test = tested({ known_weeks: 12, known_days: 84 })
    open()
    expect(await screen.findByText('12 of 52 weeks known')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Over the last 12 weeks' })).toBeVisible()
    expect(screen.getByText('would have alerted you 7 times in the past 84 days')).toBeVisible()
  })

  it('shows its weeks from the first one with data', async () => {
    const weeks = tested().weeks.map((week, index) =>
      index < 38 ? { ...week, alerts: null, looser: null } : week,
    )
    test = tested({ weeks, known_weeks: 14 })
    open()
    const picture = await screen.findByRole('img', { name: /^Alerts a week over 14 weeks/ })
    expect(picture.querySelectorAll('.bar')).toHaveLength(14)
  })

  it('with far too many alerts says so in place of a chart', async () => {
    test = tested({ known_weeks: 0, is_too_much: true })
    open()
    expect(await screen.findByText(/^Far too many alerts/)).toBeVisible()
  })

  it('is tested again after every change, and saved as it reads', async () => {
    server.answer('PUT /api/alert-rules/1', { body: rule() })
    open()
    await userEvent.click(await screen.findByRole('combobox', { name: 'Threshold' }))
    await userEvent.click(await screen.findByText('40 %'))
    await waitFor(() => expect(asked().at(-1)).toContain('threshold=40'))
    await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))
    await waitFor(() =>
      expect(server.sent('PUT /api/alert-rules/1').map(({ json }) => json)).toEqual([
        expect.objectContaining({ threshold: 40, people: [me.id], roles: [], cool_down_days: 14 }),
      ]),
    )
  })

  it('about earnings at risk links to the stock board, where they can be fixed', async () => {
    rules = [rule({ kind: 'earnings-at-risk', threshold: 50 })]
    open()
    const link = await screen.findByRole('link', { name: 'Best Vacuums' })
    expect(link).toHaveAttribute('href', expect.stringMatching(/^\/reports\/oos\?query=Best(\+|%20)Vacuums/))
  })

  it('saved by another user asks about values that both changed, and keeps those that one of them changed', async () => {
    const theirs = rule({ name: 'Theirs', threshold: 40, version: 2 })
    server.answer('PUT /api/alert-rules/1', {
      status: 409,
      body: { message: 'Another user has saved it in the meantime.', details: { current: theirs } },
    })
    open()
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await userEvent.clear(name)
    await userEvent.type(name, 'Mine')
    await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))
    const versions = await screen.findByRole('region', { name: 'Name: two versions' })
    expect(versions).toHaveTextContent('YoursMineTheirsTheirs')
    await waitFor(() => expect(asked().at(-1)).toContain('threshold=40'))
    await userEvent.click(screen.getByText('Keep mine'))
    server.answer('PUT /api/alert-rules/1', { body: rule({ name: 'Mine', threshold: 40, version: 3 }) })
    await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))
    await waitFor(() =>
      expect(server.sent('PUT /api/alert-rules/1').at(-1)?.json).toMatchObject({
        ...{ name: 'Mine', threshold: 40, version: 2 },
      }),
    )
  })

  it('without recipients warns before it is saved', async () => {
    rules = [rule({ people: [] })]
    open()
    expect(await screen.findByText(/^No recipients/)).toBeVisible()
  })

  it('takes feedback on a match, and the same button removes it', async () => {
    server.answer('PUT /api/alert-rules/1/answers', () => {
      test = tested({ subjects: [{ ...(test.subjects[0] as BackTest['subjects'][0]), answer: 'noise' }] })
      return { body: rule() }
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Noise: Best Vacuums' }))
    const pressed = await screen.findByRole('button', { name: 'Noise: Best Vacuums', pressed: true })
    // Keyboard users continue here.
    expect(pressed).toHaveFocus()
    await waitFor(() => expect(pressed).not.toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(pressed)
    await waitFor(() =>
      expect(server.sent('PUT /api/alert-rules/1/answers').map(({ json }) => json)).toEqual([
        { subject_id: 5, answer: 'noise' },
        { subject_id: 5, answer: null },
      ]),
    )
  })

  it('can be deleted, and restored at once', async () => {
    server.answer('DELETE /api/alert-rules/1', { status: 204 })
    server.answer('POST /api/alert-rules/1/restore', { body: rule() })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.sent('POST /api/alert-rules/1/restore')).toHaveLength(1))
  })

  it('of another user can be followed but not changed', async () => {
    rules = [rule({ owner: dana, is_followed: false })]
    server.answer('PUT /api/alert-rules/1/follow', { body: rule() })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Follow this rule' }))
    expect(screen.queryByRole('button', { name: 'Save rule' })).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
    await waitFor(() =>
      expect(server.sent('PUT /api/alert-rules/1/follow').map(({ json }) => json)).toEqual([
        { follow: true },
      ]),
    )
  })
})

it('a new rule notifies its author, and cannot be saved without a name', async () => {
  server.answer('POST /api/alert-rules', { status: 201, body: rule() })
  open('')
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save rule' }))
  expect(await screen.findByText('Please name the rule.')).toBeVisible()
  expect(server.sent('POST /api/alert-rules')).toHaveLength(0)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Falls')
  await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))
  await waitFor(() =>
    expect(server.sent('POST /api/alert-rules').map(({ json }) => json)).toEqual([
      // A kind that no other rule watches yet.
      expect.objectContaining({ name: 'Falls', kind: 'earnings-at-risk', threshold: 100, people: [me.id] }),
    ]),
  )
  // A retry after a lost response must not create a second rule, so the key must not be empty.
  expect(server.sent('POST /api/alert-rules')[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

it('leaving an edited rule for another one asks first, and Cancel keeps the edits', async () => {
  rules = [rule(), rule({ rule_id: 2, name: 'Prices' })]
  open()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' of kettles')
  for (const name of ['Prices', 'New rule']) {
    await userEvent.click(screen.getByRole('button', { name }))
    const question = await screen.findByRole('dialog')
    await userEvent.click(within(question).getByRole('button', { name: /^(Cancel|Keep|Stay)/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Falls of kettles')
  }
})

it('a rule with too many alerts warns before it is saved', async () => {
  test = tested({ told: 531, known_days: 55 })
  open()
  expect(await screen.findByText('That’s about 10 alerts a day. Choose a stricter setting.')).toBeVisible()
})

it('a rule shows its first matches, and the rest on request, so that Save stays close', async () => {
  const subjects = Array.from({ length: 8 }, (_, index) => ({
    ...{ subject_id: index + 1, title: `Post ${index + 1}`, post: `hs/${index}`, value: 31, was: 9, is: 6 },
    answer: null,
  }))
  test = tested({ subjects, named: 30 })
  open()
  const list = await screen.findByRole('list', { name: 'Today’s matches' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 more' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(8)
  expect(screen.getByRole('button', { name: 'All 30 posts' })).toBeVisible()
})
