import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { session } from '#web/api/session.ts'
import { endSecondStep } from '#web/features/ground/factors/use-second-step.ts'
import { setRefusal } from '#web/features/ground/provider/use-provider-refusal.ts'
import { clearNotices } from '#web/ui/feedback/notify.ts'
import { libraryStyles } from '#web/ui/theme/library-styles.ts'
import { browser } from './browser.ts'

// Screens and notices load their code on first use, which takes a while on a busy machine.
configure((standard) => ({
  asyncUtilTimeout: 8_000,
  // Queries are retried on every change of the page; only the last error needs the page in its message.
  getElementError: (message, container) =>
    isWaiting() ? missOf(message) : standard.getElementError(message, container),
}))

/** The library recognizes its own errors by this name and adds the line of the test. */
const missOf = (message: string | null) =>
  Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })

/** Whether the error is one of many during a `waitFor`, according to the library's own flag. */
function isWaiting(): boolean {
  const config: object = getConfig()
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
}

libraryStyles.zeroRuntime = true

// In this environment the next frame comes immediately. A countdown in frames, such as the bar of a notice,
// would keep the processor busy until it ends, so frames that request further frames run at screen speed.
const FRAME_MS = 16
const AT_ONCE = 4

function spaceFrames(): void {
  const nextFrame = window.requestAnimationFrame.bind(window)
  const forgetFrame = window.cancelAnimationFrame.bind(window)
  let depth = 0
  window.requestAnimationFrame = (callback) => {
    const own = depth + 1
    const draw = (time: number) => {
      depth = own
      try {
        callback(time)
      } finally {
        depth = 0
      }
    }
    return own <= AT_ONCE ? nextFrame(draw) : Number(setTimeout(() => draw(performance.now()), FRAME_MS))
  }
  window.cancelAnimationFrame = (id) => {
    if (typeof id === 'number') clearTimeout(id)
    else forgetFrame(id)
  }
}

// Tests only use styles to decide whether an element is visible and clickable, several times for every
// element of a page. Matching the component library's other rules, nine out of ten, takes a tenth of the time
// of all web tests.
const SHOWS = /display|visibility|opacity|pointer-events|user-select/

function dropOtherRules(): void {
  const { replaceSync } = CSSStyleSheet.prototype
  CSSStyleSheet.prototype.replaceSync = function replaceWithWhatShows(text) {
    replaceSync.call(this, text)
    for (let index = this.cssRules.length - 1; index >= 0; index -= 1)
      if (!SHOWS.test(this.cssRules[index]?.cssText ?? '')) this.deleteRule(index)
  }
}

// Test files in the same process share its window too.
const IS_PREPARED = Symbol.for('copydesk.isPrepared')
if (!Reflect.has(window, IS_PREPARED)) {
  Reflect.set(window, IS_PREPARED, true)
  spaceFrames()
  dropOtherRules()
}

// Without animations, every element on the page is visible at once.
browser().settings.device.prefersReducedMotion = 'reduce'
// Nothing has a size in this environment, so layout need not be computed.
browser().settings.disableComputedStyleRendering = true

afterEach(async () => {
  cleanup()
  session.signOut()
  // Modules keep a sign-in that has begun, and test files of the same process share modules.
  endSecondStep()
  setRefusal(null)
  localStorage.clear()
  sessionStorage.clear()
  browser().setViewport({ width: 1024, height: 768 })
  // Notices are rendered in a root of their own that the clean-up does not reach: one test's notices must not
  // leak into the next.
  clearNotices()
  await vi.waitFor(() => expect(document.querySelector('.ant-notification-notice')).toBeNull(), 5_000)
})

// A notice is rendered when its code arrives, a visible one counts down in a bar, and React finishes its work
// in tasks of its own. None of this may run after the test environment is torn down.
afterAll(async () => {
  await vi.dynamicImportSettled()
  clearNotices()
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
})
