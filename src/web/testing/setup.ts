import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { session } from '#web/api/session.ts'

// Screens and notices fetch their code on first use, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

interface TestBrowser {
  happyDOM: { settings: { device: { prefersReducedMotion: string } } }
}
// Nothing moves, so that what is on the page is also visible. The test's browser has this handle, real ones have not.
const { happyDOM } = window as unknown as TestBrowser
happyDOM.settings.device.prefersReducedMotion = 'reduce'

afterEach(() => {
  cleanup()
  session.signOut()
  localStorage.clear()
  sessionStorage.clear()
})
