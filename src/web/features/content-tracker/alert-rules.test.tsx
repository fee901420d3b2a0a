import './content-tracker-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertRule, BackTest, Firing } from '#shared/features/alert-rules/contract.ts'
import { plusDays } from '#shared/format/day.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

const ME = person('qa')
const me = { id: ME.id, first_name: ME.first_name, last_name: ME.last_name, username: ME.username }
const dana = { id: ME.id + 1, first_name: 'Dana', last_name: 'Okafor', username: 'dana@desk.example' }

const rule = (over: Partial<AlertRule> = {}): AlertRule => ({
  rule_id: 1,
  version: 1,
  name: 'Falls',
  kind: 'earnings-fell',
  against: 'before',
  threshold: 25,
  least: 500,
  site_id: null,
  site: null,
  cool_down_days: 14,
  is_on: true,
  roles: [],
  people: [me.id],
  owner: me,
  is_owner_gone: false,
  is_followed: true,
  listeners: 1,
  named_now: 2,
  told_90: 7,
  told_days: 90,
  answers: { right: 0, noise: 0 },
  changed_at: '2026-11-03T10:00:00Z',
  ...over,
})
const tested = (over: Partial<BackTest> = {}): BackTest => ({
  weeks: Array.from({ length: 52 }, (_, index) => ({
    week: plusDays('2025-12-01', 7 * index),
    alerts: index % 3,
    looser: 3,
  })),
  known_weeks: 52,
  told: 7,
  known_days: 90,
  looser: { threshold: 20, told: 11 },
  is_too_much: false,
  named: 1,
  subjects: [
    { subject_id: 5, title: 'Best Vacuums', post: 'hs/7', value: 31, was: 900, is: 600, answer: null },
  ],
  counted_at: '2026-11-23T06:30:00Z',
  ...over,
})

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
  it('say what each asks for, what it names by now and how often it speaks', async () => {
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
      'earnings of a post fall by 25 % against the four weeks before, on posts above $500 a month',
    )
    expect(list[0]).toHaveTextContent('7 in 90 days')
    expect(list[1]).toHaveTextContent('7 in 55 days')
    expect(list[0]).toHaveTextContent('80 % right of 10 answers')
    expect(list[1]).toHaveTextContent('nobody listens')
    expect(list[1]).toHaveTextContent('by Dana Okafor')
    expect(screen.getByRole('switch', { name: 'Theirs is on' })).toBeDisabled()
    expect(list[2]).toHaveTextContent('none now')
    expect(list[2]).not.toHaveTextContent('right of')
  })

  it('invite to a first one where there is none', async () => {
    rules = []
    open('')
    expect(await screen.findByText(/^No rule yet/)).toBeVisible()
  })
})

describe('what a rule speaks of', () => {
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

  it('is listed in full by page where more is named today than stands beside the rule', async () => {
    test = tested({ named: 120 })
    server.answer('GET /api/alert-rules/firings', ({ search }) => ({
      body: {
        total: 120,
        firings: [firing({ title: search.includes('page=2') ? 'Best Kettles' : 'Best Vacuums' })],
      },
    }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'All 120 posts' }))
    const list = await dialog()
    const link = await list.findByRole('link', { name: 'Best Vacuums' })
    expect(link).toHaveAttribute('href', expect.stringContaining('post=hs%2F7'))
    expect(list.getByText('Earnings fell from $900 to $600 in four weeks')).toBeVisible()
    await userEvent.click(list.getByRole('button', { name: 'Next Page' }))
    expect(await list.findByRole('link', { name: 'Best Kettles' })).toBeVisible()
    expect(server.sent('GET /api/alert-rules/firings')[0]?.search).toContain('of=now')
  })

  it('is listed for each time that the back-test counts, and week by week', async () => {
    server.answer('GET /api/alert-rules/firings', { body: { total: 7, firings: [firing()] } })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'List them' }))
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

  it('is what it has told by the address that a notice leads to, with what is gone since then', async () => {
    server.answer('GET /api/alert-rules/1/tellings', {
      body: {
        total: 2,
        firings: [firing(), firing({ subject_id: 6, title: null, post: null, finding: null })],
      },
    })
    server.answer('PUT /api/alert-rules/1/answers', { body: rule() })
    open('&rule=1&listed=told')
    const list = await dialog()
    expect(await list.findByRole('link', { name: 'Best Vacuums' })).toBeVisible()
    expect(list.getByText('Not there any more')).toBeVisible()
    await userEvent.click(list.getByRole('button', { name: 'Right: Best Vacuums' }))
    await waitFor(() =>
      expect(server.sent('PUT /api/alert-rules/1/answers').map(({ json }) => json)).toEqual([
        { subject_id: 5, answer: 'right' },
      ]),
    )
    expect(list.queryByRole('button', { name: 'Right: Not there any more' })).toBeNull()
    await userEvent.click(list.getByText('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(window.location.search).not.toContain('listed')
  })
})

