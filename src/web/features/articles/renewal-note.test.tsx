import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Article } from '#shared/features/articles/contract.ts'
import type { ArticleRenewal } from '#shared/features/revisions/contract.ts'
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

it('an article that takes the place of a post says what somebody has changed there since it was begun', async () => {
  const changes = [{ label: 'Text', before: '', after: 'A warning about its lid.' }]
  open('qa', anArticle({ renewal: 'open' }), renewal({ changes }))
  expect(await screen.findByText(/Post 81 was not written here/)).toBeVisible()
  const note = screen.getByRole('note', { name: 'Changed on its site' })
  expect(note).toHaveTextContent('A warning about its lid.')
  expect(screen.queryByRole('button', { name: 'Put the old text back' })).toBeNull()
})

it('what took the place of a post is put back by a validator, after a question', async () => {
  const written = anArticle({ status: 'published', wordpress_id: 81, renewal: 'written' })
  open('qa', written, renewal({ state: 'written', days_left: 12 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Put the old text back' }))
  expect(screen.getByText('12 days left')).toBeVisible()
  const undone = anArticle({ status: 'canceled', renewal: 'undone' })
  server.answer('POST /api/articles/5/renewal/undo', { body: undone })
  server.answer('GET /api/articles/5', { body: undone })
  server.answer('GET /api/articles/5/renewal', { body: renewal({ state: 'undone' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Put back' }))
  expect(await screen.findByText('The post has its old text again')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Put the old text back' })).toBeNull())
  expect(await screen.findByText(/It has its old text again\./)).toBeVisible()
})

it('nobody else is offered to put it back', async () => {
  const written = anArticle({ status: 'published', wordpress_id: 81, renewal: 'written' })
  open('opm', written, renewal({ state: 'written', days_left: 12 }))
  expect(await screen.findByText(/It has taken the place of all its text/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Put the old text back' })).toBeNull()
})

it('that an article takes the place of a post is said although the site cannot be asked what was changed there', async () => {
  open('qa', anArticle({ renewal: 'open' }), renewal({}))
  server.answer('GET /api/articles/5/renewal', {
    status: 502,
    body: { message: 'WordPress is not available.' },
  })
  expect(await screen.findByText(/takes the place of all its text once it is approved/)).toBeVisible()
  expect(await screen.findByText(/could not be read/)).toBeVisible()
})
