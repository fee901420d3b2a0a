import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import { type Answered, type Endpoint, IDEMPOTENCY_KEY, type Sent } from '#shared/http/endpoint.ts'
import { StepUpDetails } from '#shared/http/errors.ts'
import { errorOf, type RawReply, readValue } from './answer.ts'
import { ApiError, SessionOverError, unreachable } from './api-error.ts'
import { pathWith, queryString } from './query-string.ts'
import { type Session, session } from './session.ts'
import { askToStepUp } from './step-up.ts'
import { send } from './upload.ts'

type Given<S> = {
  [K in keyof S as [S[K]] extends [undefined] ? never : object extends S[K] ? never : K]: S[K]
} & {
  [K in keyof S as [S[K]] extends [undefined] ? never : object extends S[K] ? K : never]?: S[K]
}

/**
 * The arguments of a call: the parts that the endpoint declares, optional if none of their fields is
 * required.
 */
export type Request<E> = Given<Sent<E>>

/** The result of a call: a list is never null; a record is null if the response was empty. */
export type Result<E> =
  Answered<E> extends undefined
    ? undefined
    : Answered<E> extends readonly unknown[]
      ? Answered<E>
      : Answered<E> | null

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Idempotency key: a retry after a lost response is carried out only once. */
  key?: string | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

type Arguments<E> =
  object extends Request<E>
    ? [request?: Request<E>, options?: CallOptions]
    : [request: Request<E>, options?: CallOptions]

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface Client {
  call<const E extends Endpoint>(endpoint: E, ...given: Arguments<E>): Promise<Result<E>>
  /** Sends a file with the fields that the endpoint's `upload` names. */
  upload<const E extends Endpoint>(
    endpoint: E,
    fields: Readonly<Record<string, string | number | undefined>>,
    file: File,
    onProgress?: (share: number) => void,
  ): Promise<Result<E>>
  download(address: string, options?: CallOptions): Promise<Blob>
}

const isList = (endpoint: Endpoint) => endpoint.answer?.def.type === 'array'

function emptyOf(endpoint: Endpoint) {
  if (endpoint.answer === undefined) return undefined
  return isList(endpoint) ? [] : null
}

const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` }

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachable()
  }
}

const needsStepUp = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'stepUp'

const factorsIn = ({ details }: ApiError): StepUpDetails['factors'] =>
  StepUpDetails.safeParse(details).data?.factors ?? ['password']

/** Makes a call; if the server requires it, repeats the call after the user has confirmed their identity. */
async function withStepUp<Value>(makeCall: () => Promise<Value>): Promise<Value> {
  try {
    return await makeCall()
  } catch (error) {
    if (!needsStepUp(error)) throw error
    const isConfirmed = await askToStepUp(factorsIn(error))
    if (isConfirmed === null) throw error
    if (!isConfirmed) throw new DOMException('Not confirmed', 'AbortError')
    return makeCall()
  }
}

type ReadProfile = () => Promise<Result<typeof authEndpoints.profile>>

/** Updates the session by the statuses of responses. */
function statusNotice(own: Session, readProfile: ReadProfile) {
  /**
   * The user has fewer permissions than this browser assumes, because a role was changed. One request at a
   * time.
   */
  let isAsking = false
  const noticeForbidden = (status: number, sentToken: string | null, endpoint?: Endpoint) => {
    if (status !== 403 || sentToken === null || endpoint === authEndpoints.profile || isAsking) return
    isAsking = true
    readProfile()
      .then((user) => {
        if (user && sentToken === own.token()) own.refresh(user)
      })
      .catch(() => undefined)
      .finally(() => {
        isAsking = false
      })
  }

  /**
   * Neither an expired token that was already replaced nor a mistyped password ends the session. Throws a
   * distinct error when the session ends.
   */
  return (reply: RawReply, sentToken: string | null, endpoint?: Endpoint) => {
    const { status } = reply
    const signsIn = endpoint?.method === 'POST' && endpoint.path === '/api/auth'
    if (status === 401 && !signsIn) {
      const error = errorOf(reply)
      if (sentToken === own.token()) own.signOut('forced', error.message)
      if (sentToken !== null && own.token() === null) throw new SessionOverError(error.message, error)
    }
    if (!needsStepUp(status === 403 ? errorOf(reply) : null)) noticeForbidden(status, sentToken, endpoint)
  }
}

/** The only way to call the API: typed by the contracts, authorised by the session. */
export function createClient(own: Session, origin = ''): Client {
  const noticeStatus = statusNotice(own, () => client.call(authEndpoints.profile))

  /** The server serializes responses by the contract, so they are not validated again here. */
  const valueFrom = <E extends Endpoint>(endpoint: E, reply: RawReply, token: string | null) => {
    noticeStatus(reply, token, endpoint)
    const value = readValue(reply, emptyOf(endpoint))
    return (endpoint.answer === undefined ? undefined : value) as Result<E>
  }

  const client: Client = {
    async call(endpoint, ...[given, options]) {
      // The public signature guarantees the parts; internally all endpoints are treated alike.
      const { params = {}, query = {}, body }: Parts = given ?? {}
      return withStepUp(async () => {
        const token = own.token()
        const response = await request(`${origin}${pathWith(endpoint.path, params)}${queryString(query)}`, {
          method: endpoint.method,
          headers: {
            ...authorization(token),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(options?.key === undefined ? {} : { [IDEMPOTENCY_KEY]: options.key }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: options?.signal ?? null,
          keepalive: options?.keepalive ?? false,
        })
        const text = await response.text().catch(() => {
          throw unreachable()
        })
        const { status, statusText } = response
        return valueFrom(endpoint, { status, statusText, text }, token)
      })
    },

    async upload(endpoint, fields, file, onProgress) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined) form.append(name, String(value))
      // Last, so that a streaming server has the fields before the bytes.
      form.append('file', file)
      const token = own.token()
      const { method, path } = endpoint
      const reply = await send({
        method,
        url: origin + path,
        form,
        headers: authorization(token),
        onProgress,
      })
      return valueFrom(endpoint, reply, token)
    },

    async download(address, options) {
      const token = own.token()
      const response = await request(origin + address, {
        headers: authorization(token),
        signal: options?.signal ?? null,
      })
      if (response.ok) return response.blob()
      const { status, statusText } = response
      const reply = { status, statusText, text: await response.text() }
      noticeStatus(reply, token)
      throw errorOf(reply)
    },
  }
  return client
}

export const { call, upload, download } = createClient(session)
