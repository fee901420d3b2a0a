import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '#shared/features/articles/contract.ts'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'

let server: Loopback

const requested = (changes: Partial<Article> = {}): Article => ({
  article_id: 5,
  title: 'Kettles',
  status: 'requested',
  image_url: null,
  site_id: 1,
  site: { site_id: 1, code: 'ok', display_name: 'S', normalized_name: 's', logo_url: '', url: '' },
  user_id: 31,
  user: { id: 31, first_name: 'Ada', last_name: 'Reed', username: 'ada@copydesk.example' },
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
  intro: null,
  notes: null,
  draft: false,
  qa_user: null,
  keywords: [{ keyword_id: 1, keyword: 'kettle' }],
  products: [],
  faqs: [],
  returns: [],
  events: [],
  asana_url: null,
  gid: null,
  asana_section: null,
  wordpress_id: null,
  mirrors: [],
  checklist: [],
  version: 3,
  ...changes,
})

const VALIDATE = 'PATCH /api/articles/validate/5'

/** The pending list holds this article. */
function hold(article: Article) {
  server.answer('GET /api/articles/pending', { body: { nodes: [article], totalCount: 1, page: 1 } })
  server.answer('GET /api/articles/5', { body: article })
}

async function openReturn() {
  openAs(server, 'qa', '/articles/pending?decide=return&on=5')
  hold(requested())
  return screen.findByLabelText(/^Reason/)
}

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
})
afterEach(() => server.close())

describe('deciding on an article', () => {
  it('the reason is there again after the session ended and the same person signed in', async () => {
    await userEvent.type(await openReturn(), 'Too short')
    server.answer(VALIDATE, { status: 401, body: { message: 'Who are you?' } })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    await screen.findByRole('button', { name: /log ?in|sign in/i })
    session.signIn('token-2', person('qa'))
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('Too short')
  })

  it('tells that somebody else has changed the article, keeps the words and goes on with the new version', async () => {
    await userEvent.type(await openReturn(), 'Too short')
    server.answer(VALIDATE, {
      status: 409,
      body: { message: 'Changed', details: { current: requested({ version: 4 }) } },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByText('This article has changed')).toBeVisible()
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Too short')
    server.answer(VALIDATE, { body: requested({ version: 5, status: 'returned' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    await waitFor(() => expect(screen.queryByLabelText(/^Reason/)).toBeNull())
    expect(server.sent(VALIDATE).map(({ json }) => json)).toEqual([
      { command: 'return', reason: 'Too short', version: 3 },
      { command: 'return', reason: 'Too short', version: 4 },
    ])
  })

  it('approving an own article is not offered where the organisation forbids it', async () => {
    openAs(server, 'qa', '/articles/pending', { id: 31 })
    server.answer('GET /api/health', { body: { ...HEALTH, selfApproval: false } })
    hold(requested())
    expect(await screen.findByRole('button', { name: 'Return “Kettles”' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve “Kettles”' })).toBeNull())
  })

  it('an address that this person may not follow opens nothing', async () => {
    openAs(server, 'opm', '/articles/pending?decide=approve&on=5')
    hold(requested())
    await waitFor(() => expect(window.location.search).not.toContain('decide'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
