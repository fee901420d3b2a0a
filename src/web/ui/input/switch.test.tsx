import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Switch } from './switch.tsx'

function Tracked({ disabled = false }: { disabled?: boolean }) {
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Switch id="tracked" size="medium" checked={isOn} disabled={disabled} onChange={setOn} />
      <label htmlFor="tracked">Tracked</label>
    </>
  )
}

const control = () => screen.getByRole('switch', { name: 'Tracked' })

it('is turned by a click, by its label, and by Space and Enter', async () => {
  render(<Tracked />)
  expect(control()).toBeChecked()
  await userEvent.click(control())
  expect(control()).not.toBeChecked()
  await userEvent.click(screen.getByText('Tracked'))
  expect(control()).toBeChecked()
  control().focus()
  await userEvent.keyboard(' ')
  expect(control()).not.toBeChecked()
  await userEvent.keyboard('{Enter}')
  expect(control()).toBeChecked()
})

it('stays as it is while it is disabled', async () => {
  render(<Tracked disabled />)
  await userEvent.click(control())
  expect(control()).toBeChecked()
})

it('does not send the form that it is in', async () => {
  let sent = 0
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent += 1
      }}
    >
      <Tracked />
    </form>,
  )
  await userEvent.click(control())
  expect(sent).toBe(0)
})
