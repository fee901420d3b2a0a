import { expect, it } from 'vitest'
import { NARROW } from '#web/ui/hooks/use-media.ts'
import { browser } from './browser.ts'
import { openLoopback } from './loopback.ts'

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
