import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const notice = {
  notice_id: 1,
  actor: { id: 2, first_name: 'Dana', last_name: 'Okafor', username: 'dana@desk.example' },
  article: null,
  keyword: null,
  words: null,
  created_at: '2026-11-20T10:00:00.000Z',
  read_at: null,
}

function open(changes: object) {
  const nodes = [{ ...notice, ...changes }]
  server.answer('GET /api/notices', { body: { nodes, totalCount: 1, unread_count: 1, page: 1 } })
  openAs(server, 'opm', '/notices')
}

it('a mention names its keyword and links to its comments [D147]', async () => {
  open({ kind: 'mentioned', keyword: { keyword_id: 5, keyword: 'garden hose' }, words: '@Opm One, look' })
  const link = await screen.findByRole('link', { name: 'garden hose' })
  expect(link).toHaveAttribute('href', '/keywords?keyword_id=5&comments=1')
  expect(link.closest('p')).toHaveTextContent('Dana Okafor mentioned you in a comment on garden hose')
  expect(screen.getByText('@Opm One, look')).toBeVisible()
})

it('the bell shows the same count as the page of notices, as soon as that opens', async () => {
  open({ kind: 'scan-failed', actor: null, words: 'Webhooks are alive' })
  // The bell itself had not been updated.
  expect(await screen.findByRole('link', { name: 'Notices, 1 unread' })).toBeVisible()
})

it('a decision names its article and links to it', async () => {
  open({ kind: 'approved', article: { article_id: 7, title: 'The best hoses', status: 'approved' } })
  const link = await screen.findByRole('link', { name: 'The best hoses' })
  expect(link).toHaveAttribute('href', '/articles/7')
})

it('a warning links to its details', async () => {
  open({ kind: 'scan-failed', actor: null, words: 'Webhooks are alive: Watched, Couldn’t be started' })
  const link = await screen.findByRole('link', { name: 'The nightly scan found a problem' })
  expect(link).toHaveAttribute('href', '/scan')
})
