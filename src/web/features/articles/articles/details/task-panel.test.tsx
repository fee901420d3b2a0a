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

const mirror = (changes: Partial<Article['mirrors'][number]>) => [
  {
    target: 'task' as const,
    state: 'done' as const,
    attempts: 0,
    error: null,
    updated_at: '2026-03-01T00:00:00.000Z',
    ...changes,
  },
]

function open(shown: Article) {
  openAs(server, 'qa', '/articles?article=5')
  server.answer('GET /api/articles', { body: { nodes: [], totalCount: 0, page: 1 } })
  server.answer('GET /api/articles/5', { body: shown })
}

it('a failed task says why and how often it was tried, and Sync tries again', async () => {
  open(
    anArticle({
      mirrors: mirror({ state: 'failed', attempts: 2, error: 'The board has no section “Requested”.' }),
    }),
  )
  expect(await screen.findByText(/Couldn’t update the task/)).toHaveTextContent(
    'Couldn’t update the task. The board has no section “Requested”. Tried 2 times.',
  )
  server.answer('POST /api/articles/5/sync', {
    body: {
      ...anArticle({
        gid: '1',
        asana_url: '/board/task/1',
        asana_section: { name: 'Requested' },
        mirrors: mirror({}),
      }),
      changed: ['asana_section', 'asana_url'],
      wait_seconds: 0,
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Sync' }))
  await waitFor(() => expect(screen.queryByText(/Couldn’t update the task/)).toBeNull())
  expect(screen.getByRole('link', { name: /^Requested/ })).toHaveAttribute('href', '/board/task/1')
})

it.each([
  [['status', 'asana_section'], 0, 'Changed: status, section of the task'],
  [[], 0, 'Nothing has changed'],
  [[], 40, 'We didn’t check the task and post again. You can sync in 40 seconds.'],
])(
  'a sync that changed %j, and can be repeated in %d seconds, says so [D150]',
  async (changed, wait, words) => {
    open(anArticle({ gid: '1', asana_url: '/board/task/1', mirrors: mirror({}) }))
    server.answer('POST /api/articles/5/sync', {
      body: { ...anArticle({ gid: '1' }), changed, wait_seconds: wait },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sync' }))
    expect(await screen.findByText(words)).toBeVisible()
  },
)

it('a failed sync shows the server’s message', async () => {
  open(anArticle({ gid: '1', asana_url: '/board/task/1', mirrors: mirror({}) }))
  const message = 'Asana is not available at the moment. Please try again later.'
  server.answer('POST /api/articles/5/sync', { status: 503, body: { message } })
  await userEvent.click(await screen.findByRole('button', { name: 'Sync' }))
  expect(await screen.findByText(message)).toBeVisible()
})

it('an article with no task, and none requested, offers no Sync', async () => {
  open(anArticle())
  expect(await screen.findByText('Rejection Notes')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sync' })).toBeNull()
})
