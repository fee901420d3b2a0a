import type { Authenticate, SignedIn } from './actor.ts'
import { hashToken, isToken } from './tokens.ts'

/** How long a session that was just looked up is believed without looking again. */
const BELIEVED_MS = 1000
const MOST_KEPT = 10_000

export interface SessionCache {
  authenticate: Authenticate
  /** Clears the cache; the next call of every session queries the database. */
  forget(): void
}

/**
 * Remembers sessions for up to a second. What ends a session on this server also empties the memory, so it is
 * felt on the very next call; on other servers of the same database within that second.
 */
export function createSessionCache({
  find,
  clock,
}: {
  find: (tokenHash: string) => Promise<SignedIn | null>
  clock: () => Date
}): SessionCache {
  const kept = new Map<string, { actor: SignedIn; until: number }>()
  // Incremented by every `forget`, so that a look-up that was running at that time is not cached.
  let generation = 0
  return {
    async authenticate(token) {
      if (!isToken(token)) return null
      const tokenHash = hashToken(token)
      const now = clock().getTime()
      const known = kept.get(tokenHash)
      if (known && known.until > now) return known.actor
      kept.delete(tokenHash)
      const asked = generation
      const actor = await find(tokenHash)
      if (actor && asked === generation) {
        if (kept.size >= MOST_KEPT) kept.clear()
        kept.set(tokenHash, { actor, until: now + BELIEVED_MS })
      }
      return actor
    },
    forget() {
      generation += 1
      kept.clear()
    },
  }
}
