import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answer, DECIDE, openEditorServer, SAVE } from '#web/testing/article-editor.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const QUESTION = 'Approve “Kettles”?'

let server: Loopback
beforeEach(async () => {
  server = await openEditorServer()
})
afterEach(() => server.close())

const pressKeys = async () => {
  await userEvent.click(await screen.findByLabelText('Intro'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
}

it('Ctrl Enter asks before it approves an article under review that the user is editing', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  await pressKeys()
  await answer(QUESTION, 'Cancel')
  await waitFor(() => expect(screen.queryByText('Your changes are saved first.')).toBeNull())
  expect([...server.sent(SAVE), ...server.sent(DECIDE)]).toEqual([])
  await pressKeys()
  await answer(QUESTION, 'Approve')
  await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(1))
  expect(server.sent(SAVE)).toHaveLength(1)
  await screen.findByText('Article approved')
})

it('the button Approve does not ask', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  await screen.findByLabelText('Intro')
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await screen.findByText('Article approved')
  expect(server.sent(DECIDE)).toHaveLength(1)
})
