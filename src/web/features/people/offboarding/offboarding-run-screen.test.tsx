import './offboarding-run-screen.tsx'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OffboardingRun } from '#shared/features/people/offboarding/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const RUN: OffboardingRun = {
  run_id: 14,
  email: 'ruth@copydesk.example',
  name: 'Ruth Hallowell',
  by: 'Ines Aldana',
  began_at: '2026-03-01T00:00:00.000Z',
  ended_at: null,
  states: { waiting: 1 },
  open_again: null,
  github: null,
  manager: null,
  systems: [],
  handed_over: null,
  second_look_at: null,
  second_looked_at: null,
  steps: [],
}

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const openRun = (run: OffboardingRun) => {
  server.answer('GET /api/users/offboarding-runs/14', { body: run })
  openAs(server, 'adm', '/user-access/runs/14')
}

it('a run without evidence yet says what will be there', async () => {
  openRun(RUN)
  expect(await screen.findByRole('region', { name: 'Evidence' })).toHaveTextContent(
    'Each check and change will be listed here',
  )
})

it('a run that ended without evidence has no empty card', async () => {
  openRun({ ...RUN, ended_at: '2026-03-01T00:01:00.000Z' })
  expect(await screen.findByText('Ruth Hallowell', { exact: false })).toBeVisible()
  await waitFor(() => expect(screen.getByText('Account email')).toBeVisible())
  expect(screen.queryByRole('region', { name: 'Evidence' })).toBeNull()
})
