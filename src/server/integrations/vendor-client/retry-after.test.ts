import { expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { kindOfRefusal, retryAfter } from './retry-after.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const refused = (status: number, headers: Record<string, string> = {}) => {
  const refusal = { status, headers: new Headers(headers) }
  return [kindOfRefusal(refusal), retryAfter(refusal, NOW)]
}

it('a refusal that says how long to wait, or that nothing is left, came of asking too often, also where it is called forbidden', () => {
  expect(refused(403)).toEqual(['forbidden', undefined])
  expect(refused(403, { 'retry-after': '60' })).toEqual(['rate_limited', 60_000])
  const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 90) }
  expect(refused(403, spent)).toEqual(['rate_limited', 90_000])
  expect(refused(403, { 'x-ratelimit-remaining': '0' })).toEqual(['rate_limited', undefined])
  expect(refused(403, { ...spent, 'x-ratelimit-remaining': '12' })).toEqual(['forbidden', undefined])
  expect(refused(404, spent)).toEqual(['not_found', undefined])
})

it('is waited for an hour at most, and no time where the moment is past or no time at all', () => {
  const after = (value: string) => refused(429, { 'retry-after': value })[1]
  expect(after('86400')).toBe(HOUR_MS)
  expect(after('Sun, 01 Mar 2026 12:00:30 GMT')).toBe(30_000)
  expect(after('Sun, 01 Mar 2026 11:00:00 GMT')).toBe(0)
  expect(after('soon')).toBeUndefined()
  expect(refused(429, { 'x-ratelimit-reset': '45' })[1]).toBe(45_000)
})
