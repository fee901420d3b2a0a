import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { onDemand } from './on-demand.tsx'

it('the code of what a screen can do without at first comes with the first sign of a person, or with its use', async () => {
  let asked = 0
  const Card = onDemand<{ title: string }>(
    async () => {
      asked += 1
      return ({ title }) => <p>{title}</p>
    },
    <p>Not yet</p>,
  )
  // Other tests of this process may have been somebody already.
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(asked).toBe(1)
  render(<Card title="Here" />)
  expect(screen.getByText('Not yet')).toBeInTheDocument()
  expect(await screen.findByText('Here')).toBeInTheDocument()
})
