import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DateRangePicker } from './date-range-picker.tsx'

it('keeps the first day that was entered when its screen is rendered again before the second', () => {
  const onChange = vi.fn()
  const picker = <DateRangePicker label="Visited" from={undefined} to={undefined} onChange={onChange} />
  const { rerender } = render(picker)
  const enter = (placeholder: string, day: string) => {
    const input = screen.getByPlaceholderText(placeholder)
    fireEvent.mouseDown(input)
    fireEvent.focus(input)
    fireEvent.change(input, { target: { value: day } })
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' })
  }
  enter('Visited, from', '2026-11-13')
  rerender(<DateRangePicker label="Visited" from={undefined} to={undefined} onChange={onChange} />)
  enter('to', '2026-11-13')
  expect(onChange).toHaveBeenLastCalledWith('2026-11-13', '2026-11-13')
})
