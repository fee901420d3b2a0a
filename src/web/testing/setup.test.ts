import { expect, it } from 'vitest'
import { NARROW } from '#web/ui/use-media.ts'
import { browser } from './browser.ts'

it.each(['one test', 'the next'])(
  '%s starts in a window of the usual size, whatever size another test set',
  () => {
    expect([window.innerWidth, window.innerHeight]).toEqual([1024, 768])
    expect(window.matchMedia(NARROW).matches).toBe(false)
    browser().setViewport({ width: 390, height: 844 })
    expect(window.matchMedia(NARROW).matches).toBe(true)
  },
)
