import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { RETURNED } from '#web/testing/article-page.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

it('shows once when an article was requested, and that it has waited long', async () => {
  openAs(server, 'qa', '/articles/pending')
  const created = daysAgo(9)
  const waiting = anArticle({ created_at: created })
  server.answer('GET /api/articles/pending', { body: { nodes: [waiting], totalCount: 1, page: 1 } })
  const row = await screen.findByRole('row', { name: /Kettles/ })
  const times = [...row.querySelectorAll('time')]
  expect(times.map(({ textContent }) => textContent)).toEqual(['9 days ago'])
  expect(within(row).getByLabelText('waits long')).toBeVisible()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Details',
    'Article',
    'Products',
    'Actions',
  ])
})

it('a row shows an article’s picture, site, age and requester, and links its products to the shop [ART-009] [ART-010] [ART-011] [ART-012] [ART-013] [ART-018]', async () => {
  const product = {
    product_id: 1,
    asin: 'B0C9TR41XM',
    name: 'Crestline',
    award: 'Best Overall',
    summary: null,
  }
  const waiting = anArticle({
    image_url: '/images/kettle.png',
    created_at: new Date().toISOString(),
    products: [product, { ...product, product_id: 2, asin: 'B0C9TR42XM', name: 'Duetto' }],
  })
  openAs(server, 'qa', '/articles/pending')
  server.answer('GET /api/articles/pending', { body: { nodes: [waiting], totalCount: 1, page: 1 } })
  const row = within(await screen.findByRole('row', { name: /Kettles/ }))
  expect(screen.getByRole('heading', { level: 1, name: 'My Pending Articles' })).toBeVisible()
  const [, article, products] = row.getAllByRole('cell')
  expect(article?.querySelector('img.picture')).toHaveAttribute('src', '/images/kettle.png')
  expect(article).toHaveTextContent(waiting.site.display_name)
  expect(article).toHaveTextContent('Requested')
  expect(article?.querySelector('time')).toHaveTextContent(/^\d+ seconds? ago$/)
  expect(article).toHaveTextContent('ago · Ada Reed')
  const [first, second] = within(products as HTMLElement).getAllByRole('listitem')
  expect(first).toHaveTextContent('Crestline')
  expect(first).toHaveTextContent('Best Overall')
  expect(second).toHaveTextContent('Duetto')
  const link = within(first as HTMLElement).getByRole('link', { name: /^B0C9TR41XM/ })
  expect(link).toHaveAttribute('href', 'https://www.amazon.com/dp/B0C9TR41XM')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await userEvent.click(row.getByRole('button', { name: 'Show details' }))
  expect(await screen.findByRole('region', { name: 'Rejection Notes of Kettles' })).toHaveTextContent('None')
})

it('reads the page in the address', async () => {
  openAs(server, 'qa', '/articles/pending?page=2')
  server.answer('GET /api/articles/pending', ({ search }) => {
    const page = Number(new URLSearchParams(search).get('page'))
    const title = page === 2 ? 'Twenty-first kettle' : 'First kettle'
    return { body: { nodes: [anArticle({ title })], totalCount: 21, page } }
  })
  expect(await screen.findByRole('row', { name: /Twenty-first kettle/ })).toBeVisible()
  expect(screen.queryByText('First kettle')).toBeNull()
})

it('a handed-over article keeps the author of its answers and its waiting time; its notes open with their heading [ART-015]', async () => {
  const lucia = { id: 5, first_name: 'Lucía', last_name: 'Ferrante', username: 'lucia@copydesk.example' }
  const marcus = { id: 6, first_name: 'Marcus', last_name: 'Thiele', username: 'marcus@copydesk.example' }
  const admin = { id: 1, first_name: 'Ines', last_name: 'Aldana', username: 'ines@copydesk.example' }
  const step = { comment: null, self: false }
  const answered = daysAgo(11)
  const handedOver = anArticle({
    user_id: marcus.id,
    user: marcus,
    returns: [{ ...RETURNED, answered_at: answered, complement: 'I tried three.' }],
    events: [
      { ...step, action: 'requested', user: lucia, created_at: daysAgo(14) },
      { ...step, action: 'returned', user: RETURNED.user, created_at: daysAgo(12) },
      { ...step, action: 'resubmitted', user: lucia, created_at: answered },
      { ...step, action: 'handed-over', user: admin, created_at: daysAgo(1) },
    ],
  })
  openAs(server, 'qa', '/articles/pending')
  server.answer('GET /api/articles/pending', { body: { nodes: [handedOver], totalCount: 1, page: 1 } })
  const row = await screen.findByRole('row', { name: /Kettles/ })
  expect(row).toHaveTextContent('Lucía: I tried three.')
  expect(row).toHaveTextContent('Waiting for QA, since ')
  expect(row.querySelector(`time[datetime="${answered}"]`)).not.toBeNull()
  await userEvent.click(within(row).getByRole('button', { name: /Expand|Open|Show/ }))
  const notes = within(await screen.findByRole('region', { name: 'Rejection Notes of Kettles' }))
  expect(notes.getByRole('heading', { name: 'Rejection Notes' })).toBeVisible()
  expect(notes.getByText('Lucía Ferrante')).toBeVisible()
  expect(notes.queryByText('Marcus Thiele')).toBeNull()
})

