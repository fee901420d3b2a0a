import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import type { ArticleRenewal } from '#shared/features/articles/revisions/contract.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
})
afterEach(() => server.close())

const renewal = (changes: Partial<ArticleRenewal>): ArticleRenewal => ({
  ...{ state: 'open', post_id: 81, seen_at: '2026-03-01T00:00:00.000Z', changes: [], days_left: null },
  ...changes,
})

function open(role: 'qa' | 'opm', shown: Article, told: ArticleRenewal) {
  openAs(server, role, '/articles?article=5')
  server.answer('GET /api/articles', { body: { nodes: [], totalCount: 0, page: 1 } })
  server.answer('GET /api/articles/5', { body: shown })
  server.answer('GET /api/articles/5/renewal', { body: told })
}

it('an article that replaces a post says how the post has changed on its site since the start', async () => {
  const changes = [{ label: 'Text', before: '', after: 'A warning about its lid.' }]
  open('qa', anArticle({ renewal: 'open' }), renewal({ changes }))
  expect(await screen.findByText(/Post 81 wasn’t written in Copydesk/)).toBeVisible()
  const note = screen.getByRole('note', { name: 'Changed on its site' })
  expect(note).toHaveTextContent('A warning about its lid.')
  expect(screen.queryByRole('button', { name: 'Restore the old text' })).toBeNull()
})

it('a validator restores the replaced post, after a confirmation', async () => {
  const written = anArticle({ status: 'published', wordpress_id: 81, renewal: 'written' })
  open('qa', written, renewal({ state: 'written', days_left: 12 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore the old text' }))
  expect(screen.getByText('12 days left')).toBeVisible()
  const undone = anArticle({ status: 'canceled', renewal: 'undone' })
  server.answer('POST /api/articles/5/renewal/undo', { body: undone })
  server.answer('GET /api/articles/5', { body: undone })
  server.answer('GET /api/articles/5/renewal', { body: renewal({ state: 'undone' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('The post’s old text has been restored')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore the old text' })).toBeNull())
  expect(await screen.findByText(/Its old text has been restored\./)).toBeVisible()
})

it('an article whose post is gone before the replacement becomes a new post, after a confirmation', async () => {
  const failed = {
    ...{
      target: 'post' as const,
      state: 'failed' as const,
      attempts: 1,
      updated_at: '2026-03-01T00:00:00.000Z',
    },
    error: 'The post that this article replaces is no longer live.',
  }
  open(
    'opm',
    anArticle({ status: 'approved', renewal: 'open', mirrors: [failed] }),
    renewal({ changes: null }),
  )
  expect(await screen.findByText(/Post 81 wasn’t written in Copydesk/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Create a new post' }))
  expect(await screen.findByText('Create a new post from this article?')).toBeVisible()
  expect(screen.getByText(/Post 81 stays as it is\./)).toBeVisible()
  const made = anArticle({ status: 'approved', mirrors: [{ ...failed, state: 'waiting', error: null }] })
  server.answer('POST /api/articles/5/post', { body: made })
  server.answer('GET /api/articles/5', { body: made })
  await userEvent.click(screen.getByRole('button', { name: 'Create post' }))
  expect(await screen.findByText('Creating a new draft')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/wasn’t written in Copydesk/)).toBeNull())
  expect(server.sent('POST /api/articles/5/post').map(({ json }) => json)).toEqual([{ remedy: 'renew' }])
})

it('an article that is about to replace its post offers no new post', async () => {
  open('qa', anArticle({ status: 'approved', renewal: 'open' }), renewal({}))
  expect(await screen.findByText(/This article will replace all its text\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create a new post' })).toBeNull()
})

it('other users cannot restore the post', async () => {
  const written = anArticle({ status: 'published', wordpress_id: 81, renewal: 'written' })
  open('opm', written, renewal({ state: 'written', days_left: 12 }))
  expect(await screen.findByText(/This article replaced the post’s whole text/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Restore the old text' })).toBeNull()
})

it('an article says that it replaces a post even if the site cannot report its changes', async () => {
  open('qa', anArticle({ renewal: 'open' }), renewal({}))
  server.answer('GET /api/articles/5/renewal', {
    status: 502,
    body: { message: 'WordPress is not available.' },
  })
  expect(await screen.findByText(/replaces all its text once it’s approved/)).toBeVisible()
  expect(await screen.findByText(/Couldn’t check the post for changes/)).toBeVisible()
})