describe('what is listed of a rule', () => {
  const PAGES = { total: 120, firings: [] }

  it('begins with its first page where Back leads to another list', async () => {
    server.answer('GET /api/alert-rules/firings', { body: PAGES })
    server.answer('GET /api/alert-rules/1/tellings', { body: PAGES })
    open('&rule=1&listed=told')
    const list = within(await screen.findByRole('dialog'))
    await userEvent.click(await list.findByRole('button', { name: 'Next Page' }))
    await waitFor(() =>
      expect(server.sent('GET /api/alert-rules/1/tellings').at(-1)?.search).toContain('page=2'),
    )
    // As Back does.
    server.visit('/content-tracker?tab=alerts&rule=1&listed=would')
    window.dispatchEvent(new PopStateEvent('popstate'))
    await waitFor(() => expect(server.sent('GET /api/alert-rules/firings').length).toBeGreaterThan(0))
    expect(await list.findByText('1–50 of 120')).toBeVisible()
    expect(server.sent('GET /api/alert-rules/firings').map(({ search }) => search)).not.toContainEqual(
      expect.stringContaining('page=2'),
    )
  })

  it('is what it names today where it is not saved yet and has told nothing', async () => {
    server.answer('GET /api/alert-rules/firings', { body: PAGES })
    open('&rule=0&listed=told')
    const list = within(await screen.findByRole('dialog'))
    expect(await list.findByRole('radio', { checked: true })).toHaveAccessibleName('Today')
  })

  it('is shut when a new rule is begun', async () => {
    server.answer('GET /api/alert-rules/firings', { body: PAGES })
    open('&rule=1&listed=would&week=2026-11-16')
    await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('button', { name: 'New rule', hidden: true }))
    await waitFor(() => expect(window.location.search).toContain('rule=0'))
    expect(window.location.search).not.toMatch(/listed|week/)
  })
})

describe('a rule that is being written', () => {
  it.each([
    ['is known', { body: { threshold: 100, told: 4 } }],
    ['cannot be told', { status: 500, body: { message: 'Not now.' } }],
  ])('stays as it is when the rules are read anew, or cannot be; its calm threshold %s', async (_, calm) => {
    server.answer('GET /api/alert-rules/calm', calm)
    server.answer('PUT /api/alert-rules/1', () => {
      // Meanwhile somebody else has made one of the kind that this one watches.
      rules = [rule({ is_on: false }), rule({ rule_id: 2, name: 'Theirs', kind: 'earnings-at-risk' })]
      return { body: rules[0] }
    })
    open('&rule=0')
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await userEvent.type(name, 'Stock')
    await userEvent.click(screen.getByRole('switch', { name: 'Falls is on' }))
    expect(await screen.findByRole('switch', { name: 'Theirs is on' })).toBeVisible()
    await waitFor(() => expect(server.sent('GET /api/alert-rules/calm').length).toBeGreaterThan(1))
    expect(screen.getByRole('textbox', { name: 'Name' })).toBe(name)
    expect(name).toHaveValue('Stock')
    expect(asked().every((search) => search.includes('kind=earnings-at-risk'))).toBe(true)
    server.answer('GET /api/alert-rules', { status: 500, body: { message: 'Not now.' } })
    const read = server.sent('GET /api/alert-rules').length
    await userEvent.click(screen.getByRole('switch', { name: 'Falls is on' }))
    await waitFor(() => expect(server.sent('GET /api/alert-rules').length).toBeGreaterThan(read))
    expect(screen.getByRole('textbox', { name: 'Name' })).toBe(name)
  })

  it('keeps the usual threshold that somebody has chosen before a calm one was known', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    server.answer('GET /api/alert-rules/calm', async ({ search }) =>
      search.includes('kind=price-moved') ? { body: await promise } : { body: { threshold: 100, told: 4 } },
    )
    open('&rule=0')
    await userEvent.click(await screen.findByRole('combobox', { name: 'What' }))
    await userEvent.click(await screen.findByText('the price of a product'))
    // A stricter one, and back to the usual one.
    for (const chosen of ['30 %', '20 %']) {
      await userEvent.click(screen.getByRole('combobox', { name: 'How much' }))
      await userEvent.click(await screen.findByText(chosen))
    }
    const stricter = 'kind=price-moved&against=before&threshold=30'
    await waitFor(() => expect(asked()).toContainEqual(expect.stringContaining(stricter)))
    resolve({ threshold: 50, told: 4 })
    server.answer('POST /api/alert-rules', { status: 201, body: rule() })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Prices')
    await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))
    await waitFor(() =>
      expect(server.sent('POST /api/alert-rules').map(({ json }) => json)).toEqual([
        expect.objectContaining({ kind: 'price-moved', threshold: 20 }),
      ]),
    )
  })
})

