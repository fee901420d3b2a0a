import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'

const user = userEvent.setup()
const box = () => screen.getByRole('textbox', { name: 'Search' })

describe('the search box', () => {
  it('searches once after the last key, without surrounding spaces', async () => {
    const search = vi.fn()
    render(<SearchBox label="Search" value="" onSearch={search} />)
    await user.type(box(), ' ada ')
    await vi.waitFor(() => expect(search).toHaveBeenCalled(), 20_000)
    expect(search.mock.calls).toEqual([['ada']])
  })

  it('searches at once on Enter', async () => {
    const search = vi.fn()
    render(<SearchBox label="Search" value="" onSearch={search} />)
    await user.type(box(), 'ada{Enter}')
    expect(search.mock.calls).toEqual([['ada']])
  })

  it('is emptied by a button that says what it does', async () => {
    const search = vi.fn()
    render(<SearchBox label="Search" value="ada" onSearch={search} />)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(search.mock.calls).toEqual([['']])
  })

  it('keeps the space between two words while the address follows', async () => {
    const { rerender } = render(<SearchBox label="Search" value="" onSearch={() => undefined} />)
    await user.type(box(), 'ada {Enter}')
    rerender(<SearchBox label="Search" value="ada" onSearch={() => undefined} />)
    expect(box()).toHaveValue('ada ')
  })

  it('follows the address when that changes by other means', () => {
    const { rerender } = render(<SearchBox label="Search" value="ada" onSearch={() => undefined} />)
    rerender(<SearchBox label="Search" value="grace" onSearch={() => undefined} />)
    expect(box()).toHaveValue('grace')
  })
})
