import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { openArticleServer } from '#web/testing/article-page.ts'
import { anArticle } from '#web/testing/articles.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const OUT = 'B0AAAAAAS1'
const GLIDE = 'B0AAAAAAS2'
const LOUD = 'The Dunlarch V2 is loud.'
const SWAPPED = { before: 'We love Dunlarch V2, as ever.', after: 'We love Fennaway Glide, as ever.' }

let server: Loopback
afterEach(() => server.close())

it('the draft of requested edits shows both products, the link and each sentence, to copy', async () => {
  const opened = await openArticleServer()
  server = opened.server
  const link = `https://www.amazon.com/dp/${GLIDE}?tag=site-20`
  server.answer('GET /api/articles/5/requested-edits', {
    body: {
      from: { asin: OUT, name: 'Dunlarch V2' },
      to: { asin: GLIDE, name: 'Fennaway Glide' },
      ...{
        link,
        post_url: 'https://hs.example/edit',
        is_read: true,
        open: ['Dunlarch V2 owners write to us.'],
      },
      stays: ['Link on amazon.co.uk: Dunlarch V2'],
      sentences: [SWAPPED, { before: LOUD, after: '' }],
    },
  })
  const user = userEvent.setup()
  openAs(server, 'opm', '/articles/5')
  opened.hold(anArticle({ status: 'draft' }))
  const edits = within(await screen.findByRole('region', { name: 'Edit the post on its site' }))
  expect(edits.getByText(OUT)).toBeInTheDocument()
  expect(edits.getByRole('link', { name: /Open the post/ })).toHaveAttribute(
    'href',
    'https://hs.example/edit',
  )
  expect(edits.getByText(/If you submit it instead, it becomes a new post/)).toBeInTheDocument()
  expect(edits.getByText('Remove this sentence.')).toBeInTheDocument()
  expect(edits.getByText('Dunlarch V2 owners write to us.')).toBeInTheDocument()
  expect(edits.getByRole('list', { name: /^Leave these/ })).toHaveTextContent('Link on amazon.co.uk')
  for (const [name, text] of [
    ['Copy the new link', link],
    [`Copy “${SWAPPED.after}”`, SWAPPED.after],
  ] as const) {
    await user.click(edits.getByRole('button', { name }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text))
  }
})

it('requested edits that could not be loaded say so, and load on a second try', async () => {
  const opened = await openArticleServer()
  server = opened.server
  server.answer('GET /api/articles/5/requested-edits', {
    status: 400,
    body: { code: 'badRequest', message: 'Not now.' },
  })
  openAs(server, 'opm', '/articles/5')
  opened.hold(anArticle({ status: 'draft' }))
  expect(await screen.findByText('The requested edits could not be loaded.')).toBeInTheDocument()
  server.answer('GET /api/articles/5/requested-edits', { body: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('The requested edits could not be loaded.')).toBeNull())
})
