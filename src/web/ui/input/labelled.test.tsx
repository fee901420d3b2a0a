import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Labelled } from './labelled.tsx'

it('a message is below the hint of its field, not over it', () => {
  render(
    <Labelled id="name" label="Name" hint="Everyone can find it." error="Too long">
      <input id="name" />
    </Labelled>,
  )
  const field = screen.getByLabelText('Name').parentElement
  // The message is placed below everything inside the field.
  expect(field).toContainElement(screen.getByText('Everyone can find it.'))
  expect(screen.getByRole('alert')).toBe(field?.lastElementChild)
})
