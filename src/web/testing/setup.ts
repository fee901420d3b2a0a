import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { session } from '#web/api/session.ts'
import { clearNotices } from '#web/ui/notify.ts'
import { browser } from './browser.ts'

// Screens and notices fetch their code on first use, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

// Nothing moves, so that what is on the page is also visible.
browser().settings.device.prefersReducedMotion = 'reduce'

afterEach(() => {
  cleanup()
  session.signOut()
  localStorage.clear()
  sessionStorage.clear()
})

// A notice whose code is still on its way is drawn when it arrives, one that is shown counts its seconds in a bar, and
// React works off what is left in tasks of its own: none of it may outlive the test's browser.
afterAll(async () => {
  await vi.dynamicImportSettled()
  clearNotices()
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
})
