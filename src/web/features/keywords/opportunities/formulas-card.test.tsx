import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { FormulasCard } from './formulas-card.tsx'

it('how figures are made opens by a double click, stays, and closes at the next click', async () => {
  const user = userEvent.setup()
  render(<FormulasCard lead={null} />)
  const opener = screen.getByRole('button', { name: 'How figures are calculated' })
  await user.dblClick(opener)
  const card = await screen.findByRole('tooltip')
  expect(card).toHaveTextContent('Competition')
  expect(card).not.toHaveClass('ant-popover-hidden')
  expect(opener).toHaveClass('ant-popover-open')
  await user.click(opener)
  await waitFor(() => expect(opener).not.toHaveClass('ant-popover-open'))
})
