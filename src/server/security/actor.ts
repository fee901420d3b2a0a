import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import type { RoleId } from '#shared/access/roles.ts'
import type { TokenKind } from '#shared/features/ground/tokens/rules.ts'
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
  /** Nothing but a second factor may be set up in this session. */
  mustEnrol?: boolean
}

/** A user in the browser. */
export type PersonActor = SignedIn & { kind: 'person'; origin: Origin }

/** What a program identifies itself with instead of a session. */
export interface Credential {
  id: number
  /** As its owner called it. */
  name: string
  kind: TokenKind
}

/** A program's token and the account it acts for, with that account's permissions or fewer. */
export interface TokenIdentity extends Identity {
  credential: Credential
  /** Whether it may make calls that change something. */
  mayWrite: boolean
}

/** A program that acts for an account by a token. */
export type TokenActor = TokenIdentity & { kind: 'token'; origin: Origin }

/** Work in the background that a user started, and that continues with their rights. */
type RunActor = Identity & { kind: 'run'; run: string; origin: Origin }

/** A user, or a program or run that acts for one. */
export type Caller = PersonActor | TokenActor | RunActor

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

/**
 * Resolves a bearer token to the user who is signed in, or to the program that it belongs to; null if it is not valid.
 * The address is the caller's.
 */
export type Authenticate = (token: string, address: string) => Promise<SignedIn | TokenIdentity | null>

/**
 * Throws unless the actor has this access. Every verb checks again what its endpoint requires, so other entry
 * points are covered too.
 */
export function requires(actor: Caller, access: Access): void {
  if (access === 'public' || access === 'signedIn') return
  if (!isPermitted(actor.permissions, access)) throw forbidden()
}
