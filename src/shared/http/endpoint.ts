import { z } from 'zod'
import type { Permission } from '../access/permissions.ts'
import type { FileType } from './download.ts'

/** Access to an endpoint: anybody, signed-in users, or users with any of these permissions. */
export type Access = 'public' | 'signedIn' | readonly [Permission, ...Permission[]]

/** Header for the idempotency key, in Node's spelling. */
export const IDEMPOTENCY_KEY = 'idempotency-key'

/** The answer of an endpoint with `redirect`. */
export const Redirect = z.object({ location: z.string() })
export type Redirect = z.infer<typeof Redirect>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodType

/** Refusals that a caller is expected to handle: what their `details` say, by the status. */
export type Refusals = { readonly [Status in 403 | 409 | 422]?: Shape }

/** A call that a connected system makes in its own words: they are handed on as the very bytes that came. */
export interface Hook {
  /** The header with a secret, which is sent back in greeting, and the one with the signature over the bytes. */
  secret: string
  signature: string
  /** Most calls per caller in ten seconds. */
  perTenSeconds: number
}

/**
 * Addresses of pages that programs call too, by a standard: mail programs send a form to the page that a mail names
 * for unsubscribing (RFC 8058).
 */
export type PagePath = '/unsubscribe/:token'

/**
 * One call of the API, declared once: the server's route and guard, the typed client, the permission
 * matrix and the OpenAPI document all derive from it.
 */
export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Answer extends Shape | undefined = Shape | undefined,
  Refused extends Refusals = Refusals,
> {
  method: Method
  /** Path with `:name` segments, e.g. `/api/articles/:id`. */
  path: `/api/${string}` | PagePath
  access: Access
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Also takes the fields of `body` as a form, urlencoded or multipart without files. */
  form?: true
  /** The fields that accompany a file, when the endpoint also takes a multipart upload (field `file`). */
  upload?: Shape
  /**
   * Streams the uploaded file up to this many bytes; without it, the file is small and read at once. Such a
   * call has no JSON: its `body` is its `upload`, the fields before the file.
   */
  streamMaximum?: number
  /** Media types of the files that the call may answer. Its `answer` is `Download`, whose name says which one it is. */
  download?: readonly [FileType, ...FileType[]]
  /** Shape of the answer; left out when the call answers nothing (204). */
  answer?: Answer
  /** Details returned with a refusal, by status. Other details are never sent. */
  refusals?: Refused
  /** Status of a success: by default 200, or 204 without an answer. */
  status?: 200 | 201 | 202
  /**
   * A caller may name a call with the header `Idempotency-Key`: sent again with the same content, however often, it is
   * carried out once and answered the same for a day.
   */
  idempotent?: boolean
  /**
   * The user must have confirmed their identity recently, because a stolen session could use this call to take over an
   * account. Otherwise the call is refused with 403, code `stepUp` and `StepUpDetails`. `ifNeeded`: the verb checks,
   * because only some changes need it.
   */
  stepUp?: true | 'ifNeeded'
  /**
   * `person`: programs with a token may not make this call, because it decides about people, their access or their
   * sign-in, decides on articles, starts work with all rights of its user, or reads the database itself. What needs `stepUp` is for people anyway.
   */
  callers?: 'person'
  /** A call that changes nothing although its method is not GET, so tokens that may only read may make it. */
  reads?: true
  /**
   * Also open to a session whose user must set up a second factor first. All other calls of such a session are refused
   * with 403.
   */
  whileEnrolling?: true
  /** Connected systems call here, rather than people and programs. */
  hook?: Hook
  /** The answer is a redirect to its `location`, for a browser that was sent here by a link or by another site. */
  redirect?: true
  /**
   * The call is deprecated and may be removed from this day on, in UTC. It stays for at least one minor release.
   */
  sunset?: `${number}-${number}-${number}`
  /** Calls per minute from one address (or one user), if lower than the general limit. */
  perMinute?: number
}

export function endpoint<
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
  Answer extends Shape | undefined = undefined,
  Refused extends Refusals = Record<never, never>,
  const Who extends Access = Access,
  const Callers extends 'person' | undefined = undefined,
  const StepUp extends true | 'ifNeeded' | undefined = undefined,
>(
  declaration: Endpoint<Params, Query, Body, Answer, Refused> & Guarded<Who, Callers, StepUp>,
): Endpoint<Params, Query, Body, Answer, Refused> & Guarded<Who, Callers, StepUp> {
  return declaration
}

/** What the type of an endpoint keeps of its declaration, because it decides who the handler's caller can be. */
export interface Guarded<Who, Callers, StepUp> {
  access: Who
  callers?: Callers
  stepUp?: StepUp
}

/** Whether only a person who is signed in may make this call, and no program with a token. */
export const isForPeople = ({ callers, stepUp }: Pick<Endpoint, 'callers' | 'stepUp'>): boolean =>
  callers === 'person' || stepUp !== undefined

/** The same for the types: true or false. */
export type ForPeople<E extends Endpoint> = 'person' extends E['callers']
  ? true
  : E['stepUp'] extends undefined
    ? false
    : true

type In<S> = S extends Shape ? z.input<S> : undefined
type Out<S> = S extends Shape ? z.output<S> : undefined

/** What a caller sends. */
export type Sent<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A, infer _R>
    ? { params: In<P>; query: In<Q>; body: In<B> }
    : never

/** What a handler receives, parsed. */
export type Received<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A, infer _R>
    ? { params: Out<P>; query: Out<Q>; body: Out<B> }
    : never

/** What a handler gives and a caller gets. */
export type Answered<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer A, infer _R>
    ? A extends Shape
      ? z.output<A>
      : undefined
    : never

/** Details of a refusal with this status; never if the endpoint declares none. */
export type RefusedWith<E, Status extends keyof Refusals> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer _A, infer R>
    ? R[Status] extends Shape
      ? z.output<R[Status]>
      : never
    : never

export type Endpoints = Readonly<Record<string, Endpoint>>
