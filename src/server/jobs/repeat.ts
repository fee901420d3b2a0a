import { setTimeout as sleep } from 'node:timers/promises'

export interface Repetition {
  /** Begins no more turns, and waits for the one that runs. */
  stop(): Promise<void>
}

/** Takes a turn at once, and another one `everyMs` after each has ended, whether it failed or not. */
export function repeat(
  turn: () => Promise<void>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): Repetition {
  const stopping = new AbortController()
  const { signal } = stopping
  async function go() {
    while (!signal.aborted) {
      await turn().catch(onError)
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const ended = go()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