it('tells its reader that an article waits for them', async () => {
  const reader = person('opm')
  const step = { comment: null, self: false }
  const sentBack = anArticle({
    status: 'returned',
    user_id: reader.id,
    user: { id: reader.id, first_name: 'Marcus', last_name: 'Thiele', username: reader.username },
    returns: [RETURNED],
    events: [{ ...step, action: 'returned', user: RETURNED.user, created_at: daysAgo(2) }],
  })
  openAs(server, 'opm', '/articles/pending')
  server.answer('GET /api/articles/pending', { body: { nodes: [sentBack], totalCount: 1, page: 1 } })
  expect(await screen.findByRole('row', { name: /Kettles/ })).toHaveTextContent('Waiting for you, since ')
})

it('a returned article is canceled for good, and stays if the server refuses [ART-111] [ART-113] [ART-166]', async () => {
  const sentBack = anArticle({ status: 'returned', user_id: person('opm').id, returns: [RETURNED] })
  const list = (nodes: object[]) => ({ body: { nodes, totalCount: nodes.length, page: 1 } })
  openAs(server, 'opm', '/articles/pending')
  server.answer('GET /api/articles/pending', list([sentBack]))
  server.answer('PATCH /api/articles/cancel/5', { status: 500, body: {} })
  const cancel = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel “Kettles”' }))
    expect(await screen.findByText('You can’t restore a canceled article.')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the article' }))
  }
  await cancel()
  expect(await screen.findByText('Could not cancel the article')).toBeVisible()
  expect(screen.getByRole('row', { name: /Kettles/ })).toBeVisible()
  server.answer('PATCH /api/articles/cancel/5', () => {
    server.answer('GET /api/articles/pending', list([]))
    return { body: { ...sentBack, status: 'canceled' } }
  })
  await cancel()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Kettles/ })).toBeNull())
})

const OWN = { user_id: person('opm').id }
/** Names of the offered actions. A button with a visible text must show its name. */
const offered = () =>
  [...document.querySelectorAll('.article-actions button')].map((button) => {
    const name = button.getAttribute('aria-label')?.replace(' “Kettles”', '')
    if (button.textContent !== '') expect(button).toHaveTextContent(new RegExp(`^${name}$`))
    return name
  })

it.each([
  ['the requester of a draft', 'opm', anArticle({ ...OWN, status: 'draft' }), ['Edit', 'Delete']],
  [
    'the requester of a returned article',
    'opm',
    anArticle({ ...OWN, status: 'returned', returns: [RETURNED] }),
    ['Edit', 'Resubmit', 'Cancel'],
  ],
  ['the requester of a requested article', 'opm', anArticle(OWN), []],
  ['QA of a requested article', 'qa', anArticle(), ['Approve', 'Return', 'Reject', 'Review']],
] as const)(
  '%s gets exactly the actions of the rules [ART-118] [ART-119] [ART-120] [ART-121] [ART-122] [ART-123] [ART-124] [ART-125] [ART-126]',
  async (_who, role, article, actions) => {
    openAs(server, role, '/articles/pending')
    server.answer('GET /api/articles/pending', { body: { nodes: [article], totalCount: 1, page: 1 } })
    await screen.findByRole('row', { name: /Kettles/ })
    expect(offered()).toEqual(actions)
  },
)

it('deleting a draft asks once, by its title [ART-116]', async () => {
  const draft = anArticle({ ...OWN, status: 'draft' })
  server.answer('DELETE /api/articles/5', () => {
    server.answer('GET /api/articles/pending', { body: { nodes: [], totalCount: 0, page: 1 } })
    return { status: 204 }
  })
  openAs(server, 'opm', '/articles/pending')
  server.answer('GET /api/articles/pending', { body: { nodes: [draft], totalCount: 1, page: 1 } })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “Kettles”' }))
  const question = await screen.findByRole('dialog', { name: 'Delete “Kettles”?' })
  expect(server.sent('DELETE /api/articles/5')).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Draft deleted')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Kettles/ })).toBeNull())
})
