import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { beginSecondStep } from '#web/features/ground/factors/use-second-step.ts'
import { setRefusal } from '#web/features/ground/provider/use-provider-refusal.ts'
import { NARROW } from '#web/ui/hooks/use-media.ts'
import { browser } from './browser.ts'
import { openLoopback } from './loopback.ts'
import { openAsVisitor } from './open-app.tsx'

it.each(['one test', 'the next'])(
  '%s starts in a window of the usual size, whatever size another test set',
  () => {
    expect([window.innerWidth, window.innerHeight]).toEqual([1024, 768])
    expect(window.matchMedia(NARROW).matches).toBe(false)
    browser().setViewport({ width: 390, height: 844 })
    expect(window.matchMedia(NARROW).matches).toBe(true)
  },
)

it('a page starts without the history state of the page before it', async () => {
  window.history.replaceState({ deadLink: 'reset' }, '')
  const loopback = await openLoopback()
  expect(window.history.state).toBeNull()
  await loopback.close()
})

const STEP = { challenge: 'a', expires_at: '2026-12-01T12:00:00Z', factors: ['totp' as const], passkey: null }

it.each(['one test', 'the next'])('%s finds no sign-in that another test began', async () => {
  const loopback = await openLoopback()
  openAsVisitor(loopback, '/')
  expect(await screen.findByLabelText('Email')).toBeVisible()
  act(() => beginSecondStep('ada@desk.example', STEP))
  act(() => setRefusal({ reason: 'failed', email: null, admins: [], message: 'Acme is away.' }))
  await loopback.close()
})
