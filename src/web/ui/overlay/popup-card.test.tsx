import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { PopupCard } from './popup-card.tsx'

const user = userEvent.setup()

function drawCard() {
  render(
    <PopupCard
      title="Kettle, winning"
      opener={(props) => (
        <button type="button" {...props}>
          Kettle
        </button>
      )}
    >
      {() => <p>Held since Monday.</p>}
    </PopupCard>,
  )
  return screen.getByRole('button', { name: 'Kettle' })
}

const dimmed = () => {
  const mask = document.querySelector('.ant-drawer-mask')
  if (!mask) throw new Error('nothing dims the page')
  return mask
}

beforeEach(() => browser().setViewport({ width: 390, height: 800 }))

it('on a phone a card is a sheet that the second tap of a double tap leaves open, and a tap beside it closes', async () => {
  const button = drawCard()
  await user.click(button)
  expect(await screen.findByText('Held since Monday.')).toBeInTheDocument()
  fireEvent.click(dimmed(), { detail: 2 })
  expect(button).toHaveAttribute('aria-expanded', 'true')
  fireEvent.click(dimmed(), { detail: 1 })
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'))
})
