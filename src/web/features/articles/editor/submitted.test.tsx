import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answer, COMPLETE, openEditorServer, press, SAVE } from '#web/testing/article-editor.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

const OWN = { ...COMPLETE, user_id: person('opm').id }

let server: Loopback
beforeEach(async () => {
  server = await openEditorServer()
  server.answer('GET /api/articles/5', { body: { ...OWN, status: 'draft', draft: true } })
  server.answer(SAVE, { body: { ...OWN, version: 4 } })
})
afterEach(() => server.close())

/** What is told once the draft is submitted. */
async function submitAt(address: string) {
  openAs(server, 'opm', address)
  await press('Submit')
  await answer('Are you sure you want to submit this article?', 'Yes')
  const title = await screen.findByText('Article submitted')
  return within(title.closest<HTMLElement>('.ant-notification-notice') ?? document.body)
}

it('an article that was submitted is told by its title, with the way to it', async () => {
  const told = await submitAt('/articles/pending?edit=5')
  expect(told.getByText('Kettles')).toBeVisible()
  await userEvent.click(told.getByRole('button', { name: 'Open it' }))
  await waitFor(() => expect(location.pathname).toBe('/articles/5'))
})

it('no way is offered to the article on whose page one is', async () => {
  const told = await submitAt('/articles/5?edit=1')
  expect(told.getByText('Kettles')).toBeVisible()
  expect(told.queryByRole('button', { name: 'Open it' })).toBeNull()
})
