import { IntegrationError } from '../integration-error.ts'
import { sayRefusal } from '../refusal-words.ts'

const FAILURES_BEFORE_OPEN = 5
const OPEN_MS = 30_000

export interface CircuitBreaker {
  /** Throws at once while the other side is believed to be down, but for one probe in 30 seconds. */
  admit(operation: string): void
  succeeded(): void
  failed(failure: IntegrationError): void
}

/** Display text of a failure, with the HTTP status if there is one. */
const causeOf = (failure: IntegrationError) =>
  failure.status === undefined || failure.advice !== undefined
    ? sayRefusal(failure)
    : `${sayRefusal(failure).replace(/\.$/, '')} (${failure.status}).`

/** Stops calling a system after several failures in a row, so that callers do not wait in vain. */
export function createCircuitBreaker(system: string, clock: () => number): CircuitBreaker {
  let failures = 0
  let probeAt = 0
  let first: IntegrationError | undefined
  let pausedAt = 0
  return {
    admit(operation) {
      if (failures < FAILURES_BEFORE_OPEN) return
      const wait = probeAt - clock()
      if (wait > 0) {
        const since = new Date(pausedAt).toISOString().slice(0, 16).replace('T', ' ')
        const pause = `${system} has not been called since ${since} UTC, after ${failures} failures in a row`
        throw new IntegrationError(`${pause}; the first: ${first?.message}`, {
          system,
          operation,
          kind: 'unavailable',
          retryAfterMs: wait,
          advice: `${pause}.${first === undefined ? '' : ` The first: ${causeOf(first)}`}`,
        })
      }
      probeAt = clock() + OPEN_MS
    },
    succeeded() {
      failures = 0
    },
    failed(failure) {
      failures += 1
      if (failures === 1) first = failure
      if (failures === FAILURES_BEFORE_OPEN) pausedAt = clock()
      if (failures >= FAILURES_BEFORE_OPEN) probeAt = clock() + OPEN_MS
    },
  }
}
