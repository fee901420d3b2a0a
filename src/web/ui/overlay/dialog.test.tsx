import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Select } from '../input/select.tsx'
import { Dialog } from './dialog.tsx'

const SITES = ['Daily Tested', 'Bench & Mortar'].map((value) => ({ value, label: value }))
const SEND = '{Control>}{Enter}{/Control}'

/** The backdrop, above the button that opened the dialog. */
const beside = () => document.querySelector('.ant-modal-wrap') ?? document.body

describe('a dialog', () => {
  it('stays open when a double click ends beside it, and closes at a deliberate click there', async () => {
    let closed = 0
    render(
      <Dialog open title="Article" onClose={() => (closed += 1)}>
        Kettles
      </Dialog>,
    )
    await screen.findByText('Kettles')
    const clickBeside = (detail: number) => {
      fireEvent.mouseDown(beside(), { detail })
      fireEvent.click(beside(), { detail })
    }
    clickBeside(2)
    expect(closed).toBe(0)
    clickBeside(1)
    expect(closed).toBe(1)
  })

  it('is closed by Escape', async () => {
    let closed = 0
    render(
      <Dialog open title="Article" onClose={() => (closed += 1)}>
        Kettles
      </Dialog>,
    )
    await screen.findByText('Kettles')
    await userEvent.keyboard('{Escape}')
    expect(closed).toBe(1)
  })

  it('is not sent by Ctrl Enter while a list in it is open, nor does that choose an entry', async () => {
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
