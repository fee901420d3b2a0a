import type { Answered, Endpoint, Endpoints, ForPeople, Received } from '#shared/http/endpoint.ts'
import type { JsonText } from '../db/json/json-text.ts'
import type { Caller, Origin, PersonActor } from '../security/actor.ts'
import type { Once } from './once.ts'

export interface UploadedFile {
  bytes: Buffer
  name: string
  type: string
}

/** A file that may be too large to hold: it can be read once, as it comes. */
export interface UploadedStream {
  content: AsyncIterable<Uint8Array>
  name: string
}

/** What a connected system sent: its own words, before anything has read them. */
export interface HookCall {
  /** Sent when a subscription is made, to be sent back. */
  secret: string | undefined
  signature: string | undefined
  body: Buffer
  /** Sends the secret back with the answer. */
  greet(secret: string): void
}

/** The caller's cookies, as far as they are ours. */
export interface CookieJar {
  /** Null if there is none of this name. */
  read(name: string): string | null
  write(name: string, value: string, kept: { seconds: number; sameSite: 'Lax' | 'Strict' }): void
  clear(name: string): void
}

/** What every handler is given besides params, query and body. */
export interface CallContext {
  origin: Origin
  /** True when caller and server are on one machine with no proxy between them. */
  isLocal: boolean
  /** The file of a multipart upload; its fields are in `body`. */
  file: UploadedFile | null
  /** The same for an endpoint that streams its file. */
  stream: UploadedStream | null
  /** The call of a connected system; null for other endpoints. */
  hook: HookCall | null
  cookies: CookieJar
  /** The browser says that a page of another site led here. False for browsers that don't tell. */
  isFromOtherSite: boolean
  /** Aborted when the client disconnects before the answer. */
  untilHungUp(): AbortSignal
  /** By this an endpoint that is `idempotent` makes what it makes. */
  once: Once
}

/** The caller, as checked by the guard: a user or a program with a token; null is possible on public endpoints. */
type CallerOf<E extends Endpoint> = ForPeople<E> extends true ? PersonActor : Caller

type Calling<E extends Endpoint> = E['access'] extends 'public'
  ? { visitor: CallerOf<E> | null }
  : { actor: CallerOf<E> }

export type Call<E extends Endpoint> = Received<E> & CallContext & Calling<E>

/** One handler per endpoint; a missing handler fails to compile. It answers a value, or its JSON if that is ready. */
export type Handlers<E extends Endpoints> = {
  [Name in keyof E]: (call: Call<E[Name]>) => Promise<Answered<E[Name]> | JsonText<Answered<E[Name]>>>
}
