import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOLD_MS } from './hold.ts'
import { useRowHold } from './use-row-hold.ts'

let ended: string[]

function Sessions({ names }: { names: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null)
  const held = useRowHold(list, names)
  return (
    <ul ref={list} {...held}>
      {names.map((name) => (
        <li key={name} data-row-key={name}>
          <button type="button" onClick={() => ended.push(name)}>
            End {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

const button = (name: string) => screen.getByRole('button', { name: `End ${name}` })

/** Clicks without moving the mouse away. */
function press(name: string) {
  fireEvent.pointerMove(button(name))
  fireEvent.click(button(name), { detail: 1 })
}

/** Presses the button of the first row, which is then removed. */
function endFirst() {
  const { rerender } = render(<Sessions names={['Laptop', 'Phone', 'Tablet']} />)
  press('Laptop')
  rerender(<Sessions names={['Phone', 'Tablet']} />)
}

beforeEach(() => {
  ended = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it('a row that moves under the pointer after a press is locked, and the rows below it are not', () => {
  endFirst()
  press('Phone')
  expect(ended).toEqual(['Laptop'])
  expect(button('Phone')).toHaveAttribute('aria-disabled', 'true')
  expect(button('Tablet')).not.toHaveAttribute('aria-disabled')
})

it('a row that moved up works once the pointer has left it and 1.5 seconds have passed', () => {
  endFirst()
  fireEvent.pointerMove(document.body)
  press('Phone')
  vi.advanceTimersByTime(HOLD_MS)
  press('Phone')
  expect(ended).toEqual(['Laptop', 'Phone'])
})

it('a row that a new row above pushes under the pointer is locked', () => {
  const { rerender } = render(<Sessions names={['Laptop', 'Phone']} />)
  press('Phone')
  rerender(<Sessions names={['Tablet', 'Laptop', 'Phone']} />)
  press('Laptop')
  expect(ended).toEqual(['Phone'])
})

it('a row that a refresh pushes under a resting pointer is locked, though nothing was pressed', () => {
  const { rerender } = render(<Sessions names={['Laptop', 'Phone']} />)
  fireEvent.pointerMove(button('Phone'))
  rerender(<Sessions names={['Tablet', 'Laptop', 'Phone']} />)
  fireEvent.click(button('Laptop'), { detail: 1 })
  fireEvent.click(button('Phone'), { detail: 1 })
  expect(ended).toEqual(['Phone'])
})

it('no row is locked if the pointer has moved to another row meanwhile, or if the pressed row stays', () => {
  const { rerender } = render(<Sessions names={['Laptop', 'Phone', 'Tablet']} />)
  press('Laptop')
  rerender(<Sessions names={['Laptop', 'Phone']} />)
  press('Laptop')
  fireEvent.pointerMove(button('Phone'))
  rerender(<Sessions names={['Phone']} />)
  press('Phone')
  expect(ended).toEqual(['Laptop', 'Laptop', 'Phone'])
})
