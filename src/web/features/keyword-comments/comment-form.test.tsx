import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  server.answer('GET /api/keywords/5/comments', { body: [] })
})
afterEach(() => server.close())

it('colleagues who cannot be looked up are named as a failure [COMM-009]', async () => {
  server.answer('GET /api/users', { status: 400, body: { message: 'Not today.' } })
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  await user.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Look, @Ada')
  expect(await screen.findByText('Users could not be searched.')).toBeInTheDocument()
})
