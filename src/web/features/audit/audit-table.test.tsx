import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/users/all', { body: [] })
})
afterEach(() => server.close())

const entry = (before: object | null, after: object) => ({
  id: 1,
  created_at: '2026-03-01T00:00:00.000Z',
  actor: { kind: 'person', id: 7, name: 'Ines Aldana', role_id: 'adm' },
  address: null,
  request_id: null,
  act: 'user.changed',
  noun: 'user',
  noun_id: '9',
  label: 'Tess Trail',
  before,
  after,
})

/** The lines of the only entry. */
async function linesOf(before: object | null, after: object): Promise<(string | null)[]> {
  server.answer('GET /api/audit', { body: { nodes: [entry(before, after)], totalCount: 1, page: 1 } })
  openAs(server, 'adm', '/user-activity?tab=audit')
  const row = await screen.findByRole('row', { name: /Tess Trail/ })
  return within(row)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

it('the trail calls fields and values as their forms do, and spells out what no form has', async () => {
  expect(
    await linesOf(
      { lastName: 'Tail', roleId: 'opm', active: true, tags: ['kitchen', 'cold'] },
      {
        ...{ lastName: 'Trail', roleId: 'qa', active: false, tags: ['cold', 'garden'] },
        ...{ sessionsEnded: 2, isDone: true, position: 3, request: { sort: 'EARNINGS', sortOrder: 'desc' } },
      },
    ),
  ).toEqual([
    'Last name: Tail → Trail',
    'Role: Operations manager → QA',
    'Active: yes → no',
    'Tags: + garden − kitchen ',
    'Sessions ended: 2',
    'Done: yes',
    'Entry: 4',
    'Request: sort EARNINGS, sort order desc',
  ])
})

it('of products the trail says what became of which, and never prints them', async () => {
  const product = (asin: string, words: object = {}) => ({
    asin,
    name: asin,
    award: '',
    summary: '',
    ...words,
  })
  const before = ['A', 'B', 'C', 'D', 'E'].map((asin) => product(asin))
  const after = [
    product('A', { award: 'Best' }),
    ...['C', 'D', 'E'].map((asin) => product(asin, { summary: 'Good.' })),
    product('F'),
  ]
  expect(await linesOf({ products: before }, { products: after })).toEqual([
    'product 1: award added',
    'products 2–4: summary added',
    'product 5: added',
    'product removed: B',
  ])
})

it('a long text of an entry is folded, with its length', async () => {
  const text = 'Well said. '.repeat(18).trim()
  expect(await linesOf(null, { intro: text })).toEqual([
    expect.stringMatching(/^Intro: Well said\. .{40,60}… 197 charactersWell said/),
  ])
})

it('an entry of many fields shows the first of them, and folds the others', async () => {
  const after = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`part${at}`, 'built-in']))
  server.answer('GET /api/audit', { body: { nodes: [entry(null, after)], totalCount: 1, page: 1 } })
  openAs(server, 'adm', '/user-activity?tab=audit')
  const row = within(await screen.findByRole('row', { name: /Tess Trail/ }))
  expect(row.getByText(/^part ?2:$/i)).toBeVisible()
  expect(row.getByText(/^part ?3:$/i)).not.toBeVisible()
  await userEvent.click(row.getByText('and 13 more'))
  expect(row.getByText(/^part ?15:$/i)).toBeVisible()
})
