import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Task } from '#shared/features/articles/board/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const task = (older: number): Task => ({
  gid: '5',
  name: 'Kettles',
  priority: null,
  completed: false,
  modified_at: '2026-03-01T00:00:00.000Z',
  notes: '',
  section: 'Requested',
  board: { gid: '1', name: 'Open Kitchen', sections: ['Requested'] },
  comments: [{ text: 'The photos are ready', created_at: '2026-03-01T00:00:00.000Z' }],
  older_comments: older,
  article_id: null,
})

it.each([
  [1200, '1,200 older comments aren’t shown.'],
  [1, '1 older comment isn’t shown.'],
])('a task with %i more comments than are shown says so', async (older, words) => {
  openAs(server, 'qa', '/board/task/5')
  server.answer('GET /api/board/task/5', { body: task(older) })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByText('The photos are ready')).toBeVisible()
})

it('an article’s address in the notes of a task links to the article', async () => {
  openAs(server, 'qa', '/board/task/5')
  const notes = 'Article: /articles?article=33\nSite: Open Kitchen\nhttps://boards.example/brief'
  server.answer('GET /api/board/task/5', { body: { ...task(0), notes } })
  const link = await screen.findByRole('link', { name: '/articles?article=33' })
  expect(link).toHaveAttribute('href', '/articles/33')
  expect(link.closest('p')).toHaveTextContent('Article: /articles?article=33 Site: Open Kitchen')
  expect(screen.getByRole('link', { name: /^https:\/\/boards/ })).toBeVisible()
})

it('a task that shows all its comments mentions no others', async () => {
  openAs(server, 'qa', '/board/task/5')
  server.answer('GET /api/board/task/5', { body: task(0) })
  await screen.findByText('The photos are ready')
  expect(screen.queryByText(/older comment/)).toBeNull()
})

const dana = { id: 3, first_name: 'Dana', last_name: 'Okafor', username: 'dana@desk.example' }
const ARTICLE = {
  article_id: 33,
  title: 'The best kettles',
  status: 'approved',
  image_url: null,
  site_id: 2,
  site: {
    site_id: 2,
    code: 'ok',
    display_name: 'Open Kitchen',
    normalized_name: 'ok',
    logo_url: '/x',
    url: '',
  },
  user_id: 3,
  user: dana,
  keywords: [{ keyword_id: 5, keyword: 'best kettle' }],
  created_at: '2026-02-01T08:00:00.000Z',
  wordpress_id: null,
  intro: null,
  notes: null,
  draft: false,
  qa_user: { ...dana, first_name: 'Wen' },
  products: [{ product_id: 1, asin: 'B0C9TR41XM', name: 'Crestline', award: 'Best Overall', summary: null }],
  faqs: [],
  returns: [],
  events: [
    {
      action: 'approved',
      user: { ...dana, first_name: 'Wen' },
      created_at: '2026-02-02T08:00:00.000Z',
      comment: null,
      self: false,
    },
  ],
  updated_at: '2026-02-02T08:00:00.000Z',
  mirrors: [],
}

it('a task shows its board, its priority in colour, its article with the people involved, and its activity', async () => {
  openAs(server, 'opm', '/board/task/5')
  server.answer('GET /api/board/task/5', {
    body: { ...task(0), article_id: 33, priority: 'High', completed: true },
  })
  server.answer('GET /api/articles/33', { body: ARTICLE })
  expect(await screen.findByRole('heading', { level: 2, name: 'Kettles' })).toBeVisible()
  expect(screen.getByText('High', { selector: '.badge' })).toHaveClass('badge', 'good')
  expect(screen.getByRole('link', { name: 'Open Kitchen board' })).toHaveAttribute('href', '/board/1')
  expect(screen.getByRole('link', { name: 'Open the article' })).toHaveAttribute('href', '/articles/33')
  const article = within(screen.getByRole('region', { name: 'Article' }))
  expect(await article.findByRole('link', { name: 'The best kettles' })).toHaveAttribute(
    'href',
    '/articles/33',
  )
  for (const words of [
    'Approved',
    'Open Kitchen',
    'Dana Okafor',
    'Wen Okafor',
    'best kettle',
    'Crestline',
    '2026-02-01 08:00',
  ])
    expect(article.getByText(words)).toBeVisible()
  const activity = within(await screen.findByRole('region', { name: 'Activity' }))
  expect(activity.getByRole('listitem')).toHaveTextContent('Wen Okafor approved')
})

it('a task whose article cannot be read says so, and shows the rest', async () => {
  openAs(server, 'opm', '/board/task/5')
  server.answer('GET /api/board/task/5', { body: { ...task(0), article_id: 33 } })
  server.answer('GET /api/articles/33', { status: 400, body: { message: 'Not today.' } })
  const article = within(await screen.findByRole('region', { name: 'Article' }))
  expect(await article.findByText('Could not find the article')).toBeVisible()
  expect(screen.getByText('The photos are ready')).toBeVisible()
})

it('a session that ends during a comment is reported once, with a note that the text is kept [SHELL-104]', async () => {
  const words = 'Your session has ended. Please sign in again.'
  openAs(server, 'opm', '/board/task/5')
  server.answer('GET /api/board/task/5', { body: task(0) })
  server.answer('POST /api/board/task/5/comments', { status: 401, body: { message: words } })
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Half a sentence')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  expect(await screen.findByLabelText('Email')).toBeVisible()
  expect(await screen.findByText('Please sign in again. What you wrote is kept.')).toBeVisible()
  expect(screen.getAllByText(/session has ended/)).toHaveLength(1)
})
