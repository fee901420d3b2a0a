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

/** Submits a draft and returns the notice. */
async function submitAt(address: string) {
  openAs(server, 'opm', address)
  await press('Submit')
  await answer('Are you sure you want to submit this article?', 'Yes')
  const title = await screen.findByText('Article submitted')
  return within(title.closest<HTMLElement>('.ant-notification-notice') ?? document.body)
}

it('a submitted article is named, with a link to it', async () => {
  const told = await submitAt('/articles/pending?edit=5')
  expect(told.getByText('Kettles')).toBeVisible()
  await userEvent.click(told.getByRole('button', { name: 'Open it' }))
  await waitFor(() => expect(location.pathname).toBe('/articles/5'))
})

it('the message has no link on the page of that article', async () => {
  const told = await submitAt('/articles/5?edit=1')
  expect(told.getByText('Kettles')).toBeVisible()
  expect(told.queryByRole('button', { name: 'Open it' })).toBeNull()
})

it("a refused save is titled 'Could not save the article' or 'Could not submit the article' and loses nothing [ART-161] [ART-162]", async () => {
  openAs(server, 'opm', '/articles/pending?edit=5')
  const intro = await screen.findByLabelText('Intro')
  await userEvent.clear(intro)
  await userEvent.type(intro, 'Typed with care')
  server.answer(SAVE, { status: 500, body: {} })
  await press('Save Draft')
  expect(await screen.findByText('Could not save the article')).toBeVisible()
  expect(screen.queryByText('Could not submit the article')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: /Submit$/ }))
  await answer('Are you sure you want to submit this article?', 'Yes')
  expect(await screen.findByText('Could not submit the article')).toBeVisible()
  expect(screen.getByLabelText('Intro')).toHaveValue('Typed with care')
})

it("a draft has a button 'Save Draft' [ART-064]", async () => {
  openAs(server, 'opm', '/articles/pending?edit=5')
  expect(await screen.findByRole('button', { name: 'Submit' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save Draft' })).toBeVisible()
})

it("an article past its draft has no 'Save Draft' [ART-065]", async () => {
  server.answer('GET /api/articles/5', { body: { ...OWN, status: 'returned', draft: false } })
  openAs(server, 'opm', '/articles/pending?edit=5')
  expect(await screen.findByRole('button', { name: 'Submit' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save Draft' })).toBeNull()
})
