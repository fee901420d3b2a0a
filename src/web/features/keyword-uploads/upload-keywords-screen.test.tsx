import './upload-keywords-screen.tsx'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('what a person has uploaded is not shown to the next one who signs in', async () => {
  const user = userEvent.setup({ applyAccept: false })
  openAs(server, 'opm', '/upload-keywords')
  await user.upload(await screen.findByLabelText('CSV file'), new File(['secret'], 'launch plans.txt'))
  expect(await screen.findByText(/launch plans\.txt/)).toBeInTheDocument()
  act(() => session.signOut())
  expect(await screen.findByLabelText('Email')).toBeInTheDocument()
  cleanup()

  openAs(server, 'opm', '/upload-keywords', { id: 8, first_name: 'Ada' })
  expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeInTheDocument()
  expect(screen.queryByText(/launch plans\.txt/)).toBeNull()
})
