import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { AnchoredCard } from './anchored-card.tsx'

beforeEach(() => browser().setViewport({ width: 390, height: 800 }))

it('on a phone the second tap of a double tap leaves a button’s card open, and a tap beside it closes it', async () => {
  const onClose = vi.fn()
  render(<button type="button">Monday</button>)
  const anchor = screen.getByRole('button', { name: 'Monday' })
  render(
    <AnchoredCard title="Monday" anchor={anchor} onClose={onClose}>
      <p>Held by us.</p>
    </AnchoredCard>,
  )
  expect(await screen.findByText('Held by us.')).toBeInTheDocument()
  const mask = document.querySelector('.ant-drawer-mask')
  if (!mask) throw new Error('nothing dims the page')
  fireEvent.click(mask, { detail: 2 })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(mask, { detail: 1 })
  expect(onClose).toHaveBeenCalledOnce()
  expect(anchor).toHaveFocus()
})
