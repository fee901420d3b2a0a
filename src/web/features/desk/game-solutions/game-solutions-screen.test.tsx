import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SCREENS } from '#shared/access/screens.ts'
import type { GameSolutions } from '#shared/features/desk/game-solutions/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs, openAsVisitor } from '#web/testing/open-app.tsx'

const READ = 'GET /api/game-solutions'
const FOUND: GameSolutions = {
  day: '2026-03-01',
  wordleSolution: 'plumb',
  wordleFutureSolutions: [
    { value: 'grove', date: '2026-03-02' },
    { value: 'tulip', date: '2026-03-03' },
  ],
  wordle_source: 'live',
  heardleSolution: 'Paper Lanterns',
  heardleFutureSolutions: [{ value: 'Slow Carousel', date: '2026-03-02' }],
  heardle_source: 'own-list',
  created: '2026-03-01T06:00:00.000Z',
  is_running: false,
  failure: null,
}

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer(READ, { body: FOUND })
})
afterEach(() => server.close())

it('the screen at /game-solutions is named “Game Solutions”, for all visitors [GAME-001]', async () => {
  openAsVisitor(server, '/game-solutions')
  expect(SCREENS.gameSolutions.path).toBe('/game-solutions')
  expect(await screen.findByRole('heading', { level: 1, name: 'Game Solutions' })).toBeInTheDocument()
})

it('today’s solutions of Wordle and Heardle are shown, with hints for the post [GAME-002] [GAME-003]', async () => {
  openAsVisitor(server, '/game-solutions')
  const wordle = within(await screen.findByRole('region', { name: 'Wordle' }))
  expect(wordle.getByText('plumb')).toBeInTheDocument()
  expect(wordle.getByText('starts with').parentElement).toHaveTextContent('starts with P')
  expect(screen.getByText('Paper Lanterns')).toBeInTheDocument()
})

it('the solutions of the next days are listed for Wordle and Heardle [GAME-004, GAME-005]', async () => {
  openAsVisitor(server, '/game-solutions')
  const rowsOf = async (game: string) =>
    within(await screen.findByRole('table', { name: `Future ${game} solutions` }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [
        row.querySelector('time')?.getAttribute('datetime'),
        row.querySelector('.solution-future > :first-child')?.textContent,
      ])
  expect(await rowsOf('Wordle')).toEqual([
    ['2026-03-02', 'groveGROVE'],
    ['2026-03-03', 'tulipTULIP'],
  ])
  expect(await rowsOf('Heardle')).toEqual([['2026-03-02', 'Slow Carousel']])
})

it('the solutions of today and of a later day can be copied', async () => {
  openAsVisitor(server, '/game-solutions')
  await user.click(await screen.findByRole('button', { name: 'Copy today’s Wordle solution' }))
  expect(await navigator.clipboard.readText()).toBe('plumb')
  expect(await screen.findByText('Copied')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copy the Heardle solution for 2 Mar' }))
  expect(await navigator.clipboard.readText()).toBe('Slow Carousel')
})

it('the time of the last run is shown [GAME-007]', async () => {
  openAsVisitor(server, '/game-solutions')
  expect(await screen.findByText('2026-03-01 06:00')).toBeInTheDocument()
})

it('Run reads the solutions again, and shows them once it has ended [GAME-006, GAME-010]', async () => {
  openAs(server, 'opm', '/game-solutions')
  const button = await screen.findByRole('button', { name: 'Run' })
  await screen.findByText('2026-03-01 06:00')
  let isEnded = false
  server.answer(READ, () => ({
    body: isEnded ? { ...FOUND, created: '2026-03-01T09:30:00.000Z' } : { ...FOUND, is_running: true },
  }))
  await user.click(button)
  expect(await screen.findByText('Running …')).toBeInTheDocument()
  expect(server.sent(READ).map(({ search }) => search)).toContain('?clear_cache=true')
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  isEnded = true
  expect(await screen.findByText('2026-03-01 09:30')).toBeInTheDocument()
})

it('a refused run says why', async () => {
  openAs(server, 'opm', '/game-solutions')
  const button = await screen.findByRole('button', { name: 'Run' })
  await screen.findByText('2026-03-01 06:00')
  const message = 'The solutions were reloaded less than a minute ago.'
  server.answer(READ, { status: 429, body: { message } })
  await user.click(button)
  expect(await screen.findByText(message)).toBeInTheDocument()
})

it('signed-out visitors see no Run button', async () => {
  openAsVisitor(server, '/game-solutions')
  await screen.findByRole('region', { name: 'Wordle' })
  expect(screen.queryByRole('button', { name: 'Run' })).not.toBeInTheDocument()
})

it('unknown and sample solutions are marked as such', async () => {
  server.answer(READ, {
    body: {
      ...FOUND,
      wordleSolution: null,
      wordleFutureSolutions: [],
      wordle_source: 'invented',
      heardleSolution: null,
      heardle_source: 'none',
      created: null,
    },
  })
  openAsVisitor(server, '/game-solutions')
  expect(await screen.findByText('No solution yet.')).toBeInTheDocument()
  expect(screen.getByText('Sample data: these aren’t real solutions.')).toBeInTheDocument()
  expect(screen.getByText('Not available: there’s no source for the songs.')).toBeInTheDocument()
  expect(screen.getByText('No upcoming solutions yet.')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByText(/Last ran/)).toHaveTextContent('Last ran never'))
})
