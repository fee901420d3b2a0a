import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { notify } from '#web/ui/feedback/notify.ts'
import { useFailureNotice } from './use-failure-notice.ts'

function Fetching({ error }: { error: Error }) {
  useFailureNotice(error, 'Sites could not be loaded')
  return null
}

it('a background fetch that fails again and again leaves the other notices where they are', async () => {
  notify({ kind: 'error', title: 'The move was refused' })
  const { rerender } = render(<Fetching error={new Error('Attempt 0')} />)
  for (let attempt = 1; attempt <= 6; attempt += 1)
    rerender(<Fetching error={new Error(`Attempt ${attempt}`)} />)
  expect(await screen.findByText('Attempt 6')).toBeVisible()
  expect(screen.getAllByText('Sites could not be loaded')).toHaveLength(1)
  expect(screen.getByText('The move was refused')).toBeVisible()
})
