import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { onDemand } from './on-demand.tsx'

it('deferred code of a screen loads at the first input, or when it is used', async () => {
  let asked = 0
  const Card = onDemand<{ title: string }>(
    async () => {
      asked += 1
      return ({ title }) => <p>{title}</p>
    },
    <p>Not yet</p>,
  )
  // Other tests of this process may already have interacted with the page.
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(asked).toBe(1)
  render(<Card title="Here" />)
  expect(screen.getByText('Not yet')).toBeInTheDocument()
  expect(await screen.findByText('Here')).toBeInTheDocument()
})

it('loaded code is drawn at once', async () => {
  const Card = onDemand<object>(async () => () => <p>At once</p>)
  fireEvent.keyDown(document.body, { key: 'a' })
  await Promise.resolve()
  render(<Card />)
  expect(screen.getByText('At once')).toBeInTheDocument()
})

it('code that cannot be loaded says so beside the rest of the page, and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isOnline = false
  const Card = onDemand<object>(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return () => <p>Here</p>
  })
  render(
    <>
      <h1>Keywords</h1>
      <Card />
    </>,
  )
  expect(await screen.findByText('Couldn’t open this')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Keywords' })).toBeInTheDocument()
  isOnline = true
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Here')).toBeInTheDocument()
  vi.restoreAllMocks()
})
