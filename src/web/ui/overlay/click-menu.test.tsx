import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from '../input/button.tsx'
import { ClickMenu } from './click-menu.tsx'

const user = userEvent.setup()

function drawMenu() {
  const onClick = vi.fn()
  render(
    <ClickMenu items={[{ key: 'plan', label: 'Plan', onClick }]}>
      <Button>Actions</Button>
    </ClickMenu>,
  )
  return { onClick, button: screen.getByRole('button', { name: 'Actions' }) }
}

it('a double click opens a menu like a single click, and the next click closes it', async () => {
  const { button, onClick } = drawMenu()
  await user.dblClick(button)
  expect(await screen.findByRole('menuitem', { name: 'Plan' })).toBeInTheDocument()
  await waitFor(() => expect(button).toHaveClass('ant-dropdown-open'))
  await user.click(button)
  await waitFor(() => expect(button).not.toHaveClass('ant-dropdown-open'))
  expect(onClick).not.toHaveBeenCalled()
})

it('the second press of a double click leaves the focus where the first one put it', () => {
  const { button } = drawMenu()
  const takesKeys = (detail: number) => fireEvent.mouseDown(button, { detail })
  expect([1, 2, 1].map(takesKeys)).toEqual([true, false, true])
})

it('a chosen menu entry runs once', async () => {
  const { button, onClick } = drawMenu()
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Plan' }))
  expect(onClick).toHaveBeenCalledOnce()
})

it('the key press that chooses a menu entry does not press a button in what it opens', async () => {
  const { button, onClick } = drawMenu()
  await user.click(button)
  const entry = await screen.findByRole('menuitem', { name: 'Plan' })
  // The menu reads the key code.
  expect(fireEvent.keyDown(entry, { key: 'Enter', keyCode: 13 })).toBe(false)
  expect(onClick).toHaveBeenCalledOnce()
})
