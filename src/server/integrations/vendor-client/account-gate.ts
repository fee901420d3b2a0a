import { once } from 'node:events'
import { IntegrationError } from '../integration-error.ts'

/** Where pauses are written down for the other servers; in milliseconds since 1970. */
export interface PauseStore {
  /** Until when the account may not be asked; 0 where nothing is known. */
  read(account: string): Promise<number>
  keep(account: string, until: number): Promise<void>
}

interface GateParts {
  system: string
  /** Whose pause it is. */
  account: string
  clock: () => number
  pauses?: PauseStore | undefined
}

export interface AccountGate {
  /**
   * Makes a call as soon as the account may be asked. Throws `rate_limited` where it may not for now, and the reason
   * of `patience` where its turn does not come in time; neither has asked anybody.
   */
  pass<Answer>(operation: string, call: () => Promise<Answer>, patience: AbortSignal): Promise<Answer>
}

/** Waits for somebody else's call, or until patience ends. */
async function waitFor(call: Promise<void>, patience: AbortSignal): Promise<void> {
  patience.throwIfAborted()
  const end = once(patience, 'abort').then(() => {
    throw patience.reason
  })
  await Promise.race([call, end])
}

/**
 * The pause that a vendor asks for with `Retry-After` belongs to the account: no call leaves before it is over,
 * whoever was told. After it, and before anything was answered at all, one call goes ahead alone: those that are
 * refused count, too, so that many at once would never come through.
 */
export function createAccountGate({ system, account, clock, pauses }: GateParts): AccountGate {
  let pausedUntil = 0
  let isOpen = false
  let trial: Promise<void> | null = null

  async function refuseInPause(operation: string): Promise<void> {
    // Without the database this server knows of its own pauses at least.
    const told = (await pauses?.read(account).catch(() => 0)) ?? 0
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
    await pauses?.keep(account, pausedUntil).catch(() => {})
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
