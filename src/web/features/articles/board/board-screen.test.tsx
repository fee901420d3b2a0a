import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/board', {
    body: [
      { gid: '1', name: 'Open Kitchen' },
      { gid: '2', name: 'Tidy Mode' },
    ],
  })
  server.answer('GET /api/board/1', { body: { gid: '1', name: 'Open Kitchen', sections: [] } })
  server.answer('GET /api/board/2', { body: { gid: '2', name: 'Tidy Mode', sections: [] } })
})
afterEach(() => server.close())

it('a board leads to the boards of the other sites', async () => {
  openAs(server, 'qa', '/board/1')
  await user.click(await screen.findByRole('combobox', { name: 'Board' }))
  await user.click(await screen.findByTitle('Tidy Mode'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Tidy Mode tasks' })).toBeVisible()
  expect(window.location.pathname).toBe('/board/2')
})

it('a board that doesn’t exist says so and leads to those that do', async () => {
  openAs(server, 'qa', '/board/77')
  expect(await screen.findByRole('heading', { name: 'There’s no such board here' })).toBeVisible()
  const main = within(screen.getByRole('main'))
  expect(await main.findByRole('link', { name: 'Tidy Mode' })).toHaveAttribute('href', '/board/2')
})
