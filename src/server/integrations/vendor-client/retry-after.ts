import { HOUR_MS } from '#shared/format/duration.ts'
import { type IntegrationErrorKind, kindOfStatus } from '../integration-error.ts'

const LONGEST_MS = HOUR_MS
/** Smaller ones count the seconds from now on; larger ones are a moment. */
const LEAST_MOMENT = 1_000_000_000

type Refusal = Pick<Response, 'status' | 'headers'>

const isSpent = ({ headers }: Refusal) => headers.get('x-ratelimit-remaining') === '0'

/** What a refusal means. GitHub says with 403, too, that it is asked too often: then it says how long to wait, or that nothing is left. */
export function kindOfRefusal(refusal: Refusal): IntegrationErrorKind {
  const { status, headers } = refusal
  if (status < 400) return 'bad_response'
  if (status === 403 && (headers.has('retry-after') || isSpent(refusal))) return 'rate_limited'
  return kindOfStatus(status)
}

function waitOf(refusal: Refusal, now: number): number | undefined {
  const { headers } = refusal
  const after = headers.get('retry-after')
  if (after !== null) return /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now
  const reset = headers.get('x-ratelimit-reset')
  if (reset === null || kindOfRefusal(refusal) !== 'rate_limited') return undefined
  const seconds = Number(reset)
  return seconds < LEAST_MOMENT ? seconds * 1000 : seconds * 1000 - now
}

/** For how many milliseconds a refusal asks us to wait, at most an hour; undefined where it does not say. */
export function retryAfter(refusal: Refusal, now: number): number | undefined {
  const wait = waitOf(refusal, now)
  return wait !== undefined && Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_MS) : undefined
}
