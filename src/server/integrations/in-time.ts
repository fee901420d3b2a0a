import { setTimeout as sleep } from 'node:timers/promises'
import { IntegrationError } from './integration-error.ts'

/** So long a person waits for somebody else, in milliseconds. */
const PATIENCE_MS = 8000

const LATE = Symbol('late')

/**
 * What somebody else says while a person waits for it. What is not said in time throws `timeout`, and goes on without
 * them: what comes later is kept by whoever keeps it.
 */
export async function inTime<Value>(
  system: string,
  operation: string,
  work: Promise<Value>,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  const said = await Promise.race([work, sleep(patienceMs, LATE, { ref: false })])
  if (said !== LATE) return said as Value
  // Nobody hears of it any more.
  work.catch(() => {})
  throw new IntegrationError(`${system} has not answered within ${patienceMs / 1000} seconds`, {
    system,
    operation,
    kind: 'timeout',
    advice: `${system} hasn’t answered yet. Try again in a moment; a late answer is kept.`,
  })
}
