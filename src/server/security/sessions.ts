import type { Authenticate, SignedIn, TokenIdentity } from './actor.ts'
import { isApiToken } from './api-tokens.ts'
import { hashToken, isToken } from './tokens.ts'

/** How long a session or API token that was just looked up is believed without looking again. */
const BELIEVED_MS = 1000
const MOST_KEPT = 10_000

export interface SessionCache {
  authenticate: Authenticate
  /** Clears the cache; the next call with every session and API token queries the database. */
  forget(): void
}

/** What signing in needs of API tokens. */
export interface Programs {
  /** The program whose token has this stored form and is used from this address. */
  find(tokenHash: string, address: string): Promise<TokenIdentity | null>
  /** Why a token does not work, as a sentence. Only a caller who holds the token gets this answer. */
  explainEnd(token: string): Promise<string>
}

interface LookUps {
  /** The user whose session's token has this stored form. */
  find: (tokenHash: string) => Promise<SignedIn | null>
  findProgram: Programs['find']
}

/**
 * Remembers sessions and API tokens for up to a second. What ends one on this server also empties the memory, so it is
 * felt on the very next call; on other servers of the same database within that second.
 */
export function createSessionCache({
  find,
  findProgram,
  clock,
}: LookUps & { clock: () => Date }): SessionCache {
  const kept = new Map<string, { actor: SignedIn | TokenIdentity; until: number }>()
  // Incremented by every `forget`, so that a look-up that was running at that time is not cached.
  let generation = 0

  async function remember(key: string, lookUp: () => Promise<SignedIn | TokenIdentity | null>) {
    const now = clock().getTime()
    const known = kept.get(key)
    if (known && known.until > now) return known.actor
    kept.delete(key)
    const asked = generation
    const actor = await lookUp()
    // Users who must enrol are not kept: after they enrol on any server, their next call may do everything.
    const mustEnrol = actor !== null && 'mustEnrol' in actor && actor.mustEnrol
    if (actor && !mustEnrol && asked === generation) {
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, { actor, until: now + BELIEVED_MS })
    }
    return actor
  }

  return {
    async authenticate(token, address) {
      if (isToken(token)) {
        const tokenHash = hashToken(token)
        return remember(tokenHash, () => find(tokenHash))
      }
      if (!isApiToken(token)) return null
      const tokenHash = hashToken(token)
      // By address too, so that the first use from another one is noticed.
      return remember(`${tokenHash} ${address}`, () => findProgram(tokenHash, address))
    },
    forget() {
      generation += 1
      kept.clear()
    },
  }
}
