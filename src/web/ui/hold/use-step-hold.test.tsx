import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '../overlay/dialog.tsx'
import { SidePanel } from '../overlay/side-panel.tsx'
import { HOLD_MS } from './hold.ts'

let pressed: string[]

function Change({ step }: { step: string }) {
  const onSubmit = () => pressed.push(step)
  return (
    <Dialog open title="Change" step={step} submitText={step} onSubmit={onSubmit} onClose={() => {}}>
      <p>What changes</p>
    </Dialog>
  )
}

function Replacement({ step }: { step: string }) {
  const foot = (
    <button type="button" onClick={() => pressed.push(step)}>
      {step}
    </button>
  )
  return (
    <SidePanel title="Replacement" step={step} footer={foot} onClose={() => {}}>
      Kettles
    </SidePanel>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }), { detail: 1 })
const send = () => fireEvent.keyDown(screen.getByText('What changes'), { key: 'Enter', ctrlKey: true })

beforeEach(() => {
  pressed = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it.each([
  ['a dialog', Change],
  ['a panel', Replacement],
])('the button of the next step of %s is locked until the pointer has left it', (_what, Stepped) => {
  const { rerender } = render(<Stepped step="Preview" />)
  press('Preview')
  rerender(<Stepped step="Apply" />)
  press('Apply')
  vi.advanceTimersByTime(HOLD_MS)
  press('Apply')
  expect(pressed).toEqual(['Preview'])
  fireEvent.pointerMove(document.body)
  press('Apply')
  expect(pressed).toEqual(['Preview', 'Apply'])
})

it('Ctrl Enter does the next step of a dialog once its button is unlocked', () => {
  const { rerender } = render(<Change step="Preview" />)
  send()
  rerender(<Change step="Apply" />)
  send()
  expect(pressed).toEqual(['Preview'])
  vi.advanceTimersByTime(HOLD_MS)
  send()
  expect(pressed).toEqual(['Preview', 'Apply'])
})

it('a render of the same step locks nothing', () => {
  const { rerender } = render(<Change step="Preview" />)
  rerender(<Change step="Preview" />)
  press('Preview')
  expect(pressed).toEqual(['Preview'])
})
