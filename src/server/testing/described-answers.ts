import { describeOperations } from '../api.ts'
import type { Response } from '../http/described-refusals.ts'
import type { Operation } from '../http/openapi.ts'
import type { Answer } from './api.ts'

const DESCRIPTION = describeOperations({ version: '0' })
const OPERATIONS_BY_ID = new Map(
  Object.values(DESCRIPTION.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
)

/** What the description says of the call. */
export function operationOf(id: string): Operation {
  const operation = OPERATIONS_BY_ID.get(id)
  if (operation === undefined) throw new Error(`${id} is not described`)
  return operation
}

/** The response that the description gives for this status; `default` is left out, because it fits everything. */
function declared(id: string, status: number): Response | undefined {
  const response = operationOf(id).responses[status]
  return response !== undefined && '$ref' in response
    ? (DESCRIPTION.components.responses[response.$ref.split('/').at(-1) ?? ''] as Response)
    : response
}

/** Headers that tell callers something about the call. */
const TELLING = /^(x-request-id|x-ratelimit-.*|retry-after|www-authenticate|location|content-disposition)$/
const telling = (headers: object) =>
  Object.keys(headers)
    .map((name) => name.toLowerCase())
    .filter((name) => TELLING.test(name))
/** Sent only when the server knows how long to wait. */
const OPTIONAL = ['retry-after']

/** Differences between an answer and the description of its call: the status, and headers on both sides. */
export function misfits(id: string, { status, headers }: Answer): string[] {
  const response = declared(id, status)
  if (response === undefined) return [`${id}: ${status} is not described`]
  const described = telling(response.headers ?? {})
  const sent = telling(headers)
  return [
    ...sent.filter((name) => !described.includes(name)).map((name) => `${id}: ${status} has ${name}`),
    ...described
      .filter((name) => !sent.includes(name) && !OPTIONAL.includes(name))
      .map((name) => `${id}: ${status} lacks ${name}`),
  ]
}
