import { useSyncExternalStore } from 'react'
import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import type { Visitor } from '#shared/access/screens.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'

export const TOKEN_KEY = 'copydesk.token'
export const USER_KEY = 'copydesk.user'

/** Why a session ended: the user signed out, or the server no longer accepts the token. */
export type SignOutReason = 'chosen' | 'forced'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type SignOutListener = (user: SignedInUser, reason: SignOutReason, words?: string) => void

export interface Session {
  token(): string | null
  user(): SignedInUser | null
  signIn(token: string, user: SignedInUser): void
  /** Replaces the user's data, e.g. after the profile was fetched again. */
  refresh(user: SignedInUser): void
  /** `words`: the server's reason. */
  signOut(reason?: SignOutReason, words?: string): void
  subscribe(listener: () => void): () => void
  /** Called just before a session ends, while the user is still known. */
  beforeSignOut(listener: SignOutListener): () => void
  /** The user in the browser's storage, which another tab may have changed since. */
  stored(): SignedInUser | null
  /** Loads the session that another tab stored. */
  reload(): void
}

function readUser(store: Store): SignedInUser | null {
  try {
    const user: unknown = JSON.parse(store.getItem(USER_KEY) ?? 'null')
    const complete =
      typeof user === 'object' && user !== null && 'id' in user && 'permissions' in user && 'role' in user
    // Only this file writes the key, and the profile replaces the value at startup.
    return complete && Array.isArray(user.permissions) ? (user as SignedInUser) : null
  } catch {
    return null
  }
}

/** The session on top of its two storage keys, with listeners for changes. */
export function createSession(store: Store): Session {
  const listeners = new Set<() => void>()
  const leaving = new Set<SignOutListener>()
  const stored = () => (store.getItem(TOKEN_KEY) === null ? null : readUser(store))
  let token = store.getItem(TOKEN_KEY)
  let user = stored()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const refresh = (fresh: SignedInUser) => {
    user = fresh
    store.setItem(USER_KEY, JSON.stringify(fresh))
    changed()
  }
  return {
    token: () => token,
    user: () => user,
    refresh,
    signIn(freshToken, freshUser) {
      token = freshToken
      store.setItem(TOKEN_KEY, freshToken)
      refresh(freshUser)
    },
    signOut(reason = 'chosen', words) {
      if (token === null && user === null) return
      if (user) for (const listener of leaving) listener(user, reason, words)
      token = null
      user = null
      store.removeItem(TOKEN_KEY)
      store.removeItem(USER_KEY)
      changed()
    },
    stored,
    reload() {
      token = store.getItem(TOKEN_KEY)
      user = stored()
      changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    beforeSignOut(listener) {
      leaving.add(listener)
      return () => leaving.delete(listener)
    },
  }
}

/** The browser's session. */
export const session = createSession(localStorage)

/** The signed-in user, or null. */
/** A storage key for data of the signed-in user that the next user of this browser must not see. */
export const ownKey = (name: string): string => `copydesk.${name}.${session.user()?.id ?? ''}`

export function useUser(): SignedInUser | null {
  return useSyncExternalStore(session.subscribe, session.user)
}

/** Whether the signed-in user holds any of these permissions. */
export function useMay(...asked: readonly Permission[]): boolean {
  const user = useUser()
  return user !== null && isPermitted(user.permissions, asked)
}

export function visitorOf(user: SignedInUser | null): Visitor | null {
  return user && { roleId: user.role_id, permissions: user.permissions }
}
