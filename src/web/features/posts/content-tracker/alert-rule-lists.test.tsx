import './content-tracker-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlertRule } from '#shared/features/desk/alert-rules/contract.ts'
import { dana, me, rule, tested } from '#web/testing/alert-rules.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
let rules: AlertRule[]
beforeEach(async () => {
  rules = [rule()]
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/alert-rules', () => ({ body: rules }))
  server.answer('GET /api/alert-rules/choices', {
    body: { people: [me, dana].map((each) => ({ ...each, role_id: 'qa' })) },
  })
  server.answer('GET /api/alert-rules/back-test', { body: tested() })
  server.answer('GET /api/alert-rules/calm', { body: { threshold: 100, told: 4 } })
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

const open = (address = '&rule=1') => openAs(server, 'qa', `/content-tracker?tab=alerts${address}`)
const asked = () => server.sent('GET /api/alert-rules/back-test').map(({ search }) => search)

describe('a list of a rule’s matches', () => {
  const PAGES = { nodes: [], totalCount: 120 }

  it('starts at its first page when Back leads to another list', async () => {
    server.answer('GET /api/alert-rules/firings', { body: PAGES })
    server.answer('GET /api/alert-rules/1/firings', { body: PAGES })
    open('&rule=1&listed=told')
    const list = within(await screen.findByRole('dialog'))
    await userEvent.click(await list.findByRole('button', { name: 'Next Page' }))
    await waitFor(() =>
      expect(server.sent('GET /api/alert-rules/1/firings').at(-1)?.search).toContain('page=2'),
    )
    // Like the browser's Back button.
    server.visit('/content-tracker?tab=alerts&rule=1&listed=would')
    window.dispatchEvent(new PopStateEvent('popstate'))
    await waitFor(() => expect(server.sent('GET /api/alert-rules/firings').length).toBeGreaterThan(0))
    expect(await list.findByText('1–50 of 120')).toBeVisible()
    expect(server.sent('GET /api/alert-rules/firings').map(({ search }) => search)).not.toContainEqual(
      expect.stringContaining('page=2'),
    )
  })

  it('reserves room for its own pager while it loads, whatever another list of the rule has', async () => {
    // Elements have no size in this environment, and zero sizes are not stored.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 90, 52))
    const only = { subject_id: 7, day: '2026-11-16', title: 'Best Vacuums', post: 'hs/7' }
    const nodes = [{ ...only, finding: null, answer: null }]
    server.answer('GET /api/alert-rules/1/firings', { body: { nodes, totalCount: 1 } })
    const page = open('&rule=1&listed=told')
    await within(await screen.findByRole('dialog')).findByText('Best Vacuums')
    page.unmount()
    const { promise, resolve } = Promise.withResolvers<object>()
    server.answer('GET /api/alert-rules/firings', async () => ({ body: await promise }))
    open('&rule=1&listed=now')
    const waited = await within(await screen.findByRole('dialog')).findByRole('status', { name: 'Loading' })
    expect(waited.nextElementSibling).toHaveAttribute('style', 'height: 41px;')
    resolve(PAGES)
  })

  it('shows today’s matches for an unsaved rule, which has sent no alert', async () => {
    server.answer('GET /api/alert-rules/firings', { body: PAGES })
    open('&rule=0&listed=told')
    const list = within(await screen.findByRole('dialog'))
    expect(await list.findByRole('radio', { checked: true })).toHaveAccessibleName('Today')
  })

  it('is closed when a new rule is started', async () => {
    server.answer('GET /api/alert-rules/firings', { body: PAGES })
    open('&rule=1&listed=would&week=2026-11-16')
    await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('button', { name: 'New rule', hidden: true }))
    await waitFor(() => expect(window.location.search).toContain('rule=0'))
    expect(window.location.search).not.toMatch(/listed|week/)
  })
})

it('a rule that is double-clicked opens, is tested once, and stays open', async () => {
  rules = [rule(), rule({ rule_id: 2, name: 'Small earners', threshold: 10 })]
  open('')
  const name = await screen.findByRole('button', { name: 'Small earners' })
  await userEvent.dblClick(name)
  await waitFor(() => expect(asked().filter((search) => search.includes('threshold=10&'))).toHaveLength(1))
  expect(await screen.findByRole('region', { name: 'Back-test' })).toBeVisible()
  expect(name).toHaveAttribute('aria-current', 'true')
  expect(window.location.search).toContain('rule=2')
})

describe('a rule that is being edited', () => {
  it.each([
    ['is known', { body: { threshold: 100, told: 4 } }],
    ['is unavailable', { status: 500, body: { message: 'Not now.' } }],
  ])(
    'stays unchanged when the rules are read again, or fail to load; its calm threshold %s',
    async (_, calm) => {
      server.answer('GET /api/alert-rules/calm', calm)
      server.answer('PUT /api/alert-rules/1', () => {
        // Meanwhile another user has created a rule of the kind that this one watches.
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
    },
  )

  it('keeps the usual threshold that the user chose before a calm one was known', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    server.answer('GET /api/alert-rules/calm', async ({ search }) =>
      search.includes('kind=price-moved') ? { body: await promise } : { body: { threshold: 100, told: 4 } },
    )
    open('&rule=0')
    await userEvent.click(await screen.findByRole('combobox', { name: 'Event' }))
    await userEvent.click(await screen.findByText('the price of a product'))
    // A stricter one, and back to the default.
    for (const chosen of ['30 %', '20 %']) {
      await userEvent.click(screen.getByRole('combobox', { name: 'Threshold' }))
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
