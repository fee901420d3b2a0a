import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { AutoComplete, Select } from './select.tsx'

const OPTIONS = ['garden', 'kitchen'].map((value) => ({ value, label: value }))

/** Like a browser, with the key code; returns whether the default action still happens. */
const press = (element: HTMLElement, key: 'Tab' | 'Enter') =>
  fireEvent.keyDown(element, { key, keyCode: key === 'Tab' ? 9 : 13 })

function Form({ mode }: { mode?: 'multiple' | 'tags' }) {
  const [value, setValue] = useState<string | string[]>([])
  return (
    <>
      <Select<string | string[]>
        aria-label="List"
        {...(mode ? { mode } : {})}
        showSearch
        value={value}
        options={OPTIONS}
        onChange={setValue}
      />
      <output>{JSON.stringify(value)}</output>
      <button type="button">Next</button>
    </>
  )
}

describe('a select', () => {
  it.each(['multiple', 'tags', undefined] as const)('is left by Tab without choosing: %s', async (mode) => {
    render(<Form {...(mode ? { mode } : {})} />)
    const user = userEvent.setup()
    const list = screen.getByRole('combobox', { name: 'List' })
    await user.click(list)
    expect(await screen.findByRole('option', { name: 'garden' })).toBeInTheDocument()
    expect(list).toHaveAttribute('aria-expanded', 'true')
    expect(press(list, 'Tab')).toBe(true)
    expect(screen.getByRole('status')).toHaveTextContent('[]')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await expect.poll(() => list.getAttribute('aria-expanded')).toBe('false')
  })

  it('keeps its choice at Enter', async () => {
    render(<Form mode="multiple" />)
    const user = userEvent.setup()
    const list = screen.getByRole('combobox', { name: 'List' })
    await user.type(list, 'kit')
    press(list, 'Enter')
    expect(screen.getByRole('status')).toHaveTextContent('["kitchen"]')
  })

  it('that only suggests is left by Tab too', async () => {
    render(<AutoComplete aria-label="Text" options={OPTIONS} />)
    const user = userEvent.setup()
    const text = screen.getByRole('combobox', { name: 'Text' })
    await user.type(text, 'g')
    expect(press(text, 'Tab')).toBe(true)
    expect(text).toHaveValue('g')
  })
})
