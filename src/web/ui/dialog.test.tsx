import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Select } from './select.tsx'

const SITES = ['Daily Tested', 'Bench & Mortar'].map((value) => ({ value, label: value }))
const SEND = '{Control>}{Enter}{/Control}'

describe('a dialog', () => {
  it('is not sent by Ctrl Enter while a list in it is open, and nothing is chosen by it', async () => {
    const chosen: string[] = []
    let sent = 0
    render(
      <Dialog open title="Article" onClose={() => {}} onSubmit={() => (sent += 1)}>
        <Select aria-label="Site" options={SITES} onChange={(site: string) => chosen.push(site)} />
      </Dialog>,
    )
    const user = userEvent.setup()
    const list = await screen.findByRole('combobox', { name: 'Site' })
    await user.click(list)
    await user.keyboard('{ArrowDown}')
    expect(list).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard(SEND)
    expect([sent, chosen]).toEqual([0, []])
    await user.tab()
    await expect.poll(() => list.getAttribute('aria-expanded')).toBe('false')
    await user.keyboard(SEND)
    expect([sent, chosen]).toEqual([1, []])
  })
})
