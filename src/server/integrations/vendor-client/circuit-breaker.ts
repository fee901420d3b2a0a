import { IntegrationError } from '../integration-error.ts'

const FAILURES_BEFORE_OPEN = 5
const OPEN_MS = 30_000

export interface CircuitBreaker {
  /** Throws at once while the other side is believed to be down, but for one probe in 30 seconds. */
  admit(operation: string): void
  succeeded(): void
  /** `advice` is what people can do about it, where that is known. */
  failed(advice?: string): void
}

/** Stops asking a system that has failed several times in a row, so that nobody waits for it in vain. */
export function createCircuitBreaker(system: string, clock: () => number): CircuitBreaker {
  let failures = 0
  let probeAt = 0
  let advice: string | undefined
  return {
    admit(operation) {
      if (failures < FAILURES_BEFORE_OPEN) return
      const wait = probeAt - clock()
      if (wait > 0) {
        throw new IntegrationError(`${system} has failed ${failures} times in a row and is not asked now`, {
          system,
          operation,
          kind: 'unavailable',
          retryAfterMs: wait,
          ...(advice === undefined ? {} : { advice }),
        })
      }
      probeAt = clock() + OPEN_MS
    },
    succeeded() {
      failures = 0
    },
    failed(known) {
      failures += 1
      advice = known
      if (failures >= FAILURES_BEFORE_OPEN) probeAt = clock() + OPEN_MS
    },
  }
}
