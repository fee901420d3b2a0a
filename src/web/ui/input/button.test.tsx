import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Button, type ButtonProps } from './button.tsx'

/** A form that counts how often it was sent. */
function Form(props: ButtonProps) {
  const [count, setCount] = useState(0)
  return (
    <form
      aria-label={`Sent ${count} times`}
      onSubmit={(event) => {
        event.preventDefault()
        setCount(count + 1)
      }}
    >
      <input aria-label="Title" />
      <Button {...props}>Save</Button>
    </form>
  )
}

const button = () => screen.getByRole<HTMLButtonElement>('button')

it('sends its form only if it is a submit button', async () => {
  const { rerender } = render(<Form />)
  await userEvent.click(button())
  expect(screen.getByRole('form')).toHaveAccessibleName('Sent 0 times')
  rerender(<Form htmlType="submit" />)
  await userEvent.click(button())
  expect(screen.getByRole('form')).toHaveAccessibleName('Sent 1 times')
})

it('neither acts nor sends its form while it is loading', async () => {
  let presses = 0
  render(<Form htmlType="submit" loading onClick={() => (presses += 1)} />)
  await userEvent.click(button())
  await userEvent.type(screen.getByLabelText('Title'), 'Kettles{Enter}')
  expect(presses).toBe(0)
  expect(screen.getByRole('form')).toHaveAccessibleName('Sent 0 times')
})

it('keeps its focus, its name and its text while it is loading', () => {
  const { rerender } = render(<Button>Save</Button>)
  const before = button()
  before.focus()
  rerender(<Button loading>Save</Button>)
  expect(button()).toBe(before)
  expect(before).toHaveFocus()
  expect(before).toHaveAccessibleName('Save')
  expect(before).toHaveAttribute('aria-busy', 'true')
})

it('replaces its icon by a spinner while it is loading', () => {
  const icon = <Search data-testid="icon" />
  const { rerender } = render(<Button icon={icon}>Look up</Button>)
  expect(screen.getByTestId('icon')).toBeVisible()
  rerender(
    <Button icon={icon} loading>
      Look up
    </Button>,
  )
  expect(screen.queryByTestId('icon')).toBeNull()
  expect(button()).toHaveTextContent('Look up')
})

it('does nothing while it is disabled', async () => {
  let presses = 0
  render(
    <Button disabled onClick={() => (presses += 1)}>
      Save
    </Button>,
  )
  await userEvent.click(button())
  expect(presses).toBe(0)
})

it('shows its icon after the text if wanted', () => {
  const icon = <Search data-testid="icon" />
  const { rerender } = render(<Button icon={icon}>Look up</Button>)
  expect(button().firstElementChild).toBe(screen.getByTestId('icon'))
  rerender(
    <Button icon={icon} iconPlacement="end">
      Look up
    </Button>,
  )
  expect(button().firstChild).toHaveTextContent('Look up')
  expect(button().lastElementChild).toBe(screen.getByTestId('icon'))
})
