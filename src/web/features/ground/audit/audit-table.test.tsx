import { screen, waitFor, within } from '@testing-library/react'
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

const lines = () =>
  within(screen.getByRole('row', { name: /Tess Trail/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** The lines of the only entry, by default about a user. */
async function linesOf(before: object | null, after: object, about: object = {}): Promise<(string | null)[]> {
  const nodes = [{ ...entry(before, after), ...about }]
  server.answer('GET /api/audit', { body: { nodes, totalCount: 1, page: 1 } })
  openAs(server, 'adm', '/user-activity?tab=audit')
  await screen.findByRole('row', { name: /Tess Trail/ })
  return lines()
}

it('the audit trail names fields and values as their forms do, and spells out the rest', async () => {
  expect(
    await linesOf(
      { lastName: 'Tail', roleId: 'opm', active: true, tags: ['kitchen', 'cold'] },
      {
        ...{ lastName: 'Trail', roleId: 'qa', active: false, tags: ['cold', 'garden'] },
        ...{ sessionsEnded: 2, isDone: true, ofLaterVersions: 3 },
      },
    ),
  ).toEqual([
    'Last name: Tail → Trail',
    'Role: Operations manager → QA',
    'Active: yes → no',
    'Tags: + garden − kitchen ',
    'Sessions ended: 2',
    'Done: yes',
    'Of later versions: 3',
  ])
})

it.each([
  [
    'alert',
    null,
    { kind: 'earnings-fell', against: 'year', threshold: 25, least: 500, coolDownDays: 14, isOn: true },
    [
      ...['Event: a post’s earnings', 'Compared with: the same weeks last year', 'Threshold: 25 %'],
      ...['Only posts above: $500 a month', 'Cool-down: 14 days', 'On: yes'],
    ],
  ],
  [
    'alert',
    { siteId: null, roles: [], people: [7] },
    { siteId: 2, roles: ['qa'], people: [7, 9] },
    ['Site: all sites → Hearthside', 'Notified roles: QA ', 'Notified people: + Tess Trail '],
  ],
  ['alert', { ownerId: 7 }, { ownerId: 9 }, ['Owner: Ines Aldana → Tess Trail']],
  [
    'view',
    null,
    { screen: 'contentTracker', name: 'Fallen', search: 'flag=EARNINGS_DROP&sortOrder=asc', isTeam: true },
    [
      ...['Screen: Content Tracker', 'Name: Fallen'],
      ...['Filters and columns: flag EARNINGS_DROP, sort order asc', 'Shared with the team: yes'],
    ],
  ],
  [
    'file',
    null,
    { kind: 'striking-distance', request: { site: 2, period: 28, sort: 'EARNINGS', sortOrder: 'desc' } },
    [
      'File: Striking distance',
      'Filters: site Hearthside, days 28, sorted by Earnings, direction descending',
    ],
  ],
  [
    'file',
    null,
    {
      kind: 'audit-trail',
      request: { actorId: 9, act: ['user.locked'], noun: 'alert', startDate: '2026-03-01' },
    },
    [
      'File: Audit trail',
      'Filters: done by Tess Trail, action locked a user, subject Alert rule, from 2026-03-01',
    ],
  ],
  [
    'file',
    null,
    { kind: 'content-tracker', request: { title: 'kettle', site: 2, flag: 'EARNINGS_DROP' } },
    ['File: Content Tracker', 'Filters: title kettle, site Hearthside, flag EARNINGS_DROP'],
  ],
  [
    'file',
    null,
    { kind: 'query-report', request: { query: 'select 1', format: 'csv' } },
    ['File: Database query', 'Filters: query select 1, format csv'],
  ],
  [
    'file',
    null,
    { kind: 'striking-distance', request: { query: 'kettle' } },
    ['File: Striking distance', 'Filters: search kettle'],
  ],
  ['keyword', null, { added: 7, repeated: 2, invalid: 1 }, ['Added: 7', 'Repeated: 2', 'Skipped: 1']],
  [
    'hits',
    null,
    { refused: 1, damage: { afterLine: 4, why: 'It ends.' } },
    ['Refused: 1', 'Interrupted: after line 4, reason It ends.'],
  ],
])('entries about %s use the words of the screens: %j → %j', async (noun, before, after, said) => {
  server.answer('GET /api/users/all', {
    body: [
      { id: 7, first_name: 'Ines', last_name: 'Aldana', username: 'ines@copydesk.example' },
      { id: 9, first_name: 'Tess', last_name: 'Trail', username: 'tess@copydesk.example' },
    ],
  })
  server.answer('GET /api/sites', {
    body: [{ site_id: 2, code: 'hs', display_name: 'Hearthside', logo_url: '', url: '', retired: false }],
  })
  await linesOf(before, after, { noun })
  // Names are loaded after the entries.
  await waitFor(() => expect(lines()).toEqual(said))
})

it('an entry names its subject, and never shows the key of a file', async () => {
  const cases: [about: object, after: object, said: string][] = [
    [
      { noun: 'file', noun_id: '9594'.repeat(8), label: 'content-tracker.csv' },
      { kind: 'content-tracker', request: {} },
      'File: Content Tracker, content-tracker.csv',
    ],
    [{ noun: 'article', noun_id: '41', label: 'Kettles' }, {}, 'Article 41: Kettles'],
    [{ noun: 'article', noun_id: '41', label: null }, {}, 'Article 41'],
    [{ noun: 'access', noun_id: 'built-in-chat', label: 'Chat: dana' }, {}, 'Access: Chat: dana'],
    [{ noun: 'access', noun_id: '7', label: 'dana@desk.example' }, {}, 'Access 7: dana@desk.example'],
    [{ noun: 'flag', noun_id: 'REVIEW_CLAIMS', label: 'REVIEW_CLAIMS' }, {}, 'Feature flag: REVIEW_CLAIMS'],
  ]
  const nodes = cases.map(([about, after], place) => ({ ...entry(null, after), ...about, id: place + 1 }))
  server.answer('GET /api/audit', { body: { nodes, totalCount: nodes.length, page: 1 } })
  openAs(server, 'adm', '/user-activity?tab=audit')
  const rows = await screen.findAllByRole('row', { name: /changed a user/ })
  expect(rows).toHaveLength(cases.length)
  for (const [place, [, , said]] of cases.entries())
    expect(within(rows[place] as HTMLElement).getByText(said)).toBeVisible()
})

it('an entry names the change to each product, without raw data', async () => {
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

it('a long text in an entry is collapsed, with its length', async () => {
  const text = 'Well said. '.repeat(18).trim()
  expect(await linesOf(null, { intro: text })).toEqual([
    expect.stringMatching(/^Intro: Well said\. .{40,60}… 197 charactersWell said/),
  ])
})

it('an entry with many fields shows the first ones, and collapses the rest', async () => {
  const after = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`part${at}`, 'built-in']))
  server.answer('GET /api/audit', { body: { nodes: [entry(null, after)], totalCount: 1, page: 1 } })
  openAs(server, 'adm', '/user-activity?tab=audit')
  const row = within(await screen.findByRole('row', { name: /Tess Trail/ }))
  expect(row.getByText(/^part ?2:$/i)).toBeVisible()
  expect(row.getByText(/^part ?3:$/i)).not.toBeVisible()
  await userEvent.click(row.getByText('and 13 more'))
  expect(row.getByText(/^part ?15:$/i)).toBeVisible()
})

it('an entry by Copydesk itself is in words, and does not name the job', async () => {
  const actor = { kind: 'job', id: null, name: 'offboarding.close-next', role_id: null }
  server.answer('GET /api/audit', {
    body: { nodes: [{ ...entry(null, {}), actor }], totalCount: 1, page: 1 },
  })
  openAs(server, 'adm', '/user-activity?tab=audit')
  const row = await screen.findByRole('row', { name: /Tess Trail/ })
  expect(row).toHaveTextContent('Offboarding run Copydesk')
  expect(row).not.toHaveTextContent('close-next')
})
