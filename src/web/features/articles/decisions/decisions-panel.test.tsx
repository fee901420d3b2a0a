import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openArticleServer } from '#web/testing/article-page.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const HELD = { article_id: 5, title: 'Kettles', command: 'return', seconds_left: 10 }
const UNDO = 'POST /api/articles/5/decision/undo'
const EXTEND = 'POST /api/articles/5/decision/extend'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/decisions', { body: [HELD] })
  server.answer(EXTEND, { body: HELD })
})
afterEach(() => server.close())

const strip = () => screen.findByRole('region', { name: 'Returned: Kettles' })
const undone = { body: { article: anArticle({ article_id: 5 }), words: 'Shorter, please.' } }

it('a decision that can be undone is above every page, with the time that is left', async () => {
  openAs(server, 'qa', '/profile')
  expect(await strip()).toHaveTextContent('0:10')
  expect(await strip()).toHaveTextContent('When the time is up, we notify the requester.')
  expect(screen.getByRole('link', { name: 'Kettles' })).toHaveAttribute('href', '/articles/5')
})

it('stays as a note when its time is up, without a layout shift, and goes with the next page', async () => {
  server.answer('GET /api/decisions', { body: [{ ...HELD, seconds_left: 1 }] })
  server.answer('GET /api/articles/5', { body: anArticle({ article_id: 5 }) })
  openAs(server, 'qa', '/profile')
  await strip()
  server.answer('GET /api/decisions', { body: [] })
  expect(await screen.findByText('The requester is being notified.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Kettles' }))
  await waitFor(() => expect(screen.queryByText('The requester is being notified.')).toBeNull())
})

it('is undone by its button, and its words are in their field when the article is opened', async () => {
  server.answer(UNDO, undone)
  server.answer('GET /api/articles/5', { body: anArticle({ article_id: 5 }) })
  openAs(server, 'qa', '/profile')
  await strip()
  server.answer('GET /api/decisions', { body: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Return undone.')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Kettles' }))
  expect(await screen.findByLabelText(/^Reason/)).toHaveValue('Shorter, please.')
})

it('is undone by Ctrl Z', async () => {
  server.answer(UNDO, undone)
  openAs(server, 'qa', '/profile')
  await strip()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(server.sent(UNDO)).toHaveLength(1))
})

it('is undone by Z alone in the article on its page, and not on other pages', async () => {
  const { server: desk, hold } = await openArticleServer()
  desk.answer('GET /api/decisions', { body: [{ ...HELD, article_id: 6, title: 'Toasters' }] })
  desk.answer('POST /api/articles/6/decision/undo', undone)
  openAs(desk, 'qa', '/profile')
  await screen.findByRole('region', { name: 'Returned: Toasters' })
  await userEvent.keyboard('z')
  openAs(desk, 'qa', '/articles/5')
  hold(anArticle({ article_id: 5, title: 'Kettles' }))
  await screen.findByRole('region', { name: 'Decision' })
  expect(desk.sent('POST /api/articles/6/decision/undo')).toEqual([])
  await userEvent.keyboard('z')
  await waitFor(() => expect(desk.sent('POST /api/articles/6/decision/undo')).toHaveLength(1))
  await desk.close()
})

it('whose undo comes too late says why', async () => {
  const message = 'It is too late to undo this decision. Return the article instead.'
  server.answer(UNDO, { status: 409, body: { code: 'conflict', message } })
  openAs(server, 'qa', '/profile')
  await strip()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Could not undo the decision')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
})

it('gets more time from the server while the pointer is on it', async () => {
  server.answer('GET /api/decisions', { body: [{ ...HELD, seconds_left: 4 }] })
  openAs(server, 'qa', '/profile')
  expect(server.sent(EXTEND)).toEqual([])
  await userEvent.hover(await strip())
  await waitFor(() => expect(server.sent(EXTEND).length).toBeGreaterThan(0))
})

it('is announced once, without another notice', async () => {
  const { server: desk, hold } = await openArticleServer()
  openAs(desk, 'qa', '/articles/5')
  hold(anArticle({ article_id: 5, title: 'Kettles' }))
  await screen.findByRole('region', { name: 'Decision' })
  desk.answer('GET /api/decisions', { body: [HELD] })
  desk.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
  await userEvent.keyboard('r')
  await screen.findByLabelText(/^Reason/)
  await userEvent.keyboard('1{Control>}{Enter}{/Control}')
  expect(await strip()).toBeVisible()
  expect(screen.queryByText('Article returned')).toBeNull()
  await desk.close()
})

it('is not requested for users who cannot decide', async () => {
  openAs(server, 'wrt', '/profile')
  await screen.findByRole('heading', { level: 1 })
  expect(server.sent('GET /api/decisions')).toEqual([])
})
