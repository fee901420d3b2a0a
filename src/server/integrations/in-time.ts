import { setTimeout as sleep } from 'node:timers/promises'
import { IntegrationError } from './integration-error.ts'

/** Time limit for calls that a user waits for, in milliseconds. */
const PATIENCE_MS = 8000

const LATE = Symbol('late')

/**
 * Limits a vendor call that a user waits for. On timeout it throws `timeout` while the call continues in the
 * background; the caller may still store a late result.
 */
export async function inTime<Value>(
  system: string,
  operation: string,
  work: Promise<Value>,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  const said = await Promise.race([work, sleep(patienceMs, LATE, { ref: false })])
  if (said !== LATE) return said as Value
  // Prevents an unhandled rejection after the timeout.
  work.catch(() => {})
  throw new IntegrationError(`${system} has not answered within ${patienceMs / 1000} seconds`, {
    system,
    operation,
    kind: 'timeout',
    advice: `${system} hasn’t answered yet. Try again in a moment; a late answer is kept.`,
  })
}
