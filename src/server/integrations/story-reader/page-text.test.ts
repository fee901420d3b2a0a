import { afterEach, expect, it } from 'vitest'
import { momentOf } from './page-text.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it('a time on a page is the same in any time zone of the server', () => {
  const texts = [
    '2026-03-01',
    '2026-03-01T10:00',
    '2026-03-01 10:00:30',
    '2026-03-01T10:00:30.5',
    '2026-03-01T10:00:00Z',
    '2026-03-01T10:00:00+02:00',
    '2026-03-01T10:00-0500',
  ]
  for (const timeZone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
    process.env.TZ = timeZone
    expect(texts.map(momentOf), timeZone).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T10:00:30.000Z',
      '2026-03-01T10:00:30.500Z',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T08:00:00.000Z',
      '2026-03-01T15:00:00.000Z',
    ])
  }
})
