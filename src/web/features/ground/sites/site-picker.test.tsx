import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const AT_WORK = { ...SITE, site_id: 71, display_name: 'Open Kitchen', retired: false }
const AT_REST = { ...SITE, site_id: 72, display_name: 'Old Larder', retired: true }

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/articles/5', { body: anArticle({ status: 'draft', draft: true, user_id: 7 }) })
  server.answer('POST /api/preflight', {
    body: { findings: [], rules: 15, passed: 15, unread: [], stale: [] },
  })
})
afterEach(() => server.close())

async function offered(own: { retired: boolean }) {
  server.answer('GET /api/sites', { body: [{ ...SITE, ...own }, AT_WORK, AT_REST] })
  openAs(server, 'opm', '/articles/pending?edit=5')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Site' }))
  await screen.findByText('Open Kitchen', { selector: '.named-logo' })
  return screen.queryByText('Old Larder', { selector: '.named-logo' })
}

it('a retired site is offered for no article', async () => {
  expect(await offered({ retired: false })).toBeNull()
})

it('an article’s site is named even if it is retired', async () => {
  await offered({ retired: true })
  expect(screen.getAllByText(SITE.display_name, { selector: '.named-logo' }).length).toBeGreaterThan(0)
})
