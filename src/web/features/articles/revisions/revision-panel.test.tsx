import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import type { Revision, RevisionPlace } from '#shared/features/articles/revisions/contract.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/articles/5/place', { body: { position: 1, total: 1, before: null, after: null } })
  server.answer('GET /api/articles/5/preflight', {
    body: { findings: [], rules: 14, passed: 14, unread: [] },
  })
  server.answer('GET /api/articles/5/changes', { body: { returned_at: null, changes: [], before: null } })
  server.answer('GET /api/products/preview', { body: [] })
  server.answer('PUT /api/articles/5/claim', { body: {} })
  server.answer('DELETE /api/articles/5/claim', { status: 204 })
})
afterEach(() => server.close())

const place = (changes: Partial<RevisionPlace>): RevisionPlace => ({
  key: 'title',
  label: 'Title',
  live: 'Six kettles',
  written: 'Six kettles',
  wanted: 'Seven kettles',
  verdict: 'article',
  take: 'article',
  ...changes,
})
const BOTH = place({
  key: 'intro',
  label: 'Intro',
  live: 'Theirs',
  written: 'Before',
  wanted: 'Ours',
  verdict: 'both',
  take: null,
})
const revision = (places: RevisionPlace[]): Revision => ({
  article_id: 5,
  revises: { article_id: 2, title: 'Six kettles' },
  post: { id: 48_213, state: 'live', url: 'https://site.example/six-kettles/' },
  places,
  others: ['A word of the editor.'],
})
function open(article: Article, places: RevisionPlace[]) {
  server.answer('GET /api/articles/5', { body: article })
  server.answer('GET /api/articles/5/revision', { body: revision(places) })
  openAs(server, 'qa', '/articles/5')
}

it('an update is beside the live post, and text that editors wrote there is kept', async () => {
  open(anArticle({ revises: 2, wordpress_id: 48_213 }), [place({})])
  expect(await screen.findByText('The post stays as it is until this is approved.')).toBeVisible()
  expect(screen.getByRole('link', { name: /six-kettles/ })).toBeVisible()
  expect(screen.getByText('A word of the editor.')).toBeVisible()
  expect(screen.getByText('Stays as it is')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
})

it('fields that an update leaves unchanged are collapsed beside its changes, and expand on request', async () => {
  const same = (key: string, label: string) =>
    place({ key, label, live: `${label} as ever`, wanted: `${label} as ever`, verdict: 'same' })
  open(anArticle({ revises: 2, wordpress_id: 48_213 }), [
    same('title', 'Title'),
    same('intro', 'Intro'),
    same('one', 'B0C9TR41XM'),
    same('two', 'B0C9TR42XM'),
    place({ key: 'product', label: 'Product 1', live: 'Six', wanted: 'Seven' }),
    same('faqs', 'Questions'),
  ])
  const folded = await screen.findByRole('button', { name: 'Unchanged: Title, Intro, and 2 products' })
  const headings = () => screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
  expect(headings()).toEqual(['Product 1', 'Written on the site'])
  expect(screen.getByRole('button', { name: 'Unchanged: Questions' })).toBeVisible()
  await userEvent.click(folded)
  expect(headings()).toEqual([
    'Title',
    'Intro',
    'B0C9TR41XM',
    'B0C9TR42XM',
    'Product 1',
    'Written on the site',
  ])
  expect(screen.getAllByText('Intro as ever')).toHaveLength(2)
})

it('a conflict between article and post must be resolved before an approval', async () => {
  open(anArticle({ revises: 2, wordpress_id: 48_213 }), [place({}), BOTH])
  expect(await screen.findByText('1 conflict to resolve first')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled()
  server.answer('PUT /api/articles/5/revision/choice', { body: revision([BOTH]) })
  server.answer('GET /api/articles/5/revision', { body: revision([place({}), { ...BOTH, take: 'post' }]) })
  await userEvent.click(screen.getByRole('button', { name: 'Keep the post’s text: Intro' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
  expect(screen.getByText(/The post’s text stays/)).toBeVisible()
  const { key, live, wanted } = BOTH
  expect(server.sent('PUT /api/articles/5/revision/choice').map(({ json }) => json)).toEqual([
    { key, live, wanted, take: 'post' },
  ])
})

it('a picture changed in both places is shown from both, and chosen like a text', async () => {
  const picture = place({
    ...{ key: 'field.picture', label: 'Picture', verdict: 'both', take: null },
    ...{ live: 'https://site.example/theirs.jpg', wanted: '/images/ours.jpg' },
  })
  open(anArticle({ revises: 2, wordpress_id: 48_213 }), [picture])
  expect(await screen.findByRole('img', { name: 'Picture, live' })).toHaveAttribute('src', picture.live)
  expect(screen.getByRole('img', { name: 'Picture, revision' })).toHaveAttribute('src', picture.wanted)
  expect(screen.getByText(/Which picture should stay/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Keep the post’s picture: Picture' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled()
})

it('a published article is updated from its page', async () => {
  server.answer('GET /api/articles/5', { body: anArticle({ status: 'published', wordpress_id: 7 }) })
  server.answer('POST /api/articles/5/revision', { status: 201, body: { article_id: 6 } })
  server.answer('GET /api/articles/6', {
    body: anArticle({ article_id: 6, status: 'draft', title: 'Begun' }),
  })
  openAs(server, 'opm', '/articles/5')
  await userEvent.click(await screen.findByRole('button', { name: 'Update' }))
  await waitFor(() => expect(window.location.pathname).toBe('/articles/6'))
})
