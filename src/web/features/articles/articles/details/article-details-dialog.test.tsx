import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/articles', { body: { nodes: [], totalCount: 0, page: 1 } })
})
afterEach(() => server.close())

const product = (id: number, asin: string, award: string) => ({
  product_id: id,
  asin,
  name: `Kettle ${id}`,
  award,
  summary: null,
})

it('the details of an article link to its page, and show its products with their pictures and awards', async () => {
  const products = [product(1, 'B000000001', 'Best Overall'), product(2, 'B000000002', '')]
  server.answer('GET /api/articles/5', { body: anArticle({ products }) })
  const picture = 'https://pictures.example/one.jpg'
  server.answer('GET /api/products/preview', { body: [{ asin: 'B000000001', image_url: picture }] })
  openAs(server, 'qa', '/articles?article=5')
  expect(await screen.findByRole('link', { name: 'Kettles' })).toHaveAttribute('href', '/articles/5')
  const lines = () => screen.getByText('Kettle 1').closest('ul')?.querySelectorAll('li') ?? []
  await waitFor(() => expect(lines()[0]?.querySelector('img')).toHaveAttribute('src', picture))
  const awards = [...lines()].map((line) => line.querySelector('.product-award')?.textContent ?? null)
  expect(awards).toEqual(['Best Overall', null])
})

it('the details of an article link to its updates, the newest first, and those of an update to its article', async () => {
  const update = { status: 'published', updated_at: '2026-03-02T00:00:00.000Z' }
  const updates = [
    { ...update, article_id: 7, title: 'Kettles anew' },
    { ...update, article_id: 8, title: 'Kettles once more', status: 'requested' },
  ]
  server.answer('GET /api/articles/5', { body: anArticle({ updates }) })
  server.answer('GET /api/articles/7', {
    body: anArticle({ article_id: 7, revises: 5, revised_title: 'Quiet kettles' }),
  })
  const { unmount } = openAs(server, 'qa', '/articles?article=5')
  const links = within(await screen.findByRole('list', { name: 'Updates' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Kettles once more', '/articles/8'],
    ['Kettles anew', '/articles/7'],
  ])
  unmount()
  openAs(server, 'qa', '/articles?article=7')
  expect(await screen.findByText('Update of')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Quiet kettles' })).toHaveAttribute('href', '/articles/5')
})

const factsOf = (dialog: HTMLElement) =>
  Object.fromEntries(
    [...dialog.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling]),
  )

it('the details of an approved article show all its fields [ART-036] [ART-038] [ART-039] [ART-040] [ART-041] [ART-042] [ART-043] [ART-045] [ART-047] [ART-048]', async () => {
  const noa = { id: 21, first_name: 'Noa', last_name: 'Lind', username: 'noa@copydesk.example' }
  const article = anArticle({
    status: 'approved',
    image_url: '/images/kettle.png',
    qa_user: noa,
    asana_url: 'https://tasks.example/1',
    wordpress_id: 4711,
    keywords: [
      { keyword_id: 1, keyword: 'kettle' },
      { keyword_id: 2, keyword: 'teapot' },
    ],
    products: [product(1, 'B000000001', 'Best Overall')],
  })
  server.answer('GET /api/articles/5', { body: article })
  openAs(server, 'qa', '/articles?article=5')
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('heading', { name: 'Kettles' })).toBeVisible()
  expect(dialog.querySelector('img.picture')).toHaveAttribute('src', '/images/kettle.png')
  const facts = factsOf(dialog)
  expect(facts).toMatchObject({
    Keyword: { textContent: 'kettle and 1 more' },
    Site: { textContent: 'S' },
    'Requested By': { textContent: 'Ada Reed' },
    Status: { textContent: 'Approved' },
    'Validated by': { textContent: 'Noa Lind' },
  })
  expect(facts['Post id']).toHaveTextContent('4711')
  const task = within(facts.Task as HTMLElement).getByRole('link')
  expect(task).toHaveAttribute('href', 'https://tasks.example/1')
  expect(task).toHaveAttribute('rel', 'noopener noreferrer')
  const line = within(within(dialog).getByText('Kettle 1').closest('li') as HTMLElement)
  expect(line.getByRole('link', { name: /^B000000001/ })).toBeVisible()
  expect(line.getByText('Best Overall')).toBeVisible()
})

it("'See more' opens the details of that article, 750 wide, at their own address [ART-027] [ART-035] [ART-037] [ART-044] [ART-049]", async () => {
  const article = anArticle({ created_at: new Date().toISOString() })
  server.answer('GET /api/articles', { body: { nodes: [article], totalCount: 1, page: 1 } })
  server.answer('GET /api/articles/5', { body: article })
  openAs(server, 'qa', '/articles')
  await userEvent.click(await screen.findByRole('link', { name: 'See more about Kettles' }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(location.search).toBe('?article=5'))
  expect(within(dialog).getByText('Article Details')).toBeVisible()
  expect(dialog).toHaveStyle({ width: '750px' })
  expect(await within(dialog).findByText(/^\d+ seconds? ago$/)).toBeVisible()
  const { 'Validated by': validator, 'Post id': post } = factsOf(dialog)
  expect(validator).toHaveTextContent('Pending')
  expect(post).toHaveTextContent('Pending')
  const notes = within(dialog).getByRole('heading', { name: 'Rejection Notes' })
  expect(notes.closest('section')).toHaveTextContent('None')
})

it('an article without a task says Pending [ART-046]', async () => {
  server.answer('GET /api/articles/5', { body: anArticle({ asana_url: null }) })
  openAs(server, 'qa', '/articles?article=5')
  const task = (await screen.findByText('Task', { selector: 'dt' })).nextElementSibling
  expect(task).toHaveTextContent(/^Pending$/)
})
