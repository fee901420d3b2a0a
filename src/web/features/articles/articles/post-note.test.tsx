import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
})
afterEach(() => server.close())

const SINCE = '2026-03-01T00:00:00.000Z'
const live = { state: 'live' as const, url: 'https://site.example/kettles/', moved_from: null, since: SINCE }
const published = (changes: Partial<Article> = {}) =>
  anArticle({ status: 'published', wordpress_id: 7, post: live, ...changes })

function open(role: 'qa' | 'opm', shown: Article) {
  openAs(server, role, '/articles?article=5')
  server.answer('GET /api/articles', { body: { nodes: [], totalCount: 0, page: 1 } })
  server.answer('GET /api/articles/5', { body: shown })
}

it('a published post links to its public page', async () => {
  open('qa', published())
  expect(await screen.findByRole('link', { name: /As readers see it/ })).toHaveAttribute('href', live.url)
})

it('a post of the built-in site is not described as the public page', async () => {
  const url = `${window.location.origin}/posts/us/7`
  open('qa', published({ post: { ...live, url } }))
  expect(await screen.findByRole('link', { name: /^The post in Copydesk/ })).toHaveAttribute('href', url)
})

it('a post whose address was changed says which address needs a redirect', async () => {
  open('qa', published({ post: { ...live, moved_from: 'https://site.example/old-kettles/' } }))
  expect(
    await screen.findByText(
      'Its previous address was https://site.example/old-kettles/. Add a redirect there if the site doesn’t create one.',
    ),
  ).toBeVisible()
})

it('a post that was unpublished says so, and a validator publishes it again', async () => {
  open('qa', published({ post: { ...live, state: 'withdrawn' } }))
  expect(await screen.findByText(/It went back to a draft/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create a new post' })).toBeNull()
  server.answer('POST /api/articles/5/post', { body: published() })
  server.answer('GET /api/articles/5', { body: published() })
  await userEvent.click(screen.getByRole('button', { name: 'Publish again' }))
  expect(await screen.findByText('The post is published again')).toBeVisible()
  expect(await screen.findByRole('link', { name: /As readers see it/ })).toBeVisible()
})

it('a deleted post can be recreated by users who may sync, and published by no user', async () => {
  open('opm', published({ post: { ...live, state: 'gone' } }))
  expect(await screen.findByRole('button', { name: 'Create a new post' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Publish again' })).toBeNull()
})

it('a failed copy can be retried at once, and a waiting one cannot', async () => {
  const mirror = (error: string | null) => [
    { target: 'post' as const, state: 'waiting' as const, attempts: 1, error, updated_at: SINCE },
  ]
  open('opm', published({ mirrors: mirror('WordPress is not available.') }))
  const again = await screen.findByRole('button', { name: 'Try again now: the post' })
  server.answer('POST /api/articles/5/retry', { body: published({ mirrors: mirror(null) }) })
  await userEvent.click(again)
  await waitFor(() => expect(screen.queryByRole('button', { name: /Try again now/ })).toBeNull())
  expect(screen.getByText('The post is being updated.')).toBeVisible()
})
