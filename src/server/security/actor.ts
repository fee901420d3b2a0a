import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import type { RoleId } from '#shared/access/roles.ts'
import type { Access } from '#shared/http/endpoint.ts'
import { forbidden } from '../errors.ts'

/** Where an act comes from. */
export interface Origin {
  /** Names the request, in answers and in the log. */
  requestId: string
  /** Address of the caller. */
  address: string
  /** What the caller's program calls itself; shown to its owner and believed by nobody. */
  agent?: string | undefined
}

/** An account, with its rights as they are now. Rights come from here, never from what a call says. */
interface Identity {
  id: number
  firstName: string
  lastName: string
  username: string
  roleId: RoleId
  permissions: readonly Permission[]
}

/** A person and the session by which they are known. */
export interface SignedIn extends Identity {
  /** SHA-256 of the session's token: names the session without being able to use it. */
  session: string
}

/** Somebody at a screen. */
export type PersonActor = SignedIn & { kind: 'person'; origin: Origin }

/** A program that somebody has given a token, with the rights of that person or fewer. */
type TokenActor = Identity & { kind: 'token'; token: string; origin: Origin }

/** Whoever calls on behalf of a person. */
export type Caller = PersonActor | TokenActor

/** Whoever is not known, or not yet: who signs in, who redeems a link. */
export interface VisitorActor {
  kind: 'visitor'
  /** The name that they give; empty where they give none. */
  name: string
  origin: Origin
}

/** Who acts: a caller, or somebody who is nobody of the workspace. */
export type Actor =
  | Caller
  | VisitorActor
  /** The server by itself. */
  | { kind: 'job'; name: string }
  /** A connected system that has told us something. */
  | { kind: 'webhook'; source: string }
  /** Whoever runs a command on the server's machine. */
  | { kind: 'operator'; name: string }

/** Turns a bearer token into the person signed in with it, or null. */
export type Authenticate = (token: string) => Promise<SignedIn | null>

/** Refuses who may not, whichever way they came: what an endpoint asks for is asked again by the verb behind it. */
export function requires(actor: Caller, access: Access): void {
  if (access === 'public' || access === 'signedIn') return
  if (!isPermitted(actor.permissions, access)) throw forbidden()
}
