import { once } from 'node:events'
import { IntegrationError } from '../integration-error.ts'

/** What servers tell each other of an account at a vendor. */
export interface AccountStore {
  /** End of the account's pause in milliseconds since 1970; 0 if unknown. */
  pausedUntil(account: string): Promise<number>
  pause(account: string, until: number): Promise<void>
  /** Takes the next free turn, `betweenMs` after the one before; returns how long to wait for it, in milliseconds. */
  takeTurn(account: string, betweenMs: number): Promise<number>
}

interface GateDeps {
  system: string
  /** Whose pause it is. */
  account: string
  clock: () => number
  accountStore?: AccountStore | undefined
}

export interface AccountGate {
  /**
   * Makes a call as soon as the account may be used. Throws `rate_limited` during a pause, and the reason of
   * `patience` if no slot is free in time; in neither case was a request sent.
   */
  pass<Answer>(operation: string, call: () => Promise<Answer>, patience: AbortSignal): Promise<Answer>
}

/** Waits for another call, or until time is up. */
async function waitFor(call: Promise<void>, patience: AbortSignal): Promise<void> {
  patience.throwIfAborted()
  const end = once(patience, 'abort').then(() => {
    throw patience.reason
  })
  await Promise.race([call, end])
}

/**
 * A pause requested with `Retry-After` applies to the whole account: no call is sent before it ends,
 * whichever call received it. After a pause, and before the first answer, a single call goes ahead, because
 * refused calls count too and many at once might never succeed.
 */
export function createAccountGate({ system, account, clock, accountStore }: GateDeps): AccountGate {
  let pausedUntil = 0
  let isOpen = false
  let trial: Promise<void> | null = null

  async function refuseInPause(operation: string): Promise<void> {
    // Without the database this server knows of its own pauses at least.
    const told = (await accountStore?.pausedUntil(account).catch(() => 0)) ?? 0
    const wait = Math.max(pausedUntil, told) - clock()
    if (wait <= 0) return
    isOpen = false
    throw new IntegrationError(`${system} has asked us to wait, so this call was not made`, {
      system,
      operation,
      kind: 'rate_limited',
      retryAfterMs: wait,
    })
  }

  async function pause(forMs: number): Promise<void> {
    pausedUntil = Math.max(pausedUntil, clock() + forMs)
    await accountStore?.pause(account, pausedUntil).catch(() => {})
  }

  async function ask<Answer>(operation: string, call: () => Promise<Answer>): Promise<Answer> {
    await refuseInPause(operation)
    try {
      const answer = await call()
      isOpen = true
      return answer
    } catch (error) {
      const refusal = error instanceof IntegrationError && error.kind === 'rate_limited' ? error : null
      isOpen = refusal === null
      if (refusal?.retryAfterMs !== undefined) await pause(refusal.retryAfterMs)
      throw error
    }
  }

  return {
    async pass(operation, call, patience) {
      while (trial !== null) await waitFor(trial, patience)
      const answer = ask(operation, call)
      if (isOpen) return answer
      const own = answer
        .then(
          () => {},
          () => {},
        )
        .then(() => {
          if (trial === own) trial = null
        })
      trial = own
      return answer
    },
  }
}
