import { fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
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

class Guarded extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? <p>Could not be had</p> : this.props.children
  }
}

it('what could not be had without a network is asked for again when it is opened again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isOnline = false
  const Card = onDemand<object>(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return () => <p>Here</p>
  })
  const first = render(
    <Guarded>
      <Card />
    </Guarded>,
  )
  expect(await screen.findByText('Could not be had')).toBeInTheDocument()
  first.unmount()
  isOnline = true
  render(
    <Guarded>
      <Card />
    </Guarded>,
  )
  expect(await screen.findByText('Here')).toBeInTheDocument()
  vi.restoreAllMocks()
})
