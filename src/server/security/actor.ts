import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import type { RoleId } from '#shared/access/roles.ts'
import type { Access } from '#shared/http/endpoint.ts'
import { forbidden } from '../errors.ts'

/** Source of an action. */
export interface Origin {
  /** Identifies the request in answers and in the log. */
  requestId: string
  /** IP address of the caller. */
  address: string
  /** User agent; shown to its owner, but never trusted. */
  agent?: string | undefined
}

/** An account with its current permissions. Permissions come only from here, never from the request. */
interface Identity {
  id: number
  firstName: string
  lastName: string
  username: string
  roleId: RoleId
  permissions: readonly Permission[]
}

/** A user and their session. */
export interface SignedIn extends Identity {
  /** SHA-256 of the session token: identifies the session without allowing its use. */
  session: string
}

/** A user in the browser. */
export type PersonActor = SignedIn & { kind: 'person'; origin: Origin }

/** A program with a user's token, and that user's permissions or fewer. */
type TokenActor = Identity & { kind: 'token'; token: string; origin: Origin }

/** A user, or a program that acts for one. */
export type Caller = PersonActor | TokenActor

/** A caller who is not signed in, for example while signing in or redeeming a link. */
export interface VisitorActor {
  kind: 'visitor'
  /** The name they give; empty if none. */
  name: string
  origin: Origin
}

/** Any actor: a caller, or a system without an account. */
export type Actor =
  | Caller
  | VisitorActor
  /** The server itself. */
  | { kind: 'job'; name: string }
  /** A connected system that sent a webhook. */
  | { kind: 'webhook'; source: string }
  /** An operator who runs a command on the server. */
  | { kind: 'operator'; name: string }

/** Resolves a bearer token to its signed-in user, or null. */
export type Authenticate = (token: string) => Promise<SignedIn | null>

/**
 * Throws unless the actor has this access. Every verb checks again what its endpoint requires, so other entry
 * points are covered too.
 */
export function requires(actor: Caller, access: Access): void {
  if (access === 'public' || access === 'signedIn') return
  if (!isPermitted(actor.permissions, access)) throw forbidden()
}