describe('a rule that is open', () => {
  it('shows what it would have sent, and what the next looser setting would', async () => {
    open()
    const test = await screen.findByRole('region', { name: 'Back-test' })
    expect(await within(test).findByText('would have told you 7 times in the past 90 days')).toBeVisible()
    expect(within(test).getByText('at 20 %: 11')).toBeVisible()
    expect(within(test).queryByText(/weeks known/)).toBeNull()
    const link = within(test).getByRole('link', { name: 'Best Vacuums' })
    expect(link).toHaveAttribute('href', expect.stringContaining('/content-tracker?'))
    expect(link).toHaveAttribute('href', expect.stringContaining('tab=earnings'))
    expect(within(test).getByText('Earnings fell from $900 to $600 in four weeks')).toBeVisible()
  })

  it('says how much is known where that is not a year, and that nothing is', async () => {
    test = tested({ known_weeks: 12, known_days: 84 })
    open()
    expect(await screen.findByText('12 of 52 weeks known')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Over the last 12 weeks' })).toBeVisible()
    expect(screen.getByText('would have told you 7 times in the past 84 days')).toBeVisible()
  })

  it('that would speak far too often says so in place of a picture', async () => {
    test = tested({ known_weeks: 0, is_too_much: true })
    open()
    expect(await screen.findByText(/^It would have spoken far too often/)).toBeVisible()
  })

  it('is looked back at anew with every change of its sentence, and saved as it says', async () => {
    server.answer('PUT /api/alert-rules/1', { body: rule() })
    open()
    await userEvent.click(await screen.findByRole('combobox', { name: 'How much' }))
    await userEvent.click(await screen.findByText('40 %'))
    await waitFor(() => expect(asked().at(-1)).toContain('threshold=40'))
    await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))
    await waitFor(() =>
      expect(server.sent('PUT /api/alert-rules/1').map(({ json }) => json)).toEqual([
        expect.objectContaining({ threshold: 40, people: [me.id], roles: [], cool_down_days: 14 }),
      ]),
    )
  })

  it('about money at risk leads to the stock board, where that is mended', async () => {
    rules = [rule({ kind: 'earnings-at-risk', threshold: 50 })]
    open()
    const link = await screen.findByRole('link', { name: 'Best Vacuums' })
    expect(link).toHaveAttribute('href', expect.stringMatching(/^\/reports\/oos\?query=Best(\+|%20)Vacuums/))
  })

  it('that somebody has saved meanwhile asks for what both changed, and keeps what one of them did', async () => {
    const theirs = rule({ name: 'Theirs', threshold: 40, version: 2 })
    server.answer('PUT /api/alert-rules/1', {
      status: 409,
      body: { message: 'Somebody has saved it in the meantime.', details: { current: theirs } },
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

  it('warns in time that nobody would be told', async () => {
    rules = [rule({ people: [] })]
    open()
    expect(await screen.findByText(/^Nobody listens/)).toBeVisible()
  })

  it('takes an answer about what it names, and the same again takes it back', async () => {
    server.answer('PUT /api/alert-rules/1/answers', () => {
      test = tested({ subjects: [{ ...(test.subjects[0] as BackTest['subjects'][0]), answer: 'noise' }] })
      return { body: rule() }
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Noise: Best Vacuums' }))
    const pressed = await screen.findByRole('button', { name: 'Noise: Best Vacuums', pressed: true })
    // Whoever goes by the keys goes on here.
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

  it('can be deleted, and brought back at once', async () => {
    server.answer('DELETE /api/alert-rules/1', { status: 204 })
    server.answer('POST /api/alert-rules/1/restore', { body: rule() })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.sent('POST /api/alert-rules/1/restore')).toHaveLength(1))
  })

  it('of somebody else is followed and not changed', async () => {
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

it('a new rule tells whoever writes it, and cannot be saved without a name', async () => {
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
      // What no other rule watches yet.
      expect.objectContaining({ name: 'Falls', kind: 'earnings-at-risk', threshold: 100, people: [me.id] }),
    ]),
  )
  // Sent again after a lost answer it is written once: the server refuses an empty key.
  expect(server.sent('POST /api/alert-rules')[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

it('a rule that is written is kept until whoever leaves it for another has been asked', async () => {
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

it('a rule that would tell more than anybody reads says so before it is saved', async () => {
  test = tested({ told: 531, known_days: 55 })
  open()
  expect(
    await screen.findByText('It would tell about 10 things a day. Choose a stricter setting.'),
  ).toBeVisible()
})

it('what a rule names is shown to begin with, so that Save stays near, and the rest when asked for', async () => {
  const subjects = Array.from({ length: 8 }, (_, index) => ({
    ...{ subject_id: index + 1, title: `Post ${index + 1}`, post: `hs/${index}`, value: 31, was: 9, is: 6 },
    answer: null,
  }))
  test = tested({ subjects, named: 30 })
  open()
  const list = await screen.findByRole('list', { name: 'Named today' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 more' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(8)
  expect(screen.getByRole('button', { name: 'All 30 posts' })).toBeVisible()
})
