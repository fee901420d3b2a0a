import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RelativeTime } from './cells/moment.tsx'
import { rangesUntilNow } from './input/date-range-picker.tsx'
import { TimeZone } from './time-zone.ts'

const NEW_YEAR = '2026-01-01T02:30:00.000Z'

describe("the organisation's time zone", () => {
  it('sets the clock time of a moment, beside the moment as ISO', () => {
    render(
      <TimeZone value="America/New_York">
        <RelativeTime moment={NEW_YEAR} />
      </TimeZone>,
    )
    const time = screen.getByRole('time')
    expect(time).toHaveAttribute('title', `2025-12-31 21:30 (${NEW_YEAR})`)
    expect(time).toHaveAttribute('datetime', NEW_YEAR)
  })

  it('decides which day is today', () => {
    const untils = (timeZone: string) =>
      rangesUntilNow(new Date(NEW_YEAR), timeZone).map(({ value }) => value[1].format('YYYY-MM-DD'))
    expect(new Set(untils('America/New_York'))).toEqual(new Set(['2025-12-31']))
    expect(new Set(untils('Asia/Tokyo'))).toEqual(new Set(['2026-01-01']))
  })
})
