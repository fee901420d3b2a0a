// Fetched on demand in the product; here it is loaded before the first test's clock starts.
import './post-screen.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
const whole = (status: 'draft' | 'publish') => ({
  post: {
    id: 40019,
    status,
    url: '/posts/ok/40019',
    title: 'Blenders without the grit',
    heroImageUrl: null,
    authorName: 'Ada Reed',
    authorDescription: null,
    datePublished: status === 'publish' ? '2026-03-01T00:00:00.000Z' : null,
    introText: '',
    introCopy: '',
    products: [],
    outroCopy: '',
    questions: [],
    trustStatement: '',
  },
  site: {
    site_id: 2,
    code: 'ok',
    display_name: 'Open Kitchen',
    normalized_name: 'ok',
    logo_url: '/x',
    url: '',
  },
  focus_keyword: 'best blender',
  created_at: '2026-02-01T00:00:00.000Z',
  modified_at: '2026-02-01T00:00:00.000Z',
  article: { article_id: 33, title: 'Blenders', status: status === 'draft' ? 'approved' : 'published' },
})

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/posts/ok/40019', { body: whole('draft') })
})
afterEach(() => server.close())

describe('the page of a built-in post', () => {
  it('leads to its article and to its preview', async () => {
    openAs(server, 'opm', '/posts/ok/40019')
    expect(await screen.findByRole('link', { name: 'Blenders' })).toHaveAttribute('href', '/articles/33')
    expect(screen.getByRole('link', { name: 'Article Preview' })).toHaveAttribute('href', '/preview/ok/40019')
    expect(screen.getByText('best blender')).toBeVisible()
    expect(screen.getByText('Draft')).toBeVisible()
  })

  it('is published by people who may validate, after a question', async () => {
    server.answer('POST /api/posts/ok/40019/publish', { body: whole('publish') })
    openAs(server, 'qa', '/posts/ok/40019')
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
    expect(server.sent('POST /api/posts/ok/40019/publish')).toHaveLength(0)
    const [, confirm] = await waitFor(() => {
      const buttons = screen.getAllByRole('button', { name: 'Publish' })
      expect(buttons).toHaveLength(2)
      return buttons
    })
    await userEvent.click(confirm as HTMLElement)
    await waitFor(() => expect(screen.getAllByText('Published').length).toBeGreaterThan(0))
    expect(server.sent('POST /api/posts/ok/40019/publish')).toHaveLength(1)
  })

  it('offers no Publish to others, nor where it is published already', async () => {
    const { unmount } = openAs(server, 'opm', '/posts/ok/40019')
    await screen.findByText('Draft')
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
    unmount()
    server.answer('GET /api/posts/ok/40019', { body: whole('publish') })
    openAs(server, 'qa', '/posts/ok/40019')
    await waitFor(() => expect(screen.getAllByText('Published').length).toBeGreaterThan(0))
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  })

  it('that is not there says so', async () => {
    server.answer('GET /api/posts/ok/7', { status: 404, body: { message: 'x' } })
    openAs(server, 'opm', '/posts/ok/7')
    expect(await screen.findByText("Post '7' not found in the content management system")).toBeVisible()
  })
})
