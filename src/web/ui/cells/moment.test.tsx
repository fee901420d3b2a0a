import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TimeZone } from '../time-zone.ts'
import { Moment, NearMoment, RelativeTime, WaitingSince } from './moment.tsx'

const NOW = '2026-03-01T12:00:00.000Z'
const ago = (seconds: number) => new Date(Date.parse(NOW) - seconds * 1000).toISOString()
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) })
})
afterEach(() => {
  vi.useRealTimers()
})

it("a moment reads yyyy-MM-dd HH:mm in the organisation's time zone [FMT-012]", () => {
  render(
    <TimeZone value="America/New_York">
      <Moment moment="2026-01-01T02:30:59.000Z" />
    </TimeZone>,
  )
  expect(screen.getByRole('time')).toHaveTextContent(/^2025-12-31 21:30$/)
})

it('a near moment reads as its time today, with the weekday within a week, and with the date otherwise', () => {
  const wordsOf = (moment: string) => {
    const { container, unmount } = render(
      <TimeZone value="America/New_York">
        <NearMoment moment={moment} />
      </TimeZone>,
    )
    const words = container.textContent
    unmount()
    return words
  }
  expect(wordsOf('2026-03-01T06:30:00.000Z')).toBe('01:30')
  expect(wordsOf('2026-03-01T03:30:00.000Z')).toBe('Sat, 22:30')
  expect(wordsOf('2026-03-07T12:00:00.000Z')).toBe('Sat, 07:00')
  expect(wordsOf('2026-03-08T12:00:00.000Z')).toBe('8 Mar, 08:00')
  expect(wordsOf('2025-11-16T12:00:00.000Z')).toBe('16 Nov 2025, 07:00')
})

describe('a relative time', () => {
  it('is updated every second at first, then every minute [FMT-006] [FMT-007]', () => {
    render(<RelativeTime moment={ago(0)} />)
    const time = screen.getByRole('time')
    expect(time).toHaveTextContent('1 second ago')
    pass(8)
    expect(time).toHaveTextContent('8 seconds ago')
    pass(52)
    expect(time).toHaveTextContent('1 minute ago')
    pass(120)
    expect(time).toHaveTextContent('3 minutes ago')
  })

  it('is highlighted once an item has waited that long, and not before', () => {
    render(<WaitingSince moment={ago(5 * 86_400 - 60)} />)
    expect(screen.getByRole('time')).toHaveTextContent(/^4 days ago$/)
    expect(screen.queryByLabelText('waits long')).toBeNull()
    pass(120)
    expect(screen.getByRole('time')).toHaveTextContent(/^5 days ago$/)
    expect(screen.getByLabelText('waits long')).toBeVisible()
  })
})
