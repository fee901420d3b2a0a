import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { session, TOKEN_KEY, USER_KEY } from '#web/api/session.ts'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [SITE] })
  server.answer('POST /api/preflight', {
    body: { findings: [], rules: 15, passed: 15, unread: [], stale: [] },
  })
})
afterEach(() => server.close())

const field = (label: string) => screen.findByLabelText(label)

it('a sign-out in another tab keeps the typed text for the same user’s next sign-in', async () => {
  openAs(server, 'opm', '/articles/pending?new=1')
  await userEvent.type(await field('Intro'), 'We weighed seven kettles.')
  act(() => {
    localStorage.removeItem(TOKEN_KEY)
    localStorage.removeItem(USER_KEY)
    window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, newValue: null }))
  })
  await waitFor(() => expect(screen.queryByLabelText('Intro')).toBeNull())
  act(() => session.signIn('token-2', person('opm')))
  expect(await field('Intro')).toHaveValue('We weighed seven kettles.')
})

it('the typed text is hidden from another user who signs in', async () => {
  openAs(server, 'opm', '/articles/pending?new=1')
  await userEvent.type(await field('Intro'), 'We weighed seven kettles.')
  act(() => {
    localStorage.setItem(TOKEN_KEY, 'token-2')
    localStorage.setItem(USER_KEY, JSON.stringify({ ...person('opm'), id: 8 }))
    for (const key of [TOKEN_KEY, USER_KEY]) window.dispatchEvent(new StorageEvent('storage', { key }))
  })
  await waitFor(() => expect(session.user()?.id).toBe(8))
  await waitFor(async () => expect(await field('Intro')).toHaveValue(''))
})

it('the user’s own save in another tab is not attributed to another user', async () => {
  const draft = anArticle({ status: 'draft', draft: true, user_id: person('opm').id })
  const current = { ...draft, title: 'Seven kettles', intro: 'There.', version: 4 }
  server.answer('GET /api/articles/5', { body: draft })
  server.answer('PUT /api/articles/5', { status: 409, body: { message: 'Overtaken', details: { current } } })
  openAs(server, 'opm', '/articles/pending?edit=5')
  await userEvent.type(await field('Intro'), 'Here.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Draft' }))
  expect(await screen.findByText(/^You saved this article in another tab/)).toBeVisible()
  const intro = within(screen.getByRole('region', { name: 'Intro: two versions' }))
  expect(intro.getByText('In the other tab')).toBeVisible()
  expect(screen.queryByText(/Another user|Theirs/)).toBeNull()
})

it('a save by QA is attributed to QA, even in the form that the owner has open', async () => {
  const { id } = person('opm')
  const products = [
    { product_id: 1, asin: 'B0C9TR41XM', name: 'Heron', award: 'Best Overall', summary: null },
  ]
  const returned = anArticle({ status: 'returned', user_id: id, intro: 'Seven of them.', products })
  const dana = { id: 9, first_name: 'Dana', last_name: 'Okafor', username: 'dana@desk.example' }
  const saved = {
    action: 'saved',
    user: dana,
    created_at: '2026-03-01T10:00:00.000Z',
    comment: 'intro',
    self: false,
  }
  const current = { ...returned, intro: 'QA’s words.', version: 6, events: [saved] }
  server.answer('GET /api/articles/5', { body: returned })
  server.answer('PUT /api/articles/5', { status: 409, body: { message: 'Overtaken', details: { current } } })
  openAs(server, 'opm', '/articles/pending?edit=5')
  await userEvent.type(await field('Intro'), 'Here.')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  expect(await screen.findByText(/^Dana Okafor has saved this article/)).toBeVisible()
  const intro = within(screen.getByRole('region', { name: 'Intro: two versions' }))
  expect(intro.getByText('Dana Okafor’s').nextSibling).toHaveTextContent('QA’s words.')
  expect(screen.queryByText(/You have saved|other tab/)).toBeNull()
})
