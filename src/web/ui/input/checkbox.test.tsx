import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Checkbox } from './checkbox.tsx'

function Choice({ isLabelled = true, disabled = false }: { isLabelled?: boolean; disabled?: boolean }) {
  const [isOn, setOn] = useState(false)
  return (
    <Checkbox
      {...(isLabelled ? {} : { 'aria-label': 'Header' })}
      checked={isOn}
      disabled={disabled}
      onChange={(event) => setOn(event.target.checked)}
    >
      {isLabelled ? 'The first line is a header' : null}
    </Checkbox>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('checkbox')

it('is ticked by a click on its label and cleared by Space', async () => {
  render(<Choice />)
  expect(box()).toHaveAccessibleName('The first line is a header')
  await userEvent.click(screen.getByText('The first line is a header'))
  expect(box()).toBeChecked()
  expect(box()).toHaveFocus()
  await userEvent.keyboard(' ')
  expect(box()).not.toBeChecked()
})

it('is only a box with a name if it has no label', async () => {
  const { container } = render(<Choice isLabelled={false} />)
  expect(box()).toHaveAccessibleName('Header')
  expect(container.querySelector('label')).toBeNull()
  await userEvent.click(box())
  expect(box()).toBeChecked()
})

it('stays as it is while it is disabled', async () => {
  render(<Choice disabled />)
  await userEvent.click(screen.getByText('The first line is a header'))
  expect(box()).not.toBeChecked()
})

it('says that only some are ticked', () => {
  const { rerender } = render(<Checkbox checked={false} indeterminate readOnly aria-label="All" />)
  expect(box()).toBePartiallyChecked()
  rerender(<Checkbox checked readOnly aria-label="All" />)
  expect(box()).not.toBePartiallyChecked()
  expect(box()).toBeChecked()
})
