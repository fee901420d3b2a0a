import { RETRY_SECONDS } from '#shared/features/operate/event-hooks/rules.ts'
import { DAY_MS, MINUTE_MS } from '#shared/format/duration.ts'

/** After so many failures in a row, the receiver is left alone between two requests. */
const PATIENT_FAILURES = 5
const FIRST_REST_MS = 15_000
const LONGEST_REST_MS = 5 * MINUTE_MS
/** A receiver may ask for no longer wait. */
const LONGEST_WAIT_SECONDS = 24 * 3600
const DAILY_AT = '09:00'
const QUARTER_MS = 15 * MINUTE_MS

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** When the next try follows the `tries`th, or null if that was the last. Give or take a fifth, so that not all of them come at once. */
export function nextTryAt(
  now: Date,
  { tries, waitSeconds }: { tries: number; waitSeconds: number | null },
): Date | null {
  const seconds = RETRY_SECONDS[tries - 1]
  if (seconds === undefined) return null
  return later(now, (waitSeconds ?? seconds * (0.8 + Math.random() * 0.4)) * 1000)
}

/** How long a failing receiver is left alone; null while it has failed only a few times. */
export function restAfter(now: Date, failures: number): Date | null {
  const beyond = failures - PATIENT_FAILURES
  return beyond < 0 ? null : later(now, Math.min(FIRST_REST_MS * 2 ** beyond, LONGEST_REST_MS))
}

/** `Retry-After`, which is a number of seconds or a date; in seconds. */
export function waitSecondsOf(headers: readonly { name: string; value: string }[], now: Date): number | null {
  const value = headers.find(({ name }) => name === 'retry-after')?.value.trim()
  if (value === undefined || value === '') return null
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : Math.ceil((new Date(value).getTime() - now.getTime()) / 1000)
  if (Number.isNaN(seconds)) return null
  return Math.min(Math.max(seconds, 1), LONGEST_WAIT_SECONDS)
}

/** The next nine o'clock of the organisation, to a quarter of an hour as all time zones are. */
export function nextMorning(now: Date, timeZone: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const first = Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS + QUARTER_MS
  for (let at = first; at <= first + 2 * DAY_MS; at += QUARTER_MS)
    if (clock.format(at) === DAILY_AT) return new Date(at)
  return later(now, DAY_MS)
}
