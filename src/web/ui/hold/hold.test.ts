import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOLD_MS, hold } from './hold.ts'

let acts: number
let refusals: number
let end: () => void
const button = () => document.querySelector('button') as HTMLButtonElement
const press = (detail = 1) => fireEvent.click(button(), { detail })

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<main><h2 tabindex="-1">Next</h2><p id="box"><button>Approve</button></p></main>'
  acts = 0
  refusals = 0
  button().addEventListener('click', () => {
    acts += 1
  })
  end = hold({
    box: document.getElementById('box') as HTMLElement,
    buttons: 'button',
    onRefuse: () => {
      refusals += 1
    },
    onEnd: () => {},
  })
})
afterEach(() => {
  end()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

it('a second click that hits a button of a new object does nothing and is reported as refused', () => {
  vi.advanceTimersByTime(900)
  press()
  expect([acts, refusals]).toEqual([0, 1])
  expect(button()).toHaveAttribute('aria-disabled', 'true')
})

it('a mouse that never leaves the buttons keeps them locked until 1.5 seconds after a late press', () => {
  vi.advanceTimersByTime(10 * HOLD_MS)
  fireEvent.pointerMove(button())
  press()
  vi.advanceTimersByTime(HOLD_MS - 1)
  press()
  expect([acts, refusals]).toEqual([0, 2])
  vi.advanceTimersByTime(1)
  press()
  expect([acts, refusals]).toEqual([1, 2])
})

it.each([
  ['a touch of a held button', () => fireEvent.touchStart(button())],
  ['a modifier alone', () => fireEvent.keyDown(document.body, { key: 'Shift' })],
])('%s has not reached the new object', (_what, act) => {
  vi.advanceTimersByTime(HOLD_MS)
  act()
  press()
  expect([acts, refusals]).toEqual([0, 1])
})

it.each([
  ['the pointer has left the buttons', () => fireEvent.pointerMove(document.body)],
  ['a key has reached the page', () => fireEvent.keyDown(document.body, { key: 'ArrowDown' })],
  ['the page was scrolled', () => fireEvent.wheel(document.body)],
  ['a pen has touched the page', () => fireEvent.pointerDown(document.body, { pointerType: 'pen' })],
  ['the page was touched', () => fireEvent.touchStart(document.body)],
  ['a button was pressed without a mouse', () => fireEvent.click(document.body, { detail: 0 })],
])('the buttons work again once %s and 1.5 seconds have passed', (_what, reach) => {
  reach()
  press()
  expect([acts, refusals]).toEqual([0, 1])
  vi.advanceTimersByTime(HOLD_MS)
  press()
  expect([acts, refusals]).toEqual([1, 1])
  expect(button()).not.toHaveAttribute('aria-disabled')
})

it('Enter and letters on a locked button are refused like a click', () => {
  fireEvent.keyDown(button(), { key: 'Enter' })
  fireEvent.keyDown(button(), { key: 'z' })
  fireEvent.keyDown(button(), { key: 'Tab' })
  expect(refusals).toBe(2)
})
