import { expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { backupFinding, clockFinding, roomFinding } from './server-reader.ts'

it.each([
  [50, 'success'],
  [9, 'warning'],
  [1, 'error'],
])('a disk with %i %% of room is %s', (free, status) => {
  expect(roomFinding({ free, whole: 100 })).toMatchObject({ status })
})

it('clocks that are more than two seconds apart are wrong, in either direction', () => {
  expect([1999, -1999, 2001, -2001].map((drift) => clockFinding(drift).status)).toEqual([
    'success',
    'success',
    'error',
    'error',
  ])
})

it('a backup is fresh for a day, and having none is worth a warning', () => {
  expect(backupFinding(23 * HOUR_MS)).toMatchObject({ status: 'success', value: '23 hours old' })
  expect(backupFinding(25 * HOUR_MS).status).toBe('warning')
  expect(backupFinding(null)).toMatchObject({ status: 'warning', value: 'None' })
})
