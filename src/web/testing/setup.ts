import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { session } from '#web/api/session.ts'
import { clearNotices } from '#web/ui/notify.ts'
import { libraryStyles } from '#web/ui/theme/antd-theme.ts'
import { browser } from './browser.ts'

// Screens and notices fetch their code on first use, which takes a while on a busy machine.
configure((standard) => ({
  asyncUtilTimeout: 8_000,
  // What is waited for is looked for at every change of the page: only the last miss needs the page in its message.
  getElementError: (message, container) =>
    isWaiting() ? missOf(message) : standard.getElementError(message, container),
}))

/** By this name the library knows its own misses, and says on which line of the test the last one was. */
const missOf = (message: string | null) =>
  Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })

/** Whether a miss is one of many, which the library says of itself while it waits. */
function isWaiting(): boolean {
  const config: object = getConfig()
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
}

libraryStyles.zeroRuntime = true

// Here the next frame comes at once. What counts down in frames, such as the bar of a notice, would keep the processor
// busy until it ends, so frames that request one another take their time as on a screen.
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

// Tests only ask of a style whether an element is there for a person and for the pointer, several times for every
// element of a page. Matching the component library's other rules, nine of ten, costs a tenth of all web tests.
const SHOWS = /display|visibility|opacity|pointer-events|user-select/

function dropOtherRules(): void {
  const { replaceSync } = CSSStyleSheet.prototype
  CSSStyleSheet.prototype.replaceSync = function replaceWithWhatShows(text) {
    replaceSync.call(this, text)
    for (let index = this.cssRules.length - 1; index >= 0; index -= 1)
      if (!SHOWS.test(this.cssRules[index]?.cssText ?? '')) this.deleteRule(index)
  }
}

// Files that share a process share its window too.
const IS_PREPARED = Symbol.for('copydesk.isPrepared')
if (!Reflect.has(window, IS_PREPARED)) {
  Reflect.set(window, IS_PREPARED, true)
  spaceFrames()
  dropOtherRules()
}

// Nothing moves, so that what is on the page is also visible.
browser().settings.device.prefersReducedMotion = 'reduce'
// Nothing has a size here, so that none need be calculated.
browser().settings.disableComputedStyleRendering = true

afterEach(async () => {
  cleanup()
  session.signOut()
  localStorage.clear()
  sessionStorage.clear()
  browser().setViewport({ width: 1024, height: 768 })
  // They are drawn in a root of their own, which no clean-up reaches: what one test was told is nothing to the next.
  clearNotices()
  await vi.waitFor(() => expect(document.querySelector('.ant-notification-notice')).toBeNull(), 5_000)
})

// A notice whose code is still on its way is drawn when it arrives, one that is shown counts its seconds in a bar, and
// React works off what is left in tasks of its own: none of it may outlive the test's browser.
afterAll(async () => {
  await vi.dynamicImportSettled()
  clearNotices()
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
})
